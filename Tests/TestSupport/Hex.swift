extension [UInt8] {
    /// The bytes of hexadecimal text, in either case; a text that is not hexadecimal traps.
    package init(hex text: some StringProtocol) {
        let digits = text.utf8.map { UInt8(Character(UnicodeScalar($0)).hexDigitValue!) }
        precondition(digits.count.isMultiple(of: 2), "hexadecimal text of odd length")
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Lower-case hexadecimal.
    package var hex: String {
        map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }.joined()
    }
}
