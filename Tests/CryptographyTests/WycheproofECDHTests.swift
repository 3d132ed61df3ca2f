import Cryptography
import TestSupport
import Testing

private struct ECDHGroup: Decodable {
    struct Vector: Decodable {
        let tcId: Int
        let `public`: String
        let `private`: String
        let shared: String
        let result: WycheproofResult

        /// The scalar in 32 bytes: the file writes a number, with or without zeros in front.
        var scalar: [UInt8] {
            let number = [UInt8](hex: `private`).drop { $0 == 0 }
            return [UInt8](repeating: 0, count: 32 - number.count) + number
        }

        /// The shared secret with a peer's key that `parse` makes, null where that is refused.
        func secret(parse: ([UInt8]) throws -> P256.PublicKey) throws -> String? {
            guard let peer = try? parse([UInt8](hex: `public`)) else { return nil }
            let key = try P256.PrivateKey(scalar: SecretBytes(copying: scalar))
            return try key.sharedSecret(with: peer).revealed.hex
        }
    }
    let tests: [Vector]
}

@Suite struct WycheproofECDHTests {
    @Test(
        .enabled(if: SharedData.has("wycheproof/ecdh_secp256r1_ecpoint_test.json"), "\(SharedData.missing)"))
    func `ECDH with a point agrees with each vector`() throws {
        var tally = Tally()
        for vector in try Wycheproof<ECDHGroup>.read("ecdh_secp256r1_ecpoint_test").flatMap(\.tests) {
            let secret = try vector.secret { try P256.PublicKey(point: $0) }
            #expect(secret == (vector.result == .valid ? vector.shared : nil), "tcId \(vector.tcId)")
            tally.add(vector.result, accepted: secret != nil)
        }
        // Acceptable is one compressed point.
        #expect(
            tally == Tally(["valid accepted": 330, "invalid refused": 24, "acceptable refused": 1]))
    }

    @Test(.enabled(if: SharedData.has("wycheproof/ecdh_secp256r1_test.json"), "\(SharedData.missing)"))
    func `ECDH with a SubjectPublicKeyInfo takes its one form only`() throws {
        var tally = Tally()
        var refused: Set<Int> = []
        for vector in try Wycheproof<ECDHGroup>.read("ecdh_secp256r1_test").flatMap(\.tests) {
            let secret = try vector.secret { try P256.PublicKey(spki: $0) }
            #expect(secret == (vector.result == .valid ? vector.shared : nil), "tcId \(vector.tcId)")
            if secret == nil { refused.insert(vector.tcId) }
            tally.add(vector.result, accepted: secret != nil)
        }
        // Acceptable are one compressed point, seven explicit parameters and 222 altered encodings of the
        // SubjectPublicKeyInfo: none is the one form.
        #expect(
            tally == Tally(["valid accepted": 330, "invalid refused": 52, "acceptable refused": 230]))
        // Explicit parameters without a cofactor, and with the order as cofactor: OpenSSL 3.0 takes both.
        #expect(refused.isSuperset(of: [359, 361]))
    }
}
