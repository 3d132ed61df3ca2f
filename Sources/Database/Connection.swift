internal import CPostgres
internal import Glibc
internal import Provisioning

/// One connection to PostgreSQL, used by one thread at a time. Every wait has a deadline; once one has passed, or the
/// server has gone, the connection is not usable any more and is to be dropped.
@safe final class Connection {
    /// What the database made of a statement.
    enum Outcome {
        case rows(Answer)
        /// The five letters of the SQLSTATE. The message is never read: it can quote a row.
        case refused(String)
    }

    private let connection: OpaquePointer
    private let prepares: Bool
    private var prepared: Set<String> = []
    private(set) var isUsable = true
    /// The server said that it committed here without the standby that it should have waited for.
    fileprivate var isAlone = false

    /// Connects, waiting as long as the connection string says, or 2 s a host: never on the path of a request.
    init(_ settings: DatabaseSettings) throws(StoreError) {
        unsafe connection = try ConnectionWords.connect(settings.connectionString)
        prepares = settings.prepares
        guard unsafe PQstatus(connection) == CONNECTION_OK else { throw .unavailable }
        // Messages of the server would otherwise go to standard error.
        _ = unsafe PQsetNoticeReceiver(connection, readNotice, Unmanaged.passUnretained(self).toOpaque())
        guard unsafe PQsetnonblocking(connection, 1) == 0 else { throw .unavailable }
    }

    deinit { unsafe PQfinish(connection) }

    /// Sends one statement and waits for its answer until the deadline.
    func run(
        _ statement: Statement, _ parameters: Parameters, until deadline: Deadline
    ) throws(StoreError) -> Outcome {
        guard prepares else {
            return try send(until: deadline) {
                unsafe parameters.lend { count, types, values, lengths, formats in
                    unsafe PQsendQueryParams(
                        connection, statement.text, count, types, values, lengths, formats, 1)
                }
            }
        }
        if let refused = try prepare(statement, parameters, until: deadline) { return refused }
        let outcome = try runPrepared(statement, parameters, until: deadline)
        // A pooler, or DISCARD ALL, may have made the server forget it. Nothing ran: asking again is safe.
        guard case .refused("26000") = outcome else { return outcome }
        prepared.remove(statement.name)
        if let refused = try prepare(statement, parameters, until: deadline) { return refused }
        return try runPrepared(statement, parameters, until: deadline)
    }

    /// Whether the server is still there, as far as an idle socket tells. Does not wait.
    func looksAlive() -> Bool {
        if unsafe PQconsumeInput(connection) == 0 || PQstatus(connection) != CONNECTION_OK {
            isUsable = false
        }
        return isUsable
    }

    /// Prepares a statement, unless this connection has it. The parameters give its types. Returns what the database
    /// said where it would not.
    private func prepare(
        _ statement: Statement, _ parameters: Parameters, until deadline: Deadline
    ) throws(StoreError) -> Outcome? {
        guard !prepared.contains(statement.name) else { return nil }
        let outcome = try send(until: deadline) {
            unsafe parameters.types.withUnsafeBufferPointer { types in
                unsafe PQsendPrepare(
                    connection, statement.name, statement.text, Int32(types.count), types.baseAddress)
            }
        }
        switch outcome {
        // 42P05: behind a pooler another client may have prepared the same statement on this server.
        case .rows, .refused("42P05"):
            prepared.insert(statement.name)
            return nil
        case .refused: return outcome
        }
    }

    private func runPrepared(
        _ statement: Statement, _ parameters: Parameters, until deadline: Deadline
    ) throws(StoreError) -> Outcome {
        try send(until: deadline) {
            unsafe parameters.lend { count, _, values, lengths, formats in
                unsafe PQsendQueryPrepared(connection, statement.name, count, values, lengths, formats, 1)
            }
        }
    }

    private func send(until deadline: Deadline, _ start: () -> Int32) throws(StoreError) -> Outcome {
        guard isUsable, start() == 1 else { throw dropped(.unavailable) }
        try flush(until: deadline)
        var outcome: Outcome?
        while true {
            while unsafe PQisBusy(connection) == 1 {
                try wait(for: POLLIN, until: deadline)
                guard unsafe PQconsumeInput(connection) == 1 else { throw dropped(.unavailable) }
            }
            guard let result = unsafe PQgetResult(connection) else { break }
            outcome = unsafe Connection.judge(result)
        }
        guard let outcome, !isAlone, unsafe PQtransactionStatus(connection) == PQTRANS_IDLE else {
            throw dropped(.unavailable)
        }
        if case .refused(let state) = outcome, Connection.endsConnection(state) { isUsable = false }
        return outcome
    }

    private func flush(until deadline: Deadline) throws(StoreError) {
        while true {
            let rest = unsafe PQflush(connection)
            if rest == 0 { return }
            guard rest == 1 else { throw dropped(.unavailable) }
            // Reading while writing: the server may be waiting for us to read before it reads on.
            try wait(for: POLLIN | POLLOUT, until: deadline)
            guard unsafe PQconsumeInput(connection) == 1 else { throw dropped(.unavailable) }
        }
    }

    private func wait(for events: Int32, until deadline: Deadline) throws(StoreError) {
        var waiting = unsafe pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
        while true {
            let left = deadline.milliseconds
            guard left > 0 else { throw dropped(.timedOut) }
            let ready = unsafe poll(&waiting, 1, left)
            if ready > 0 { return }
            guard ready == 0 || errno == EINTR else { throw dropped(.unavailable) }
        }
    }

    private func dropped(_ error: StoreError) -> StoreError {
        isUsable = false
        return error
    }

    /// Takes the result.
    private static func judge(_ result: OpaquePointer) -> Outcome {
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
            return .rows(unsafe Answer(owning: result))
        default:
            defer { unsafe PQclear(result) }
            // PG_DIAG_SQLSTATE
            guard let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))) else {
                return .refused("")
            }
            return .refused(unsafe String(cString: state))
        }
    }

    /// 0A000: a plan that a change of the schema has made useless; 25006: this server is no longer the one that
    /// writes. A new connection heals both.
    private static func endsConnection(_ state: String) -> Bool { state == "0A000" || state == "25006" }
}

/// Notices are not for us, but for one: where a commit's wait for a synchronous standby is cancelled, PostgreSQL warns
/// and calls it committed. A failover would lose it, and an answer that was built on it. The notice is known by the
/// function that it comes from (PG_DIAG_SOURCE_FUNCTION), which is the same in every language.
private func readNotice(_ context: UnsafeMutableRawPointer?, _ notice: OpaquePointer?) {
    guard let function = unsafe PQresultErrorField(notice, Int32(UInt8(ascii: "R"))),
        unsafe strcmp(function, "SyncRepWaitForLSN") == 0
    else { return }
    unsafe Unmanaged<Connection>.fromOpaque(context!).takeUnretainedValue().isAlone = true
}
