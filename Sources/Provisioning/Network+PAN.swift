internal import Cryptography
package import Vault

extension Network {
    /// Whether a PAN may be one of the network's, by the digits that it begins with (ISO/IEC 7812, major industry
    /// identifier). Ranges are bought and opened, so that this says only what cannot be: Visa's begin with 4, American
    /// Express's with 34 or 37, Mastercard's with 2, 5 or 6 (Maestro among them), Discover's with 3 or 6 (Diners Club
    /// and UnionPay among them).
    package func mayIssue(_ pan: borrowing PAN) -> Bool {
        unsafe pan.digits.withUnsafeBytes { digits in
            let first = unsafe digits[0]
            return switch self {
            case .visa: first == UInt8(ascii: "4")
            case .mastercard: [UInt8(ascii: "2"), UInt8(ascii: "5"), UInt8(ascii: "6")].contains(first)
            case .amex:
                unsafe first == UInt8(ascii: "3")
                    && [UInt8(ascii: "4"), UInt8(ascii: "7")].contains(digits[1])
            case .discover: [UInt8(ascii: "3"), UInt8(ascii: "6")].contains(first)
            }
        }
    }
}
