import HTTP

/// `Content-Type: application/json`, alone or with `charset=utf-8`, and no content coding.
enum MediaType {
    static func check(_ head: HTTPHead) throws(Problem) {
        let types = head.values("content-type")
        let codings = head.values("content-encoding")
        guard types.count == 1, isJSON(types[0]),
            codings.allSatisfy({ folded($0).elementsEqual("identity".utf8) })
        else {
            throw Problem(
                .mediaType, "The body must be application/json, not compressed.")
        }
    }

    private static func isJSON(_ value: [UInt8]) -> Bool {
        let parts = value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            folded($0)
        }
        guard parts[0].elementsEqual("application/json".utf8), parts.count <= 2 else { return false }
        guard parts.count == 2 else { return true }
        return ["charset=utf-8", "charset=\"utf-8\""].contains { parts[1].elementsEqual($0.utf8) }
    }

    /// Lower case, without white space at the ends.
    private static func folded(_ text: some Sequence<UInt8>) -> [UInt8] {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let start = text.drop(while: isSpace).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        return Array(start.reversed().drop(while: isSpace).reversed())
    }
}
