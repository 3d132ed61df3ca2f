import Cryptography
import TestSupport
import Testing

private struct AEADGroup: Decodable {
    struct Vector: Decodable {
        let tcId: Int
        let key: String
        let iv: String
        let aad: String
        let msg: String
        let ct: String
        let tag: String
        let result: WycheproofResult

        /// The plaintext, null where the vector is refused.
        var opened: String? {
            do {
                return try AES256GCM.open(
                    [UInt8](hex: ct + tag), key: SecretBytes(copying: [UInt8](hex: key)),
                    iv: [UInt8](hex: iv), aad: [UInt8](hex: aad)
                ).revealed.hex
            } catch {
                return nil
            }
        }
    }
    let ivSize: Int
    let keySize: Int
    let tests: [Vector]
}

private struct MACGroup: Decodable {
    struct Vector: Decodable {
        let tcId: Int
        let key: String
        let msg: String
        let tag: String
        let result: WycheproofResult
    }
    let tests: [Vector]
}

@Suite struct WycheproofSymmetricTests {
    @Test(.enabled(if: SharedData.has("wycheproof/aes_gcm_test.json"), "\(SharedData.missing)"))
    func `AES-256-GCM with an IV of 96 bits agrees with each vector and takes no other size`() throws {
        var ours = Tally()
        var others = Tally()
        for group in try Wycheproof<AEADGroup>.read("aes_gcm_test") {
            for vector in group.tests {
                let plaintext = vector.opened
                guard group.keySize == 256, group.ivSize == 96 else {
                    others.add(vector.result, accepted: plaintext != nil)
                    continue
                }
                #expect(plaintext == (vector.result == .valid ? vector.msg : nil), "tcId \(vector.tcId)")
                ours.add(vector.result, accepted: plaintext != nil)
                let sealed = try AES256GCM.seal(
                    SecretBytes(copying: [UInt8](hex: vector.msg)),
                    key: SecretBytes(copying: [UInt8](hex: vector.key)), iv: [UInt8](hex: vector.iv),
                    aad: [UInt8](hex: vector.aad))
                #expect((sealed.hex == vector.ct + vector.tag) == (vector.result == .valid))
            }
        }
        #expect(ours == Tally(["valid accepted": 39, "invalid refused": 27]))
        // Keys of 128 and 192 bits and IVs of other sizes, right or not, are none of ours.
        #expect(others == Tally(["valid refused": 190, "invalid refused": 60]))
    }

    @Test(.enabled(if: SharedData.has("wycheproof/hmac_sha256_test.json"), "\(SharedData.missing)"))
    func `HMAC-SHA-256 agrees with each vector, tags cut to half too`() throws {
        var tally = Tally()
        for vector in try Wycheproof<MACGroup>.read("hmac_sha256_test").flatMap(\.tests) {
            let code = try HMACSHA256.code(
                for: [UInt8](hex: vector.msg), key: SecretBytes(copying: [UInt8](hex: vector.key)))
            let accepted = code.starts(with: [UInt8](hex: vector.tag))
            #expect(accepted == (vector.result == .valid), "tcId \(vector.tcId)")
            tally.add(vector.result, accepted: accepted)
        }
        #expect(tally == Tally(["valid accepted": 66, "invalid refused": 108]))
    }
}
