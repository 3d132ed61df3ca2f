/// What the head of an answer says of it, as far as a load must know.
struct AnswerHead {
    let status: Int
    /// Where the body begins.
    let start: Int
    /// Of head and body.
    let length: Int
    let closes: Bool

    /// Nil until the head is whole, and for what is not an answer with a length.
    init?(_ bytes: [UInt8]) {
        // Bytes, not characters: the load shares its processors with the server.
        var (status, body, end) = (nil as Int?, nil as Int?, nil as Int?)
        var closes = false
        var start = 0
        while let feed = bytes[start...].firstIndex(of: 10) {
            let line = bytes[start..<feed].map { (65...90).contains($0) ? $0 | 32 : $0 }.dropLast()
            let isFirst = start == 0
            start = feed + 1
            if line.isEmpty {
                end = start
                break
            }
            if isFirst {
                status = Self.number(line.drop { $0 != 32 }.dropFirst().prefix(3))
            } else if line.starts(with: Self.lengthName) {
                body = Self.number(line.dropFirst(Self.lengthName.count).drop { $0 == 32 })
            } else if line.starts(with: Self.connectionName) {
                closes = line.dropFirst(Self.connectionName.count).drop { $0 == 32 }.elementsEqual(Self.close)
            }
        }
        guard let status, let body, let end else { return nil }
        self.status = status
        self.start = end
        length = end + body
        self.closes = closes
    }

    private static let lengthName = Array("content-length:".utf8)
    private static let connectionName = Array("connection:".utf8)
    private static let close = Array("close".utf8)

    private static func number(_ digits: some Sequence<UInt8>) -> Int? {
        Int(String(decoding: Array(digits), as: UTF8.self))
    }
}
