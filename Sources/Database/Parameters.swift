internal import CPostgres
internal import FoundationEssentials
internal import Provisioning

/// A statement's values in PostgreSQL's binary formats, apart from its text: nothing is ever pasted into SQL, and a
/// text with a NUL in it is refused by the server instead of being cut short.
struct Parameters {
    /// Object ids of the types, as in PostgreSQL's pg_type.
    private enum TypeID: UInt32 {
        case bytea = 17
        case integer = 23
        case text = 25
        case byteaArray = 1001
        case uuid = 2950
        case uuidArray = 2951
        case jsonb = 3802
    }

    private(set) var types: [UInt32] = []
    /// Where in `bytes` each value is; null for an SQL null.
    private(set) var ranges: [Range<Int>?] = []
    private(set) var bytes: [UInt8] = []

    mutating func add(_ value: UUID?) {
        add(.uuid, value) { bytes, value in bytes += value.bytes }
    }

    mutating func add(_ value: String?) {
        add(.text, value) { bytes, value in bytes += value.utf8 }
    }

    mutating func add(_ value: StaticString) {
        add(.text, value) { bytes, value in
            unsafe bytes += UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount)
        }
    }

    mutating func add(_ value: [UInt8]?) {
        add(.bytea, value) { bytes, value in bytes += value }
    }

    mutating func add(_ value: Int32) {
        add(.integer, value) { bytes, value in append(UInt32(bitPattern: value), to: &bytes) }
    }

    mutating func add(list: [[UInt8]]) { add(.byteaArray, list, of: .bytea) }

    mutating func add(list: [UUID]) { add(.uuidArray, list.map(\.bytes), of: .uuid) }

    /// A list: dimensions, whether there are nulls, the element's type, count, lower bound 1, and each element
    /// behind its length.
    private mutating func add(_ type: TypeID, _ list: [[UInt8]], of element: TypeID) {
        add(type, list) { bytes, list in
            for word in [1, 0, element.rawValue, UInt32(list.count), 1] { append(word, to: &bytes) }
            for element in list {
                append(UInt32(element.count), to: &bytes)
                bytes += element
            }
        }
    }

    /// The checks as jsonb: its version, 1, then the text.
    mutating func add(_ checks: [Check]) {
        add(.jsonb, checks) { bytes, checks in
            bytes.append(1)
            ChecksText.append(checks, to: &bytes)
        }
    }

    private mutating func add<V>(_ type: TypeID, _ value: V?, _ append: (inout [UInt8], V) -> Void) {
        types.append(type.rawValue)
        guard let value else {
            ranges.append(nil)
            return
        }
        let start = bytes.count
        append(&bytes, value)
        ranges.append(start..<bytes.count)
    }
}

private func append(_ word: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
}

extension UUID {
    /// The 16 bytes in the order in which they are written.
    var bytes: [UInt8] { unsafe withUnsafeBytes(of: uuid) { unsafe [UInt8]($0) } }
}

extension Parameters {
    /// Lends libpq's five views of the values: count, types, pointers, lengths, and formats (all binary).
    func lend(
        _ body: (
            Int32, UnsafePointer<Oid>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?,
            UnsafePointer<Int32>?
        ) -> Int32
    ) -> Int32 {
        // An empty text is not a null: its pointer must point somewhere.
        let bytes = bytes + [0]
        return unsafe bytes.withUnsafeBytes { memory in
            let values = unsafe ranges.map { range in
                unsafe range.map { range in
                    unsafe memory.baseAddress!.advanced(by: range.lowerBound).assumingMemoryBound(
                        to: CChar.self)
                }
            }
            let lengths = ranges.map { Int32($0?.count ?? 0) }
            let formats = [Int32](repeating: 1, count: ranges.count)
            return unsafe body(Int32(ranges.count), types, values, lengths, formats)
        }
    }
}
