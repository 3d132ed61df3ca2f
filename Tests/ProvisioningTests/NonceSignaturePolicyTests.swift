import Cryptography
import TestSupport
import Testing
import Wallet

@testable import Provisioning

/// Made with Python's cryptography package by the example key of RFC 7515, appendix A.3, over the nonce c5846fb5.
/// Its r is a byte shorter than 32.
private let exampleNonce = [UInt8](hex: "c5846fb5")
private let exampleDER =
    "3043021f21f420745ce41542bd9c9064cc0b1a5c68b8154bf68bf0102a3db445a016a6"
    + "02206d73463ad5a00249b42c89a01be3355cb19a6592946cafd17e1f53927dfbb519"
private let exampleRaw =
    "0021f420745ce41542bd9c9064cc0b1a5c68b8154bf68bf0102a3db445a016a6"
    + "6d73463ad5a00249b42c89a01be3355cb19a6592946cafd17e1f53927dfbb519"
private let examplePoint =
    "047fcdce2770f6c45d4183cbee6fdb4b7b580733357be9ef13bacf6e3c7bd15445"
    + "c7f144cd1bbd9b7e872cdfedb9eeb9f4b3695d6ea90b24ad8a4623288588e5ad"

/// The same numbers as in the example, or almost, in another encoding.
private let misspelt: [(String, String)] = [
    ("empty", ""),
    ("one byte", "30"),
    ("raw, 63 bytes: the leading zero left out", String(exampleRaw.dropFirst(2))),
    ("raw, 65 bytes", "00" + exampleRaw),
    ("raw, a byte more at its end", exampleRaw + "00"),
    ("raw, a bit of s", exampleRaw.dropLast(2) + "18"),
    ("raw, zeros", String(repeating: "00", count: 64)),
    ("DER, r with a needless zero", "304402200021" + exampleDER.dropFirst(10)),
    (
        "DER, s with a needless zero",
        "3044" + exampleDER.dropFirst(4).prefix(66) + "022100" + exampleDER.suffix(64)
    ),
    ("BER, long form of the length", "308143" + exampleDER.dropFirst(4)),
    ("BER, indefinite length", "3080" + exampleDER.dropFirst(4) + "0000"),
    ("DER, a byte after it", exampleDER + "00"),
    ("DER, a byte after s inside", "3044" + exampleDER.dropFirst(4) + "00"),
    ("DER, cut short", String(exampleDER.dropLast(2))),
    ("DER, wrong tag", "31" + exampleDER.dropFirst(2)),
    ("257 bytes", exampleDER + String(repeating: "00", count: 257 - 69)),
]

private func leaf(_ pki: SimulatedPKI) throws -> VerifiedLeaf {
    var checks = untimedChecks()
    return try UnverifiedChain(certificates: pki.certificates)
        .verified(against: simulatedTrust(pki), at: testTime, recording: &checks)
}

private func exampleLeaf() throws -> VerifiedLeaf {
    let scalar = [UInt8](hex: "8e9b109e719098bf980487df1f5d77e9cb29606ebed2263b5f57c213df84f4b2")
    return try leaf(
        SimulatedPKI.make(now: testTime.seconds, leafKey: SimulatedKey(p256Scalar: scalar)))
}

private func exampleKeys() throws -> NonceSignaturePolicy {
    .keys([try P256.PublicKey(point: [UInt8](hex: examplePoint))])
}

/// The line that the policy writes, and whether it refuses.
private func judge(
    _ policy: NonceSignaturePolicy, _ signature: [UInt8], of nonce: [UInt8] = exampleNonce,
    by leaf: VerifiedLeaf
) -> String {
    var checks = untimedChecks()
    do throws(Refusal) {
        try policy.verify(signature, of: nonce, by: leaf, recording: &checks)
    } catch {
        #expect(error == .nonceSignatureInvalid)
        #expect(checks.lines.last?.verdict == .refused)
    }
    #expect(checks.lines.count == 1)
    return checks.lines.map { "\($0.rule) \($0.verdict.rawValue)" }.joined()
}

private let passed = "nonce_signature passed"
private let refused = "nonce_signature refused"

@Suite struct `Nonce signature` {
    @Test(arguments: [exampleRaw, exampleDER])
    func `64 bytes are r and s, anything else is strict DER`(signature: String) throws {
        let signature = [UInt8](hex: signature)
        #expect(judge(.leaf, signature, by: try exampleLeaf()) == passed)
        let stranger = try leaf(SimulatedPKI.make(now: testTime.seconds))
        #expect(judge(.leaf, signature, by: stranger) == refused)
        #expect(judge(try exampleKeys(), signature, by: stranger) == passed)
    }

    // Made with Python for keys that were chosen so that s is short: nobody meets these by chance.
    @Test(arguments: [
        (
            "303d022100bd0dd972ce81a0b38f277beff92defbee1bb451475fa53dff9d4c2b11e58df28"
                + "021855ee87654776e57cda1f6e64d53ab686884ffed1cd2f97ee",
            "0405e1af69a85250847a2e4811e07b8a08911c1addf550da1095f8f18cd962d651"
                + "c809d0237380847ff848888ddfbc34481ec0107edce0b6610bfa3ee1cf9c6128", 63, passed
        ),
        (
            "303e0221009d73036c701225622235f4fa7bae2a111c31b4c115871ae260c503093fc03e28"
                + "0219559c1be1e8a71b1afee59169d2f21a7f6ebb1cee488261037e",
            "0471b9fee3bded03e61bccc1ed20d3695626414a568ee7277e837a341ed649bb73"
                + "8df07ad3829488b46bef969edcdc8ab30c8e27f2ce1ff4413a5d729cf574ec17", 64, refused
        ),
        (
            "303f022100e81e994c6513891bc70d1c3cdccf80c53e0115531689cba80accc66fee5d4272"
                + "021a5550429f80dd74fcc29a0891e04afc8e54d703b9d59710e6eb8b",
            "041d51d9822c21c79ba5804725d4511c05714cab7d24ef9ae6df0df5ac4eaf7177"
                + "c34be8e0b43b49f861da827abc7e1080d1e73ebd766607942f866a5623e0fef6", 65, passed
        ),
    ])
    func `exactly 64 bytes are never read as DER, 63 and 65 are`(
        signature: String, point: String, count: Int, verdict: String
    ) throws {
        let signature = [UInt8](hex: signature)
        #expect(signature.count == count)
        let keys = NonceSignaturePolicy.keys([try P256.PublicKey(point: [UInt8](hex: point))])
        #expect(judge(keys, signature, by: try exampleLeaf()) == verdict)
    }

    @Test(arguments: misspelt)
    func `another spelling of a good signature is refused`(name: String, signature: String) throws {
        let leaf = try exampleLeaf()
        #expect(judge(.leaf, [UInt8](hex: signature), by: leaf) == refused)
        #expect(judge(try exampleKeys(), [UInt8](hex: signature), by: leaf) == refused)
    }

    @Test(arguments: ["", "c5846fb4", "c5846fb500", "c5846f", "C5846FB5C5846FB5"])
    func `a signature over another nonce is refused`(nonce: String) throws {
        let leaf = try exampleLeaf()
        for signature in [exampleRaw, exampleDER] {
            let signature = [UInt8](hex: signature)
            #expect(judge(.leaf, signature, of: [UInt8](hex: nonce), by: leaf) == refused)
            #expect(judge(try exampleKeys(), signature, of: [UInt8](hex: nonce), by: leaf) == refused)
        }
    }

    @Test(arguments: [(1, passed), (32, passed), (33, refused), (0, refused)])
    func `a nonce has 1 to 32 bytes`(count: Int, verdict: String) throws {
        let pki = try SimulatedPKI.make(now: testTime.seconds)
        let nonce = [UInt8](repeating: 9, count: count)
        let signature = try pki.leafKey.sign(nonce, .sha256)
        #expect(judge(.leaf, signature, of: nonce, by: try leaf(pki)) == verdict)
    }
}

@Suite struct `Nonce signature by configured keys` {
    /// 81 bytes: 40, r and s, and 16 more.
    private let apple = [UInt8](hex: "40" + exampleRaw + "000102030405060708090a0b0c0d0e0f")

    @Test func `Apple's layout of 81 bytes is read from its second byte`() throws {
        #expect(judge(try exampleKeys(), apple, by: try exampleLeaf()) == passed)
    }

    @Test func `the leaf's policy does not know Apple's layout`() throws {
        #expect(judge(.leaf, apple, by: try exampleLeaf()) == refused)
    }

    @Test func `80 and 82 bytes, another first byte, and another nonce are refused`() throws {
        let leaf = try exampleLeaf()
        let keys = try exampleKeys()
        #expect(judge(keys, apple.dropLast(), by: leaf) == refused)
        #expect(judge(keys, apple + [0], by: leaf) == refused)
        #expect(judge(keys, [0x41] + apple.dropFirst(), by: leaf) == refused)
        #expect(judge(keys, apple, of: [1], by: leaf) == refused)
    }

    @Test func `any one of the keys suffices`() throws {
        guard case .keys(let example) = try exampleKeys() else {
            Issue.record("the file's policy is not that of keys")
            return
        }
        let other = try P256.PrivateKey().publicKey
        let leaf = try exampleLeaf()
        let signature = [UInt8](hex: exampleDER)
        #expect(judge(.keys([other] + example), signature, by: leaf) == passed)
        #expect(judge(.keys(example + [other]), signature, by: leaf) == passed)
        #expect(judge(.keys([other]), signature, by: leaf) == refused)
        #expect(judge(.keys([]), signature, by: leaf) == refused)
    }

    private let pem = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV7
        6e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
        -----END PUBLIC KEY-----

        """

    @Test func `the file holds one key after the other`() throws {
        let other = try SimulatedKey(.p256).publicKeyPEM()
        let text = "# From the network\n\n" + other + "\n" + pem.replacing("\n", with: "\r\n")
        guard case .keys(let keys) = try NonceSignaturePolicy(keyFile: Array(text.utf8)) else {
            Issue.record("not keys")
            return
        }
        #expect(keys.count == 2)
        #expect(keys.last?.point.hex == examplePoint)
    }

    @Test func `a file without a key is refused`() {
        for text in ["", "\n\n", "# none yet\n"] {
            #expect(throws: ConfigurationError.nonceKeysMissing) {
                try NonceSignaturePolicy(keyFile: Array(text.utf8))
            }
        }
    }

    @Test func `anything but public keys on P-256 is refused`() throws {
        let texts = try [
            "no key", pem + "x", String(pem.dropLast(10)), " " + pem,
            pem.replacing("PUBLIC KEY", with: "CERTIFICATE"), pem.replacing("f83O", with: "f83P"),
            pem + pem.replacing("-----END PUBLIC KEY-----\n", with: ""),
            SimulatedKey(.p256).privateKeyPEM(), SimulatedKey(.p384).publicKeyPEM(),
            SimulatedKey(.rsa(bits: 2048)).publicKeyPEM(), pem + SimulatedKey(.p256).privateKeyPEM(),
        ]
        for text in texts {
            #expect(throws: ConfigurationError.nonceKeyMalformed) {
                try NonceSignaturePolicy(keyFile: Array(text.utf8))
            }
        }
    }
}

@Suite struct `Nonce signature, forwarded` {
    @Test(arguments: [1, 81, 256])
    func `whatever has the right length is forwarded, and the record says so`(count: Int) throws {
        var checks = untimedChecks()
        try NonceSignaturePolicy.forward.verify(
            [UInt8](repeating: 0x40, count: count), of: [1], by: exampleLeaf(), recording: &checks)
        let line = try #require(checks.lines.first)
        #expect("\(line.rule)" == "nonce_signature")
        #expect(line.verdict == .notVerified)
        #expect("\(line.detail)" == "forwarded, not verified")
    }

    @Test(arguments: [(0, 4), (257, 4), (64, 0), (64, 33)])
    func `another length is refused`(signature: Int, nonce: Int) throws {
        let verdict = judge(
            .forward, [UInt8](repeating: 0x40, count: signature),
            of: [UInt8](repeating: 1, count: nonce), by: try exampleLeaf())
        #expect(verdict == refused)
    }
}

@Suite struct `Nonce signature policy at the start` {
    @Test func `with a simulated root each policy starts`() throws {
        let trust = try simulatedTrust(SimulatedPKI.make(now: testTime.seconds))
        try NonceSignaturePolicy.leaf.accept(trust)
        try NonceSignaturePolicy.forward.accept(trust)
        try exampleKeys().accept(trust)
    }

    @Test func `with a root of Apple's own the leaf's policy does not start, for that leaf cannot sign`()
        throws
    {
        #expect(throws: ConfigurationError.leafCannotSign) {
            try NonceSignaturePolicy.leaf.accept(appleRoot: true)
        }
        try NonceSignaturePolicy.forward.accept(appleRoot: true)
        try exampleKeys().accept(appleRoot: true)
    }

    private static let appleRoot = "apple-pki/apple-root-ca-g3.pem"

    @Test(.enabled(if: SharedData.has(appleRoot), "\(SharedData.missing)"))
    func `Apple's root is known among other anchors`() throws {
        let simulated = try SimulatedPKI.make(now: testTime.seconds)
        let apple = try Certificate.certificates(pem: SharedData.bytes(Self.appleRoot))
        for anchors in [apple, try [Certificate(der: simulated.root)] + apple] {
            let trust = try TrustPolicy(
                anchors: anchors, intermediateNames: TrustPolicy.appleIntermediateNames,
                leafNames: TrustPolicy.appleLeafNames, additionalExcluded: [])
            #expect(throws: ConfigurationError.leafCannotSign) {
                try NonceSignaturePolicy.leaf.accept(trust)
            }
            try NonceSignaturePolicy.forward.accept(trust)
        }
    }

    @Test func `the policies are named as the record names them`() throws {
        #expect(NonceSignaturePolicy.leaf.name == .leaf)
        #expect(try exampleKeys().name == .keys)
        #expect(NonceSignaturePolicy.forward.name == .forward)
    }

    @Test func `no key at all does not start`() throws {
        let trust = try simulatedTrust(SimulatedPKI.make(now: testTime.seconds))
        #expect(throws: ConfigurationError.nonceKeysMissing) {
            try NonceSignaturePolicy.keys([]).accept(trust)
        }
    }
}
