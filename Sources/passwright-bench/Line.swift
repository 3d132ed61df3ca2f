import Glibc

/// One connection to the server, kept open from answer to request.
final class Line {
    private let address: ServerAddress
    /// Nil where it is not open.
    private(set) var descriptor: Int32?
    private var buffer: [UInt8] = []
    private var head: AnswerHead?
    private var chunk = [UInt8](repeating: 0, count: 16_384)

    init(_ address: ServerAddress) { self.address = address }

    deinit { hangUp() }

    /// What came back.
    struct Answer {
        let status: Int
        let body: [UInt8]
    }

    enum Progress {
        case answered(Answer)
        /// Not all of it is here.
        case waiting
        /// No answer will come; the next request opens the connection anew.
        case lost
    }

    /// Opens the connection, unless it is open.
    func connect() { if descriptor == nil { descriptor = address.connect() } }

    /// Sends one request; false where nobody takes it.
    func send(_ request: [UInt8]) -> Bool {
        connect()
        guard let descriptor else { return false }
        var rest = request[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else {
                hangUp()
                return false
            }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Reads what is here of the answer; waits for some of it where nothing is, for at most ten seconds.
    func receive() -> Progress {
        guard let descriptor else { return .lost }
        let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0, buffer.count < 1 << 20 else {
            hangUp()
            return .lost
        }
        buffer += chunk.prefix(count)
        if head == nil { head = AnswerHead(buffer) }
        guard let whole = head, buffer.count >= whole.length else { return .waiting }
        let answer = Answer(status: whole.status, body: Array(buffer[whole.start..<whole.length]))
        buffer.removeFirst(whole.length)
        head = nil
        if whole.closes { hangUp() }
        return .answered(answer)
    }

    /// Sends one request and waits for its answer; nil where none came.
    func answer(to request: [UInt8]) -> Answer? {
        guard send(request) else { return nil }
        while true {
            switch receive() {
            case .answered(let answer): return answer
            case .waiting: continue
            case .lost: return nil
            }
        }
    }

    func hangUp() {
        if let descriptor { close(descriptor) }
        descriptor = nil
        buffer = []
        head = nil
    }
}
