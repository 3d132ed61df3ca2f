import Cryptography
import TestSupport
import Testing

private struct ECDSAGroup: Decodable {
    struct Key: Decodable { let uncompressed: String }
    let publicKey: Key
    let publicKeyDer: String
    let publicKeyPem: String
    let tests: [SignatureVector]
}

private struct RSAGroup: Decodable {
    struct Key: Decodable {
        let modulus: String
        let publicExponent: String
    }
    let publicKey: Key
    let tests: [SignatureVector]
}

private struct SignatureVector: Decodable {
    let tcId: Int
    let msg: String
    let sig: String
    let result: WycheproofResult
}

@Suite struct WycheproofSignatureTests {
    @Test(
        .enabled(if: SharedData.has("wycheproof/ecdsa_secp256r1_sha256_test.json"), "\(SharedData.missing)"),
        arguments: [
            ("ecdsa_secp256r1_sha256_test", false, Tally(["valid accepted": 174, "invalid refused": 310])),
            (
                "ecdsa_secp256r1_sha256_p1363_test", true,
                Tally(["valid accepted": 173, "invalid refused": 89])
            ),
        ])
    func `ECDSA on P-256 agrees with each vector`(file: String, raw: Bool, expected: Tally) throws {
        var tally = Tally()
        for group in try Wycheproof<ECDSAGroup>.read(file) {
            let key = try P256.PublicKey(point: [UInt8](hex: group.publicKey.uncompressed))
            #expect(key.spki.hex == group.publicKeyDer)
            #expect(try P256.PublicKey(pem: Array(group.publicKeyPem.utf8)).point == key.point)
            for vector in group.tests {
                let bytes = [UInt8](hex: vector.sig)
                let accepted = key.verifies(raw ? .raw(bytes) : .der(bytes), of: [UInt8](hex: vector.msg))
                #expect(accepted == (vector.result == .valid), "tcId \(vector.tcId)")
                tally.add(vector.result, accepted: accepted)
            }
        }
        #expect(tally == expected)
    }

    @Test(
        .enabled(if: SharedData.has("wycheproof/ecdsa_secp384r1_sha384_test.json"), "\(SharedData.missing)"))
    func `ECDSA on P-384 agrees with each vector`() throws {
        var tally = Tally()
        for group in try Wycheproof<ECDSAGroup>.read("ecdsa_secp384r1_sha384_test") {
            let key = try P384.PublicKey(point: [UInt8](hex: group.publicKey.uncompressed))
            for vector in group.tests {
                let accepted = key.verifies(.der([UInt8](hex: vector.sig)), of: [UInt8](hex: vector.msg))
                #expect(accepted == (vector.result == .valid), "tcId \(vector.tcId)")
                tally.add(vector.result, accepted: accepted)
            }
        }
        #expect(tally == Tally(["valid accepted": 194, "invalid refused": 310]))
    }

    @Test(
        .enabled(
            if: SharedData.has("wycheproof/rsa_signature_2048_sha256_test.json"), "\(SharedData.missing)"))
    func `RSA PKCS 1 agrees with each vector`() throws {
        var tally = Tally()
        for group in try Wycheproof<RSAGroup>.read("rsa_signature_2048_sha256_test") {
            // Written as DER INTEGERs, with a zero in front.
            let modulus = [UInt8](hex: group.publicKey.modulus).drop { $0 == 0 }
            let key = try RSAPublicKey(
                modulus: Array(modulus), exponent: [UInt8](hex: group.publicKey.publicExponent))
            for vector in group.tests {
                let accepted = key.verifiesPKCS1([UInt8](hex: vector.sig), of: [UInt8](hex: vector.msg))
                #expect(accepted == (vector.result == .valid), "tcId \(vector.tcId)")
                tally.add(vector.result, accepted: accepted)
            }
        }
        // Acceptable is tcId 8: a DigestInfo without the NULL of its algorithm. RFC 8017, A.2.4, has it written.
        #expect(
            tally == Tally(["valid accepted": 9, "invalid refused": 249, "acceptable refused": 1]))
    }
}
