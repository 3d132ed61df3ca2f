import Cryptography
import TestSupport
import Testing

/// A case of NIST's validation of the ephemeral unified scheme with the concatenation KDF.
private struct KASVector: Decodable {
    let dsIUT: String
    let peerX: String
    let peerY: String
    let otherInformation: String
    let secret: String
    let derived: String
    let result: String

    enum CodingKeys: String, CodingKey {
        case dsIUT
        case peerX = "QsCAVSx"
        case peerY = "QsCAVSy"
        case otherInformation = "OI"
        case secret = "Z"
        case derived = "DKM"
        case result = "Result"
    }

    static func read() throws -> [KASVector] {
        struct File: Decodable { let tests: [KASVector] }
        return try SharedData.json("concatkdf/kas_p256_sha256.json", as: File.self).tests
    }
}

@Suite struct ConcatenationKDFTests {
    @Test(.enabled(if: SharedData.has("concatkdf/kas_p256_sha256.json"), "\(SharedData.missing)"))
    func `the single-step KDF derives what NIST derived`() throws {
        var different: [String: Int] = [:]
        let vectors = try KASVector.read()
        for vector in vectors {
            let derived = try SingleStepKDF.derive(
                count: vector.derived.count / 2, from: SecretBytes(copying: [UInt8](hex: vector.secret)),
                info: [UInt8](hex: vector.otherInformation)
            ).revealed
            if derived.hex != vector.derived { different[vector.result, default: 0] += 1 }
        }
        #expect(vectors.count == 60)
        // The eight that differ are those where NIST altered the input or the output itself.
        #expect(different == ["F (10 - OI changed )": 4, "F (9 - DKM changed )": 4])
    }

    @Test(.enabled(if: SharedData.has("concatkdf/kas_p256_sha256.json"), "\(SharedData.missing)"))
    func `ECDH gives NIST's shared secret, and a peer's point off the curve is refused`() throws {
        var agreed = 0
        var refused = 0
        for vector in try KASVector.read() {
            let peer = try? P256.PublicKey(point: [UInt8](hex: "04" + vector.peerX + vector.peerY))
            if vector.result.contains("CAVS's Static public key") {
                #expect(peer == nil)
                refused += 1
            } else if vector.result.hasPrefix("P") {
                let key = try P256.PrivateKey(scalar: SecretBytes(copying: [UInt8](hex: vector.dsIUT)))
                let secret = try key.sharedSecret(with: #require(peer)).revealed
                #expect(secret.hex == vector.secret)
                agreed += 1
            }
        }
        #expect(agreed == 20)
        #expect(refused == 8)
    }
}
