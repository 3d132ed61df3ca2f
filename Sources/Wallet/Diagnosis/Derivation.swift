internal import COpenSSL

/// How a content key is made of Z: the right way as it stands, every part free to be what servers make of it.
struct Derivation {
    /// In which order things are hashed, or what is done instead.
    enum Layout {
        /// Counter, Z, info: the right one, with the counter of the first round.
        case counted([UInt8])
        /// Z, counter, info.
        case x963
        /// Z, info.
        case uncounted
        /// Every field with a length of 4 bytes, then the key's length in bits: RFC 7518, 4.6.2.
        case jose
        case hkdf
        /// Z is the key.
        case secret
        /// SHA-256 of Z is the key.
        case digest
    }

    var layout = Layout.counted([0, 0, 0, 1])
    var secret: [UInt8]
    /// With its length.
    var algorithm = [UInt8(label.count)] + label
    var partyU = Array("Apple".utf8)
    var partyV: [UInt8]
    var suffix: [UInt8] = []
    var digest = Digest.sha256
    /// 32, or 16 for AES-128.
    var keyLength = 32

    static let label = Array("id-aes256-GCM".utf8)

    func key() throws(WalletError) -> [UInt8] {
        let info = algorithm + partyU + partyV + suffix
        switch layout {
        case .counted(let counter): return try rounds { round in next(counter, round) + secret + info }
        case .x963: return try rounds { round in secret + [0, 0, 0, round] + info }
        case .uncounted: return try rounds { _ in secret + info }
        case .jose:
            let fields = [Array(algorithm.dropFirst()), partyU, partyV].flatMap {
                lengthOfFour($0.count) + $0
            }
            return try rounds { round in
                [0, 0, 0, round] + secret + fields + lengthOfFour(keyLength * 8)
            }
        case .hkdf: return try hkdf(info)
        case .secret: return padded(secret)
        case .digest: return try padded(Digest.sha256.of(secret))
        }
    }

    /// As many digests one after the other as the key needs: with SHA-256 one.
    private func rounds(_ input: (UInt8) -> [UInt8]) throws(WalletError) -> [UInt8] {
        var output: [UInt8] = []
        var round: UInt8 = 1
        while output.count < keyLength {
            output += try digest.of(input(round))
            round += 1
        }
        return Array(output.prefix(keyLength))
    }

    private func next(_ counter: [UInt8], _ round: UInt8) -> [UInt8] {
        guard round > 1, let position = counter.lastIndex(where: { $0 != 0 }) ?? counter.indices.last else {
            return counter
        }
        var counter = counter
        counter[position] += round - 1
        return counter
    }

    private func padded(_ bytes: [UInt8]) -> [UInt8] {
        Array((bytes + [UInt8](repeating: 0, count: 32)).prefix(keyLength))
    }

    /// RFC 5869 without a salt; one round of expansion is 32 bytes.
    private func hkdf(_ info: [UInt8]) throws(WalletError) -> [UInt8] {
        let extracted = try hmac([UInt8](repeating: 0, count: 32), secret)
        return try padded(hmac(extracted, info + [1]))
    }

    private func hmac(_ key: [UInt8], _ message: [UInt8]) throws(WalletError) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        _ = try unsafe check(
            HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &result, &length), "HMAC")
        return result
    }
}

/// A length as 32 bits, big endian.
func lengthOfFour(_ count: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } }
