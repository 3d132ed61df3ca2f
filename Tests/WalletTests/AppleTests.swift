import TestSupport
import Testing
import Wallet

private struct Vectors: Decodable {
    struct Case: Decodable {
        let name: String
        let ephemeral_private_key: String
        let ephemeral_public_key: String
        let recipient_public_key: String
        let shared_secret: String
        let aes256_key: String
        let plaintext_utf8: String?
        let ciphertext_and_tag: String?
    }
    let ecc_v2: [Case]
}

@Suite struct AppleTests {
    private static let path = "ecc_v2/vectors.json"

    @Test(.enabled(if: SharedData.has(path), "\(SharedData.missing)"))
    func `every published figure of ECC_V2 comes out`() throws {
        let vectors = try SharedData.json(Self.path, as: Vectors.self).ecc_v2
        #expect(vectors.count >= 4)
        for vector in vectors {
            // The leaf's private key was never published; ECDH gives the same from the other side.
            let ephemeral = try SimulatedKey(p256Scalar: [UInt8](hex: vector.ephemeral_private_key))
            let point = try ephemeral.point()
            #expect(point.hex == vector.ephemeral_public_key, "\(vector.name)")
            let recipient = try Apple.publicKey([UInt8](hex: vector.recipient_public_key))
            let secret = try ephemeral.sharedSecret(with: recipient)
            #expect(secret.hex == vector.shared_secret, "\(vector.name)")
            let key = try Apple.contentKey(sharedSecret: secret, point: point)
            #expect(key.hex == vector.aes256_key, "\(vector.name)")
            guard let sealed = vector.ciphertext_and_tag, let plain = vector.plaintext_utf8 else { continue }
            #expect(try Apple.open([UInt8](hex: sealed), key: key) == Array(plain.utf8), "\(vector.name)")
        }
    }

    @Test func `a published pass opens to its published text`() throws {
        let point = [UInt8](
            hex: "0499a6f42e83ea4f150a78780ffb562c9cdb9b7507bc5d28cbfbf8cc3ef0af68b3"
                + "6e60cb10db69127830f7f899492017089e3b73c83fcf0ebdf2c06b613c3f88b7")
        let secret = [UInt8](hex: "a88b995fecbdf756515ed42ba53a6ccca4f5936f69cf4d15352c94c592b347b1")
        let key = try Apple.contentKey(sharedSecret: secret, point: point)
        #expect(key.hex == "083080d3d0c521c02cd3ae2134363d09ea50dff914677fab9e22f18f9c28a3b9")
        let sealed = [UInt8](hex: "dcac4fa2adb5592c94f503dd67fcd25260e780f69d520469cbe751eecbbab7")
        #expect(try Apple.open(sealed, key: key) == Array("Data to encrypt".utf8))
    }

    @Test func `a pass sealed to the leaf opens with the leaf's key, and an empty one too`() throws {
        let leaf = try SimulatedKey(.p256)
        for text in ["", "x", #"{"name":"Zoë"}"#] {
            #expect(try Apple.open(SealedPass(text).seal(to: leaf), with: leaf) == Array(text.utf8))
        }
    }

    /// Each a mistake that servers make.
    enum Mistake: String, CaseIterable, Sendable {
        case x963Order, noLengthByte, noParty, leafAsParty, longIV, counterIV, associatedData, tagMissing
        case tagFirst, anotherLeaf, bitFlipped, hexText
    }

    @Test(arguments: Mistake.allCases)
    func `a pass sealed in a wrong way does not open`(mistake: Mistake) throws {
        let leaf = try SimulatedKey(.p256)
        let leafPoint = try leaf.point()
        let label = Array("id-aes256-GCM".utf8)
        var pass = SealedPass("Data to encrypt")
        switch mistake {
        case .x963Order:
            pass.kdfInput = { $0 + [0, 0, 0, 1] + [0x0d] + label + Array("Apple".utf8) + $1 }
        case .noLengthByte: pass.kdfInput = { [0, 0, 0, 1] + $0 + label + Array("Apple".utf8) + $1 }
        case .noParty: pass.kdfInput = { [0, 0, 0, 1] + $0 + [0x0d] + label + $1 }
        case .leafAsParty:
            pass.kdfInput = { secret, _ in
                [0, 0, 0, 1] + secret + [0x0d] + label + Array("Apple".utf8) + leafPoint
            }
        case .longIV: pass.iv = [UInt8](repeating: 0, count: 16)
        case .counterIV: pass.iv[11] = 1
        case .associatedData: pass.associated = [0]
        default: break
        }
        var answer = try pass.seal(to: mistake == .anotherLeaf ? SimulatedKey(.p256) : leaf)
        switch mistake {
        case .tagMissing: answer.encryptedPassData.removeLast(16)
        case .tagFirst:
            answer.encryptedPassData =
                answer.encryptedPassData.suffix(16) + answer.encryptedPassData.dropLast(16)
        case .bitFlipped: answer.encryptedPassData[0] ^= 1
        case .hexText: answer.encryptedPassData = Array(answer.encryptedPassData.hex.utf8)
        default: break
        }
        let expected: Apple.Defect = mistake == .tagMissing ? .tooShort(15) : .tag
        #expect(throws: expected) { try Apple.open(answer, with: leaf) }
    }

    @Test func `sixteen bytes are an empty pass and fifteen are none`() throws {
        let leaf = try SimulatedKey(.p256)
        var answer = try SealedPass("").seal(to: leaf)
        #expect(answer.encryptedPassData.count == 16)
        #expect(try Apple.open(answer, with: leaf).isEmpty)
        answer.encryptedPassData.removeLast()
        #expect(throws: Apple.Defect.tooShort(15)) { try Apple.open(answer, with: leaf) }
    }

    @Test func `an ephemeral key in any other form than 65 bytes on the curve is refused`() throws {
        let key = try SimulatedKey(.p256)
        let point = try key.point()
        #expect(throws: Never.self) { try Apple.publicKey(point) }
        #expect(throws: Apple.Defect.pointLength(64)) { try Apple.publicKey(Array(point.dropFirst())) }
        #expect(throws: Apple.Defect.pointLength(91)) { try Apple.publicKey(key.subjectPublicKeyInfo()) }
        #expect(throws: Apple.Defect.pointLength(33)) {
            try Apple.publicKey([2 | point[64] & 1] + point[1...32])
        }
        #expect(throws: Apple.Defect.pointLength(0)) { try Apple.publicKey([]) }
        #expect(throws: Apple.Defect.pointForm) {
            try Apple.publicKey([6 | point[64] & 1] + point.dropFirst())
        }
        var off = point
        off[64] ^= 1
        #expect(throws: Apple.Defect.pointNotOnCurve) { try Apple.publicKey(off) }
        #expect(throws: Apple.Defect.pointNotOnCurve) {
            try Apple.publicKey([4] + [UInt8](repeating: 0, count: 64))
        }
    }
}
