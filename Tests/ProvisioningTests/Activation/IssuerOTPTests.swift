import Cryptography
import Foundation
import Provisioning
import TestSupport
import Testing
import Wallet

private func bytes(of text: Substring) throws -> [UInt8] {
    var standard = text.replacing("-", with: "+").replacing("_", with: "/")
    while !standard.count.isMultiple(of: 4) { standard += "=" }
    return [UInt8](try #require(Data(base64Encoded: String(standard))))
}

@Suite struct `Issuer one-time password` {
    private func password(nonce: [UInt8] = [UInt8](hex: "c5846fb5")) throws -> [Substring] {
        var fixture = ActivationFixture(.issuerOTP)
        fixture.nonce = nonce
        return try fixture.text().split(separator: ".", omittingEmptySubsequences: false)
    }

    // The key's thumbprint and the nonce's digest were computed with Python.
    @Test func `header and claims are exactly as documented`() throws {
        let parts = try password()
        #expect(parts.count == 3)
        #expect(
            String(decoding: try bytes(of: parts[0]), as: UTF8.self)
                == #"{"alg":"ES256","kid":"oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U","typ":"JWT"}"#)
        #expect(
            String(decoding: try bytes(of: parts[1]), as: UTF8.self)
                == #"{"jti":"0192f0c1-7a1b-7c3d-8e4f-0123456789ab","#
                + #""card":"6f1ed002-ab59-4c1a-9c5b-2f3b0a6d7e11","iat":1790000000,"exp":1790001800,"#
                + #""nonce_sha256":"6n4Wm4k5AKlxrXsMRCBgMMQqXZsswhA8Dsmo2LfsG0g"}"#)
    }

    @Test func `the signature is 64 bytes and verifies over the text that was sent`() throws {
        let parts = try password()
        let signature = try bytes(of: parts[2])
        #expect(signature.count == 64)
        let key = try SimulatedKey(p256Scalar: [UInt8](hex: ActivationFixture.otpScalar))
        let message = Array("\(parts[0]).\(parts[1])".utf8)
        let der = try Wallet.ECDSASignature(raw: signature).der
        try key.verify(der, over: message, .sha256)
        #expect(throws: WalletError.self) { try key.verify(der, over: message + [0], .sha256) }
    }

    @Test func `another nonce gives other claims`() throws {
        #expect(try password()[1] != password(nonce: [UInt8](hex: "c5846fb6"))[1])
    }
}
