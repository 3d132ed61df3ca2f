import Cryptography
import Foundation
import Provisioning
import TestSupport
import Testing
import Wallet

/// The example key of RFC 7515, appendix A.3.
private let exampleScalar = "8e9b109e719098bf980487df1f5d77e9cb29606ebed2263b5f57c213df84f4b2"
private let attempt = UUID(uuidString: "0192F0C1-7A1B-7C3D-8E4F-0123456789AB")!
private let cardID = UUID(uuidString: "6F1ED002-AB59-4C1A-9C5B-2F3B0A6D7E11")!
private let now = UnixTime(seconds: 1_790_000_000)

private func examplePEM() throws -> [UInt8] {
    Array(try SimulatedKey(p256Scalar: [UInt8](hex: exampleScalar)).privateKeyPEM().utf8)
}

private func keys(_ files: [String] = ["issuer.otp.pem"]) throws -> ActivationKeys {
    var keys = ActivationKeys()
    for file in files { try keys.add(file: file, contents: SecretBytes(copying: examplePEM())) }
    return keys
}

private func card(_ provider: ActivationProvider, key: String?) -> AuthorisedCard {
    AuthorisedCard(
        card: cardID, cardholder: "alice", sealedPAN: [], lastFour: Array("1111".utf8), expiryMonth: 12,
        expiryYear: 2030, cardholderName: "Alice Example", network: .visa, activation: provider,
        activationKey: key, productType: nil)
}

private func bytes(of text: Substring) throws -> [UInt8] {
    var standard = text.replacing("-", with: "+").replacing("_", with: "/")
    while !standard.count.isMultiple(of: 4) { standard += "=" }
    return [UInt8](try #require(Data(base64Encoded: String(standard))))
}

@Suite struct `Issuer one-time password` {
    private func password(nonce: [UInt8] = [UInt8](hex: "c5846fb5")) throws -> [Substring] {
        let data = try ActivationProviders(keys: keys()).activationData(
            for: card(.issuerOTP, key: "issuer"), nonce: nonce, attempt: attempt, now: now)
        return String(decoding: data, as: UTF8.self).split(
            separator: ".", omittingEmptySubsequences: false)
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
        let key = try SimulatedKey(p256Scalar: [UInt8](hex: exampleScalar))
        let message = Array("\(parts[0]).\(parts[1])".utf8)
        let der = try Wallet.ECDSASignature(raw: signature).der
        try key.verify(der, over: message, .sha256)
        #expect(throws: WalletError.self) { try key.verify(der, over: message + [0], .sha256) }
    }

    @Test func `another nonce gives other claims`() throws {
        #expect(try password()[1] != password(nonce: [UInt8](hex: "c5846fb6"))[1])
    }
}

@Suite struct `Activation providers` {
    @Test(arguments: [nil, "", "other", "issuer.otp"])
    func `a key that is not in the folder is a missing key`(name: String?) throws {
        let providers = ActivationProviders(keys: try keys())
        #expect(throws: Failure.activationKeyMissing) {
            try providers.activationData(
                for: card(.issuerOTP, key: name), nonce: [1], attempt: attempt, now: now)
        }
    }

    @Test(arguments: [ActivationProvider.visaMBPAC, .mastercardTAV3, .mastercardTAV4])
    func `a provider without a key of its own kind is a missing key`(
        provider: ActivationProvider
    ) throws {
        let keys = try keys()
        #expect(!keys.has("issuer", for: provider))
        #expect(throws: Failure.activationKeyMissing) {
            try ActivationProviders(keys: keys).activationData(
                for: card(provider, key: "issuer"), nonce: [1], attempt: attempt, now: now)
        }
    }

    @Test func `a key is found by its name`() throws {
        let keys = try keys(["issuer.otp.pem", "second.otp.pem"])
        #expect(keys.has("issuer", for: .issuerOTP))
        #expect(keys.has("second", for: .issuerOTP))
        #expect(!keys.has("third", for: .issuerOTP))
    }

    @Test(arguments: ["issuer.pem", "issuer.otp", ".otp.pem", "issuer.otp.pem~", "", "README"])
    func `a file whose name does not say what it is, is refused`(file: String) {
        #expect(throws: ConfigurationError.activationKeyName) { try keys([file]) }
    }

    @Test func `the same file twice is refused`() {
        #expect(throws: ConfigurationError.activationKeyTwice) {
            try keys(["issuer.otp.pem", "issuer.otp.pem"])
        }
    }

    @Test(arguments: [SimulatedKey.Kind.p384, .rsa(bits: 2048)])
    func `a key of another kind is refused`(kind: SimulatedKey.Kind) throws {
        let pem = Array(try SimulatedKey(kind).privateKeyPEM().utf8)
        var keys = ActivationKeys()
        #expect(throws: ConfigurationError.activationKeyMalformed) {
            try keys.add(file: "issuer.otp.pem", contents: SecretBytes(copying: pem))
        }
    }

    @Test(arguments: ["", "-----BEGIN PRIVATE KEY-----"])
    func `a text that is no key is refused`(text: String) {
        var keys = ActivationKeys()
        #expect(throws: ConfigurationError.activationKeyMalformed) {
            try keys.add(file: "issuer.otp.pem", contents: SecretBytes(copying: Array(text.utf8)))
        }
    }

    @Test func `a public key is refused where a private one belongs`() throws {
        let pem = Array(try SimulatedKey(.p256).publicKeyPEM().utf8)
        var keys = ActivationKeys()
        #expect(throws: ConfigurationError.activationKeyMalformed) {
            try keys.add(file: "issuer.otp.pem", contents: SecretBytes(copying: pem))
        }
    }
}
