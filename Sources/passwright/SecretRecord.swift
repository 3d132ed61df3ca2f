import Cryptography

/// One line of comma-separated values (RFC 4180), its fields in memory that is cleansed.
///
/// Spaces around a field that is not quoted are not part of it; what is quoted is taken exactly. A field holds
/// no line end and no other control character.
struct SecretRecord: ~Copyable {
    /// The fields, one after another, without quotes.
    private var bytes: SecretBytes
    private var fields: [Range<Int>] = []

    /// Takes `line` apart; what is not CSV is refused.
    init(parsing line: borrowing SecretBytes) throws(CardRefusal) {
        bytes = SecretBytes(capacity: line.count)
        try unsafe line.withUnsafeBytes { (line) throws(CardRefusal) in
            guard unsafe line.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else { throw .controlCharacter }
            var position = 0
            while true {
                let start = bytes.count
                unsafe Self.skipSpaces(line, &position)
                if position < line.count, unsafe line[position] == Self.quote {
                    unsafe try quoted(line, &position)
                } else {
                    unsafe try plain(line, &position)
                }
                fields.append(start..<bytes.count)
                guard position < line.count else { return }
                position += 1
            }
        }
    }

    var count: Int { fields.count }

    /// How many bytes a field has.
    func length(_ field: Int) -> Int { fields[field].count }

    /// A field that is not secret, null where it is not UTF-8.
    borrowing func text(_ field: Int) -> String? {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe String(validating: bytes[fields[field]], as: UTF8.self)
        }
    }

    /// A field that is.
    borrowing func secret(_ field: Int) -> SecretBytes {
        var secret = SecretBytes(capacity: length(field))
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe secret.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[fields[field]]))
        }
        return secret
    }

    /// Whether a field has inside the digits that `other` is, whatever stands between them.
    borrowing func field(_ field: Int, contains other: Int) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            let digits = unsafe UnsafeRawBufferPointer(rebasing: bytes[fields[other]])
            var rest = unsafe bytes[fields[field]]
            while unsafe rest.count >= digits.count, unsafe !digits.isEmpty {
                if unsafe Self.begins(rest, with: digits) { return true }
                unsafe rest = rest.dropFirst()
            }
            return false
        }
    }

    private static func begins(
        _ text: Slice<UnsafeRawBufferPointer>, with digits: UnsafeRawBufferPointer
    ) -> Bool {
        guard unsafe text.first == digits.first else { return false }
        var found = 0
        for place in unsafe text.indices {
            let byte = unsafe text[place]
            guard (0x30...0x39).contains(byte) else { continue }
            guard unsafe byte == digits[found] else { return false }
            found += 1
            if found == digits.count { return true }
        }
        return false
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let space = UInt8(ascii: " ")

    private static func skipSpaces(_ line: UnsafeRawBufferPointer, _ position: inout Int) {
        while position < line.count, unsafe line[position] == space { position += 1 }
    }

    /// A field up to the next comma.
    private mutating func plain(_ line: UnsafeRawBufferPointer, _ position: inout Int) throws(CardRefusal) {
        let rest = unsafe line[position...].prefix { $0 != Self.comma }
        guard unsafe !rest.contains(Self.quote) else { throw .notCSV }
        var end = unsafe rest.endIndex
        while end > position, unsafe line[end - 1] == Self.space { end -= 1 }
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[position..<end]))
        position = unsafe rest.endIndex
    }

    /// A field in quotes, where a quote is written twice.
    private mutating func quoted(_ line: UnsafeRawBufferPointer, _ position: inout Int) throws(CardRefusal) {
        repeat {
            position += 1
            guard let end = unsafe line[position...].firstIndex(of: Self.quote) else { throw .notCSV }
            // The second quote of a pair ends up among the bytes as the first of the next run.
            let again = end + 1 < line.count ? unsafe line[end + 1] == Self.quote : false
            unsafe bytes.append(
                contentsOf: UnsafeRawBufferPointer(rebasing: line[position..<(again ? end + 1 : end)]))
            position = end + 1
            if !again { break }
        } while true
        unsafe Self.skipSpaces(line, &position)
        guard position < line.count else { return }
        guard unsafe line[position] == Self.comma else { throw .notCSV }
    }
}
