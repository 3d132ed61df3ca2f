/// Whether a number like a clear PAN stands in a text: what calls itself so must not become a cardholder, who is in
/// each attempt's record. As the database looks for one (`vault.holds_pan`): 12 to 19 digits that begin with 2 to 6
/// and pass Luhn's check, in one run or in the groups in which they are embossed, with a space or one of `- . / _`
/// between them. Longer runs, and words of hexadecimal digits, are somebody's ids.
package enum ClearPAN {
    package static func stands(in text: some Collection<UInt8>) -> Bool {
        // Nearly every id ends here: too few digits, or a UUID.
        guard text.count(where: isDigit) >= 12 else { return false }
        var bytes = text.map { "./_".utf8.contains($0) ? UInt8(ascii: "-") : $0 }
        blankHexadecimalWords(&bytes)
        let runs = digitRuns(bytes)
        return runs.indices.contains { first in
            forms(from: first, runs, bytes).contains { count in
                isPAN(runs[first..<(first + count)].flatMap { bytes[$0] })
            }
        }
    }

    /// How many runs make a number together, from the first on.
    private static func forms(from first: Int, _ runs: [Range<Int>], _ bytes: [UInt8]) -> [Int] {
        var lengths: [Int] = []
        for run in runs[first...].prefix(5) {
            if let last = lengths.isEmpty ? nil : runs[first + lengths.count - 1].upperBound {
                let isJoined = run.lowerBound == last + 1 && [0x20, 0x2D].contains(bytes[last])
                guard isJoined else { break }
            }
            lengths.append(run.count)
        }
        var counts: [Int] = []
        if (12...19).contains(lengths[0]) { counts.append(1) }
        if lengths.starts(with: [4, 6]), lengths.count > 2, (4...5).contains(lengths[2]) { counts.append(3) }
        if lengths.starts(with: [4, 4, 4, 4]) {
            counts.append(4)
            if lengths.count > 4, (1...3).contains(lengths[4]) { counts.append(5) }
        }
        return counts
    }

    private static func isPAN(_ digits: [UInt8]) -> Bool {
        guard (UInt8(ascii: "2")...UInt8(ascii: "6")).contains(digits[0]) else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element - 0x30)
            guard !digit.offset.isMultiple(of: 2) else { return sum + value }
            return sum + (value < 5 ? 2 * value : 2 * value - 9)
        }
        return sum.isMultiple(of: 10)
    }

    /// Each longest run of digits.
    private static func digitRuns(_ bytes: [UInt8]) -> [Range<Int>] {
        bytes.indices.split { !isDigit(bytes[$0]) }.map { $0.first!..<($0.last! + 1) }
    }

    /// Words of 20 or more hexadecimal digits and hyphens, a letter among them, with nothing else in them.
    private static func blankHexadecimalWords(_ bytes: inout [UInt8]) {
        let words = bytes.indices.split {
            !isHexadecimal(bytes[$0]) && !isOtherLetter(bytes[$0]) && bytes[$0] != 0x2D
        }
        for word in words where word.count >= 20 {
            let isBlanked =
                !word.contains { isOtherLetter(bytes[$0]) }
                && word.contains { isHexadecimal(bytes[$0]) && !isDigit(bytes[$0]) }
            if isBlanked { for place in word { bytes[place] = 0x20 } }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }
    /// A letter that is no hexadecimal digit.
    private static func isOtherLetter(_ byte: UInt8) -> Bool { (0x67...0x7A).contains(byte | 0x20) }
}
