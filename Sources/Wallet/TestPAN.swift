/// A network's published test number. It prints as its last four digits, so that no report shows the rest.
package struct TestPAN: Codable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let digits: String

    package init(_ digits: String) { self.digits = digits }

    package init(from decoder: any Decoder) throws {
        digits = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(digits)
    }

    package var lastFour: String { String(digits.suffix(4)) }
    package var description: String { "···· \(lastFour)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
