package import Cryptography

/// A primary account number: 12 to 19 digits of which the last is right (ISO/IEC 7812-1), not all zero.
///
/// It has no description and cannot be copied. Whoever has a PAN may read its digits, into another secret only.
package struct PAN: ~Copyable, Sendable {
    /// The digits in ASCII.
    package let digits: SecretBytes

    /// Takes over the digits in ASCII, with nothing between or around them.
    package init(_ digits: consuming SecretBytes) throws(VaultError) {
        let isPAN = unsafe digits.withUnsafeBytes { digits in
            unsafe (12...19).contains(digits.count) && hasLuhnDigit(digits)
        }
        guard isPAN else { throw .notAPAN }
        self.digits = digits
    }

    /// The last four digits in ASCII, which may be seen (PCI DSS 3.4.1).
    package var lastFour: [UInt8] {
        unsafe digits.withUnsafeBytes { digits in unsafe Array(digits.suffix(4)) }
    }
}

/// Whether all are ASCII digits and the last makes the Luhn sum a multiple of ten: from the right, every second
/// digit counts double, its own digits added. Zeros alone would do, and are nobody's.
private func hasLuhnDigit(_ digits: UnsafeRawBufferPointer) -> Bool {
    var sum = 0
    var doubles = false
    for index in digits.indices.reversed() {
        let value = unsafe Int(digits[index]) - 0x30
        guard (0...9).contains(value) else { return false }
        sum += doubles ? (value < 5 ? 2 * value : 2 * value - 9) : value
        doubles.toggle()
    }
    return sum > 0 && sum.isMultiple(of: 10)
}
