import Wallet

/// Arithmetic with the order of the group on P-256.
enum P256Order {
    /// `r || n - s` for `r || s`: as valid as it was.
    static func mirrored(_ signature: [UInt8]) -> [UInt8] {
        guard signature.count == 64 else { return signature }
        var result = signature
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(ECDSASignature.order[index]) - Int(signature[32 + index]) - borrow
            borrow = difference < 0 ? 1 : 0
            result[32 + index] = UInt8(difference + 256 * borrow)
        }
        return result
    }
}
