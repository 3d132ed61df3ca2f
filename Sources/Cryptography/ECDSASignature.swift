internal import COpenSSL

/// An ECDSA signature in one of its two encodings.
package enum ECDSASignature: Sendable {
    /// `r || s`, each as long as the curve's field: 64 bytes for P-256. What a JWS carries.
    case raw([UInt8])
    /// `SEQUENCE { INTEGER r, INTEGER s }` in DER; another encoding of the same numbers is refused.
    case der([UInt8])

    /// The DER form, null where `raw` is not two numbers of `half` bytes. OpenSSL itself compares what it was
    /// given with its own encoding, so that only strict DER is ever accepted.
    func der(half: Int) -> [UInt8]? {
        switch self {
        case .der(let bytes):
            return bytes
        case .raw(let bytes):
            guard bytes.count == 2 * half else { return nil }
            var body = Self.integer(bytes[..<half]) + Self.integer(bytes[half...])
            // At most 2 * (2 + 49) = 102 bytes for P-384: the short form of a length reaches to 127.
            body.insert(contentsOf: [0x30, UInt8(body.count)], at: 0)
            return body
        }
    }

    /// A DER INTEGER: no needless leading zeros, one where the first bit would make it negative (X.690, 8.3).
    private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(number.drop { $0 == 0 })
        if (digits.first ?? 0x80) >= 0x80 { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }

    /// `r || s` of a DER signature that OpenSSL made.
    static func raw(from der: [UInt8], half: Int) throws(CryptographyError) -> [UInt8] {
        var raw = [UInt8](repeating: 0, count: 2 * half)
        unsafe try check(passwright_ecdsa_raw(der, der.count, &raw, Int32(half)), "d2i_ECDSA_SIG")
        return raw
    }
}
