import Cryptography
import Foundation
import TestSupport
import Testing
import Wallet

@Suite struct RSAPrivateKeyTests {
    private static let pair = try! SimulatedKey(.rsa(bits: 2048))
    private static let message = Array("a message that is a secret".utf8)

    private func signature(by pem: String) throws -> [UInt8] {
        let key = try RSAPrivateKey(pem: SecretBytes(copying: Array(pem.utf8)))
        return try key.signaturePKCS1(of: SecretBytes(copying: Self.message))
    }

    @Test func `a signature has the modulus's length and verifies with the other half, and nothing near it`()
        throws
    {
        let signature = try signature(by: Self.pair.privateKeyPEM())
        #expect(signature.count == 256)
        try Self.pair.verify(signature, over: Self.message, .sha256)
        #expect(throws: WalletError.self) {
            try Self.pair.verify(signature, over: Self.message + [0], .sha256)
        }
        #expect(throws: WalletError.self) { try Self.pair.verify(signature, over: Self.message, .sha384) }
        // Of PKCS #1 v1.5 there is one signature for a message, whoever makes it.
        #expect(try signature == Self.pair.sign(Self.message, .sha256))
    }

    // OpenSSL makes no keys of an odd number of bits.
    @Test(arguments: [(2046, false), (2048, true), (4096, true), (4098, false)])
    func `a key has 2048 to 4096 bits`(bits: Int, taken: Bool) throws {
        let pem = try SimulatedKey(.rsa(bits: bits)).privateKeyPEM()
        let signature = try? signature(by: pem)
        #expect(signature?.count == (taken ? bits / 8 : nil))
    }

    @Test(arguments: [SimulatedKey.Kind.p256, .ed25519])
    func `a key of another kind is refused`(kind: SimulatedKey.Kind) throws {
        let pem = try SimulatedKey(kind).privateKeyPEM()
        #expect(throws: CryptographyError.self) { try signature(by: pem) }
    }

    @Test func `what is no private key is refused`() throws {
        for text in ["", "-----BEGIN PRIVATE KEY-----", try Self.pair.publicKeyPEM()] {
            #expect(throws: CryptographyError.self) { try signature(by: text) }
        }
    }

    @Test func `a key whose numbers do not belong together is refused`() throws {
        let lines = try Self.pair.privateKeyPEM().split(separator: "\n")
        var der = try #require(Data(base64Encoded: lines.dropFirst().dropLast().joined()))
        // The last number of PKCS#1 is q's inverse modulo p.
        der[der.count - 1] ^= 1
        let pem =
            "\(lines[0])\n\(der.base64EncodedString(options: .lineLength64Characters))\n\(lines.last!)\n"
        #expect(throws: CryptographyError.self) { try signature(by: pem) }
    }
}
