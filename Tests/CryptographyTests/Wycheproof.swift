import TestSupport
import Testing

/// A file of Wycheproof vectors.
struct Wycheproof<Group: Decodable>: Decodable {
    let numberOfTests: Int
    let testGroups: [Group]

    /// Reads `wycheproof/<name>.json`.
    static func read(_ name: String) throws -> [Group] {
        let file = try SharedData.json("wycheproof/\(name).json", as: Self.self)
        #expect(file.numberOfTests > 0)
        return file.testGroups
    }
}

/// What a vector says of itself.
enum WycheproofResult: String, Decodable {
    case valid, invalid
    /// Correct numbers in a form that an implementation may refuse.
    case acceptable
}

/// How many of each verdict were accepted and refused.
struct Tally: Equatable {
    private var counts: [String: Int] = [:]

    mutating func add(_ result: WycheproofResult, accepted: Bool) {
        counts[result.rawValue + (accepted ? " accepted" : " refused"), default: 0] += 1
    }

    init(_ counts: [String: Int] = [:]) { self.counts = counts }
}
