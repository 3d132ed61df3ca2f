internal import Foundation

/// A JSON object read as kindly as can be, so that what is wrong with it can be named and the rest still be judged.
struct LooseJSON {
    /// Names in the order written, where the strict reader could read it.
    let members: [(name: String, value: FlatJSON.Value?)]
    /// Whether RFC 8259 and flatness were kept.
    let strict: Bool
    /// The objects inside, by name.
    let objects: [[String: Any]]

    /// Nil where it is no object by any reading. A value that is a list or an object is nil.
    init?(_ bytes: [UInt8]) {
        if let flat = try? FlatJSON(bytes) {
            self.init(members: flat.members.map { ($0.name, $0.value) }, strict: true, objects: [])
            return
        }
        guard let any = try? JSONSerialization.jsonObject(with: Data(bytes)),
            let object = any as? [String: Any]
        else { return nil }
        self.init(object)
    }

    init(_ object: [String: Any]) {
        self.init(
            members: object.sorted { $0.key < $1.key }.map { ($0.key, LooseJSON.value($0.value)) },
            strict: false, objects: object.values.compactMap { $0 as? [String: Any] })
    }

    private init(
        members: [(name: String, value: FlatJSON.Value?)], strict: Bool, objects: [[String: Any]]
    ) {
        self.members = members
        self.strict = strict
        self.objects = objects
    }

    private static func value(_ any: Any) -> FlatJSON.Value? {
        switch any {
        case let text as String: .text(text)
        case let number as NSNumber: .number("\(number)")
        case is NSNull: .null
        default: nil
        }
    }
}

/// A name without regard to case, `_` and `-`.
func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
