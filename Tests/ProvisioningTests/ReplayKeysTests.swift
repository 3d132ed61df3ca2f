import Cryptography
import Foundation
import Provisioning
import TestSupport
import Testing

/// 00 01 02 ... 1f.
private let counting = [UInt8](0..<32)
private let other = [UInt8](repeating: 0x42, count: 32)

@Suite struct `Replay keys` {
    // The figures were computed with Python's hmac module.
    @Test(arguments: [
        ("alice", "c5846fb5", "7947671211092cf5061b5acbc8c03649706ad38b7ff781d957b669a9dd0de34d"),
        ("Åsa", "c5846fb5", "68f917483b112db56c7abce1ed2561690d99acb2a725b33eb2f07d064e5f4d31"),
        (
            String(repeating: "a", count: 128),
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            "c989cd7567c994c4fd9f68ead82ccd7225fe066e2cee087dcaea76da9cd01fc2"
        ),
    ])
    func `the digest of a nonce is the documented HMAC`(
        cardholder: String, nonce: String, digest: String
    ) throws {
        let keys = try ReplayKeys(newest: SecretBytes(copying: counting), previous: nil)
        let digests = try keys.digests(of: [UInt8](hex: nonce), cardholder: cardholder)
        #expect(digests.map(\.hex) == [digest])
    }

    @Test func `while a key is rotated both digests are given, the newest first`() throws {
        let keys = try ReplayKeys(
            newest: SecretBytes(copying: other), previous: SecretBytes(copying: counting))
        let digests = try keys.digests(of: [UInt8](hex: "c5846fb5"), cardholder: "alice")
        #expect(
            digests.map(\.hex) == [
                "7b6a0f70809de1a264d6de856f60eef5dcc86cc5e309b26434776bb64eca3c01",
                "7947671211092cf5061b5acbc8c03649706ad38b7ff781d957b669a9dd0de34d",
            ])
    }

    @Test func `a byte that moves from the cardholder to the nonce gives another digest`() throws {
        let keys = try ReplayKeys(newest: SecretBytes(copying: counting), previous: nil)
        let one = try keys.digests(of: Array("bc".utf8), cardholder: "a")
        let two = try keys.digests(of: Array("c".utf8), cardholder: "ab")
        #expect(one != two)
    }

    @Test(arguments: [0, 31, 33, 64])
    func `a key that is not 32 bytes is refused`(count: Int) {
        #expect(throws: ConfigurationError.replayKeyLength) {
            try ReplayKeys(
                newest: SecretBytes(copying: [UInt8](repeating: 7, count: count)), previous: nil)
        }
        #expect(throws: ConfigurationError.replayKeyLength) {
            try ReplayKeys(
                newest: SecretBytes(copying: counting),
                previous: SecretBytes(copying: [UInt8](repeating: 7, count: count)))
        }
    }

    @Test func `the same key twice is refused, for every nonce would meet itself`() {
        #expect(throws: ConfigurationError.replayKeysEqual) {
            try ReplayKeys(
                newest: SecretBytes(copying: counting), previous: SecretBytes(copying: counting))
        }
    }

    private func digest(
        _ keys: borrowing ReplayKeys, authcode: String = "ZZLGEZ",
        card: UUID = UUID(uuidString: "6F1ED002-AB59-4C1A-9C5B-2F3B0A6D7E11")!
    ) throws -> String {
        try keys.digest(
            of: Authcode(from: Dice([Dice.authcode(authcode)]).randomness), card: card
        ).hex
    }

    @Test func `the digest of an authcode is the documented HMAC, of the newest key`() throws {
        let figure = "752328d33809e79cd78a3d84438102a44f1d828a59b89e53187143e56034d402"
        let keys = try ReplayKeys(newest: SecretBytes(copying: counting), previous: nil)
        #expect(try digest(keys) == figure)
        let rotated = try ReplayKeys(
            newest: SecretBytes(copying: counting), previous: SecretBytes(copying: other))
        #expect(try digest(rotated) == figure)
        #expect(try digest(ReplayKeys(newest: SecretBytes(copying: other), previous: nil)) != figure)
    }

    @Test func `another authcode and another card give another digest`() throws {
        let keys = try ReplayKeys(newest: SecretBytes(copying: counting), previous: nil)
        #expect(try digest(keys) != digest(keys, authcode: "ZZLGEY"))
        #expect(try digest(keys) != digest(keys, card: UUID()))
    }
}
