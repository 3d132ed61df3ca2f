internal import CPostgres
internal import FoundationEssentials
internal import Provisioning

/// The rows that a statement gave, in binary. A value that is not what it should be is `incompatible`.
@safe final class Answer {
    private let result: OpaquePointer

    /// Takes the result and frees it.
    init(owning result: OpaquePointer) { unsafe self.result = result }

    deinit { unsafe PQclear(result) }

    var rows: Int { Int(unsafe PQntuples(result)) }

    /// The value's bytes; null for an SQL null.
    func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
        let (row, column) = (Int32(row), Int32(column))
        guard unsafe PQgetisnull(result, row, column) == 0, let value = unsafe PQgetvalue(result, row, column)
        else { return nil }
        let count = Int(unsafe PQgetlength(result, row, column))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: count))
    }

    func text(_ row: Int, _ column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// smallint, integer or bigint, by its length.
    func integer(_ row: Int, _ column: Int) throws(StoreError) -> Int? {
        guard let bytes = bytes(row, column) else { return nil }
        switch bytes.count {
        case 2: return Int(Int16(truncatingIfNeeded: bigEndian(bytes)))
        case 4: return Int(Int32(truncatingIfNeeded: bigEndian(bytes)))
        case 8: return Int(truncatingIfNeeded: bigEndian(bytes))
        default: throw .incompatible
        }
    }

    func boolean(_ row: Int, _ column: Int) throws(StoreError) -> Bool {
        switch bytes(row, column) {
        case [0]: return false
        case [1]: return true
        default: throw .incompatible
        }
    }

    func uuid(_ row: Int, _ column: Int) throws(StoreError) -> UUID {
        guard let b = bytes(row, column), b.count == 16 else { throw .incompatible }
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
                b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }

    /// A timestamptz, which is microseconds since 2000-01-01, as whole seconds since 1970-01-01.
    func seconds(_ row: Int, _ column: Int) throws(StoreError) -> Int64? {
        guard let microseconds = try integer(row, column) else { return nil }
        let wholeSeconds = Int64((Double(microseconds) / 1_000_000).rounded(.down))
        return wholeSeconds + 946_684_800
    }

    /// A text that must be one of an enum's words.
    func word<W: RawRepresentable>(_ row: Int, _ column: Int, as type: W.Type) throws(StoreError) -> W
    where W.RawValue == String {
        guard let text = text(row, column), let word = W(rawValue: text) else { throw .incompatible }
        return word
    }

    private func bigEndian(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Unwraps a value that is never null.
func present<T>(_ value: T?) throws(StoreError) -> T {
    guard let value else { throw .incompatible }
    return value
}
