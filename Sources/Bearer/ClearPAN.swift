/// Whether a number like a clear PAN stands in a text: what calls itself so must not become a cardholder, who is in
/// each attempt's record. As the database looks for one (`vault.holds_pan`): 12 to 19 digits that begin with 22 to 27
/// or 3 to 6 and pass Luhn's check, in one run, or sixteen in two to four groups of at least four, or as they are
/// embossed or a spreadsheet shows them, with one to three of the usual characters between two groups, in the digits of
/// any script. Longer runs, and words of hexadecimal digits, are somebody's ids.
package enum ClearPAN {
    package static func stands(in text: some Collection<UInt8>) -> Bool {
        // Nearly every id ends here: too few digits.
        guard text.count(where: isDigit) >= 12 || text.contains(where: { $0 > 0x7F }) else { return false }
        var bytes = read(String(decoding: text, as: UTF8.self))
        blankHexadecimalWords(&bytes)
        let runs = digitRuns(bytes)
        return runs.indices.contains { first in
            forms(groups(from: first, runs, bytes)).contains { count in
                isPAN(runs[first..<(first + count)].flatMap { bytes[$0] })
            }
        }
    }

    /// The text with other scripts' digits as ours, a hyphen for whatever may stand between groups, and what has no
    /// width left out.
    private static func read(_ text: String) -> [UInt8] {
        text.unicodeScalars.compactMap { scalar in
            if scalar.isASCII {
                return " ./_,:*;|+".unicodeScalars.contains(scalar) ? hyphen : UInt8(scalar.value)
            }
            if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                return 0x30 + UInt8(value)
            }
            switch scalar.properties.generalCategory {
            case .format: return nil
            case .spaceSeparator, .dashPunctuation: return hyphen
            default: return ["\u{B7}", "\u{2022}", "\u{2212}"].contains(scalar) ? hyphen : other
            }
        }
    }

    /// The lengths of the runs that belong together, from the first on.
    private static func groups(from first: Int, _ runs: [Range<Int>], _ bytes: [UInt8]) -> [Int] {
        var lengths = [runs[first].count]
        for (before, run) in zip(runs[first...], runs[(first + 1)...]).prefix(5) {
            let between = bytes[before.upperBound..<run.lowerBound]
            guard between.count <= 3, between.allSatisfy({ $0 == hyphen }) else { break }
            lengths.append(run.count)
        }
        return lengths
    }

    /// How many of the groups may make a PAN together.
    private static func forms(_ groups: [Int]) -> [Int] {
        var counts: [Int] = []
        if (12...19).contains(groups[0]) { counts.append(1) }
        if groups.starts(with: [4, 6]), groups.count > 2, (4...5).contains(groups[2]) { counts.append(3) }
        if groups.starts(with: [4, 4, 4, 4]) {
            counts.append(4)
            if groups.count > 4, (1...3).contains(groups[4]) { counts.append(5) }
        }
        for count in 2...3 where groups.count >= count {
            let some = groups.prefix(count)
            if some.allSatisfy({ $0 >= 4 }), some.reduce(0, +) == 16 { counts.append(count) }
        }
        if groups.starts(with: [1, 3, 3, 3, 3, 3]) { counts.append(6) }
        return counts
    }

    private static func isPAN(_ digits: [UInt8]) -> Bool {
        let beginning = 10 * (Int(digits[0]) - 0x30) + Int(digits[1]) - 0x30
        guard (22...27).contains(beginning) || (30...69).contains(beginning) else { return false }
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
            !isHexadecimal(bytes[$0]) && !isOtherLetter(bytes[$0]) && bytes[$0] != hyphen
        }
        for word in words where word.count >= 20 {
            let isBlanked =
                !word.contains { isOtherLetter(bytes[$0]) }
                && word.contains { isHexadecimal(bytes[$0]) && !isDigit(bytes[$0]) }
            if isBlanked { for place in word { bytes[place] = 0x20 } }
        }
    }

    private static let hyphen = UInt8(ascii: "-")
    /// In the place of whatever else is not ASCII: a word ends there.
    private static let other = UInt8(ascii: " ")

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }
    /// A letter that is no hexadecimal digit.
    private static func isOtherLetter(_ byte: UInt8) -> Bool { (0x67...0x7A).contains(byte | 0x20) }
}
