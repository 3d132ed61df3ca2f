import Foundation
import TestSupport
import Wallet

extension Mistake {
    private static func keyed(
        _ kind: Deviation.Kind, opens: Bool = true,
        _ form: @escaping @Sendable (_ point: [UInt8], _ spki: [UInt8]) -> [UInt8]
    ) -> Mistake {
        Mistake(kind, point, opens: opens) { $0.key = form }
    }

    private static func shortened(_ coordinate: ArraySlice<UInt8>) -> [UInt8] {
        Array(coordinate.drop { $0 == 0 })
    }

    static let keys: [Mistake] = [
        keyed(.pointSPKI) { $1 },
        keyed(.pointPEM) {
            let base64 = Base64.encode($1)
            return Array(
                "-----BEGIN PUBLIC KEY-----\n\(base64.prefix(64))\n\(base64.dropFirst(64))\n-----END PUBLIC KEY-----\n"
                    .utf8)
        },
        keyed(.pointCompressed) { point, _ in [2 | point[64] & 1] + point[1...32] },
        keyed(.pointHybrid) { point, _ in [6 | point[64] & 1] + point[1...] },
        keyed(.pointNoPrefix) { point, _ in Array(point.dropFirst()) },
        Mistake(.pointPadding, point) {
            while try! $0.ephemeral.point()[1] != 0 { $0.ephemeral = try! SimulatedKey(.p256) }
            $0.key = { point, _ in [4] + shortened(point[1...32]) + point[33...] }
        },
        Mistake(.pointPadding, point) {
            while try! $0.ephemeral.point()[33] != 0 { $0.ephemeral = try! SimulatedKey(.p256) }
            $0.key = { point, _ in [4] + point[1...32] + shortened(point[33...]) }
        },
        keyed(.pointPadding) { point, _ in [4, 0] + point[1...32] + [0] + point[33...] },
        keyed(.pointOffCurve, opens: false) { point, _ in point.dropLast() + [point[64] ^ 1] },
        keyed(.pointOffCurve, opens: false) { _, _ in try! SimulatedKey(.p384).point() },
        Mistake(.toIntermediate, sealed) { $0.recipient = HonestIssuer.pki.intermediateKey },
        Mistake(.nothingOpens, sealed, opens: false) { $0.recipient = try! SimulatedKey(.p256) },
        Mistake(.nothingOpens, sealed, opens: false) {
            $0.arrange = { ciphertext, tag in
                [ciphertext[0] ^ 1] + ciphertext.dropFirst().map { $0 ^ 0x80 } + tag
            }
        },
    ]

    private static func derived(
        _ kind: Deviation.Kind, _ input: @escaping @Sendable (WrongAnswer.Shared) -> [UInt8]
    ) -> Mistake {
        Mistake(kind, sealed) { $0.contentKey = { try Digest.sha256.of(input($0)) } }
    }

    private static func info(
        _ kind: Deviation.Kind, _ info: @escaping @Sendable (WrongAnswer.Shared) -> [UInt8]
    ) -> Mistake {
        derived(kind) { [0, 0, 0, 1] + $0.z + info($0) }
    }

    private static func partyV(
        _ kind: Deviation.Kind, _ party: @escaping @Sendable (WrongAnswer.Shared) throws -> [UInt8]
    ) -> Mistake {
        info(kind) { try! right + party($0) }
    }

    private static func secret(
        _ kind: Deviation.Kind, _ form: @escaping @Sendable (WrongAnswer.Shared) throws -> [UInt8]
    ) -> Mistake {
        derived(kind) { try! [0, 0, 0, 1] + form($0) + right + $0.own }
    }

    private static let label = WrongAnswer.label
    private static let apple = WrongAnswer.apple
    private static let right = [0x0d] + label + apple
    private static func four(_ count: Int) -> [UInt8] { [0, 0, UInt8(count >> 8), UInt8(count & 0xff)] }

    static let derivations: [Mistake] = [
        derived(.x963Order) { $0.z + [0, 0, 0, 1] + right + $0.own },
        derived(.counterMissing) { $0.z + right + $0.own },
        derived(.counterWrong) { [0, 0, 0, 0] + $0.z + right + $0.own },
        derived(.counterWrong) { [1, 0, 0, 0] + $0.z + right + $0.own },
        derived(.jose) {
            [0, 0, 0, 1] + $0.z + four(13) + label + four(5) + apple + four(65) + $0.own + four(256)
        },
        Mistake(.hkdf, sealed) {
            $0.contentKey = { try hkdf($0.z, info: right + $0.own) }
        },
        Mistake(.noKDF, sealed) { $0.contentKey = { $0.z } },
        derived(.noKDF) { $0.z },
        secret(.secretPoint) { $0.point },
        secret(.secretPoint) { Array($0.point.dropFirst()) },
        secret(.secretHashed) { try Digest.sha256.of($0.z) },
        secret(.secretHashed) { try Digest.sha256.of([3] + $0.z) },
        secret(.secretText) { Array($0.z.hex.utf8) },
        Mistake(.secretLength, sealed) {
            while try! $0.ephemeral.sharedSecret(with: $0.recipient)[0] != 0 {
                $0.ephemeral = try! SimulatedKey(.p256)
            }
            $0.contentKey = { try Digest.sha256.of([0, 0, 0, 1] + $0.z.drop { $0 == 0 } + right + $0.own) }
        },
        Mistake(.secretLength, sealed) {
            while try! $0.ephemeral.sharedSecret(with: $0.recipient)[0] < 0x80 {
                $0.ephemeral = try! SimulatedKey(.p256)
            }
            $0.contentKey = { try Digest.sha256.of([0, 0, 0, 1, 0] + $0.z + right + $0.own) }
        },
        info(.labelLengthMissing) { label + apple + $0.own },
        info(.labelLengthFour) { [0, 0, 0, 0x0d] + label + apple + $0.own },
        info(.labelWrong) { [0x0d] + Array("id-aes256-gcm".utf8) + apple + $0.own },
        info(.labelMissing) { apple + $0.own },
        info(.partyUMissing) { [0x0d] + label + $0.own },
        info(.partyUWrong) { [0x0d] + label + Array("apple".utf8) + $0.own },
        info(.partyULength) { [0x0d] + label + [5] + apple + $0.own },
        partyV(.partyVLeaf) { $0.leaf },
        partyV(.partyVLeaf) { $0.leafSPKI },
        partyV(.partyVSPKI) { $0.ownSPKI },
        partyV(.partyVHash) { try Digest.sha256.of($0.own) },
        partyV(.partyVHash) { try Digest.sha256.of($0.leafSPKI) },
        partyV(.partyVMerchant) { _ in try Digest.sha256.of(Array("merchant.example.shop".utf8)) },
        partyV(.partyVNoPrefix) { Array($0.own.dropFirst()) },
        partyV(.partyVCompressed) { [2 | $0.own[64] & 1] + $0.own[1...32] },
        partyV(.partyVText) { Array($0.own.hex.utf8) },
        partyV(.partyVLength) { [65] + $0.own },
        partyV(.partyVMissing) { _ in [] },
        partyV(.keyLength) { $0.own + four(256) },
        Mistake(.sha1, sealed) {
            $0.contentKey = { shared in
                let rounds = try [1, 2].map {
                    try Digest.sha1.of([0, 0, 0, $0] + shared.z + right + shared.own)
                }
                return Array(rounds.joined().prefix(32))
            }
        },
        Mistake(.sha2Long, sealed) {
            $0.contentKey = {
                try Array(Digest.sha512.of([0, 0, 0, 1] + $0.z + right + $0.own).prefix(32))
            }
        },
    ]

    /// RFC 5869 without a salt, 32 bytes.
    private static func hkdf(_ secret: [UInt8], info: [UInt8]) throws -> [UInt8] {
        try hmac(hmac([UInt8](repeating: 0, count: 32), secret), info + [1])
    }

    /// RFC 2104 with SHA-256, for a key of 32 bytes.
    private static func hmac(_ key: [UInt8], _ message: [UInt8]) throws -> [UInt8] {
        let block = key + [UInt8](repeating: 0, count: 64 - key.count)
        let inner = try Digest.sha256.of(block.map { $0 ^ 0x36 } + message)
        return try Digest.sha256.of(block.map { $0 ^ 0x5c } + inner)
    }

    static let ciphers: [Mistake] = [
        Mistake(.aes128, sealed) {
            $0.contentKey = {
                try Array(Digest.sha256.of([0, 0, 0, 1] + $0.z + right + $0.own).prefix(16))
            }
        },
        Mistake(.iv16, sealed) { $0.iv = [UInt8](repeating: 0, count: 16) },
        Mistake(.ivSent, sealed) {
            let iv = try! randomBytes(12)
            $0.iv = iv
            $0.arrange = { iv + $0 + $1 }
        },
        Mistake(.ivSent, sealed) {
            let iv = try! randomBytes(16)
            $0.iv = iv
            $0.arrange = { iv + $0 + $1 }
        },
        Mistake(.ivOther, sealed) { $0.iv[11] = 1 },
        Mistake(.ivOther, sealed) { $0.iv = try! randomBytes(12) },
        Mistake(.aad, sealed) { $0.associated = Array("Apple".utf8) },
        Mistake(.tagMissing, sealed) { $0.arrange = { ciphertext, _ in ciphertext } },
        Mistake(.tagFirst, sealed) { $0.arrange = { $1 + $0 } },
        Mistake(.tagShort, sealed) { $0.arrange = { $0 + $1.prefix(12) } },
        Mistake(.tagWrong, sealed) { $0.arrange = { $0 + $1.map { $0 ^ 1 } } },
        Mistake(.tagWrong, sealed) { $0.associated = Array("something of the server's own".utf8) },
    ]
}
