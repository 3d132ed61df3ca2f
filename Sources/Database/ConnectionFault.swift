internal import CPostgres
internal import Glibc
internal import Provisioning

/// Why no connection comes about, as far as libpq and PostgreSQL say: for a person who looks, not for a request.
package enum ConnectionFault: CaseIterable, Sendable {
    case malformed
    case hostUnknown
    /// Nobody listens at the address.
    case refused
    /// Nobody listens at the unix socket, or it is not there.
    case noSocket
    /// No answer comes.
    case silent
    /// TLS is asked for and not offered, or the certificate is not believed.
    case tls
    case noPassword
    case wrongPassword
    /// No such role, or pg_hba.conf does not let it in from here.
    case roleRefused
    case noDatabase
    case noRight
    case noneLeft
    case starting
    /// None of the hosts is as target_session_attrs wants it.
    case noFittingHost
    case other

    /// What PostgreSQL says to a SQLSTATE, which is the same in every language.
    private static let states: [String: ConnectionFault] = [
        "28P01": .wrongPassword, "28000": .roleRefused, "3D000": .noDatabase, "42501": .noRight,
        "53300": .noneLeft, "57P03": .starting,
    ]

    /// What libpq says by itself. This process has no locale, so that it says it in English.
    private static let words: [(String, ConnectionFault)] = [
        ("session is not read-only", .noFittingHost), ("session is read-only", .noFittingHost),
        ("hot standby", .noFittingHost), ("could not translate host name", .hostUnknown),
        ("no password supplied", .noPassword), ("SSL", .tls), ("certificate", .tls),
        ("Connection refused", .refused), ("No such file or directory", .noSocket),
        ("timeout", .silent), ("timed out", .silent), ("No route to host", .silent),
        ("Network is unreachable", .silent),
    ]

    /// Of several hosts the last one's word counts, as it was tried last.
    fileprivate init(_ message: String) {
        for line in message.split(separator: "\n").reversed() {
            if let state = line.split(separator: " ").last, let known = Self.states[String(state)] {
                self = known
                return
            }
            if let (word, fault) = Self.words.first(where: { line.contains($0.0) }) {
                let isSocket = line.contains("socket") && word == "Connection refused"
                self = isSocket ? .noSocket : fault
                return
            }
        }
        self = .other
    }
}

extension DatabaseDoor {
    /// Tries to connect, and says what came in the way; null where nothing does.
    package static func connectionFault(_ settings: DatabaseSettings) -> ConnectionFault? {
        guard isWellFormed(settings.connectionString),
            let connection = try? unsafe ConnectionWords.start(settings.connectionString)
        else { return .malformed }
        defer { unsafe PQfinish(connection) }
        guard unsafe PQstatus(connection) != CONNECTION_BAD else { return unsafe fault(connection) }
        // Of what the server says the SQLSTATE alone is wanted.
        unsafe PQsetErrorVerbosity(connection, PQERRORS_SQLSTATE)
        let deadline = Deadline(secondsFromNow: settings.answerWithin)
        var events = POLLOUT
        while true {
            var waiting = unsafe pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
            let left = deadline.milliseconds
            guard left > 0, unsafe poll(&waiting, 1, left) > 0 else { return .silent }
            switch unsafe PQconnectPoll(connection) {
            case PGRES_POLLING_OK: return nil
            case PGRES_POLLING_FAILED: return unsafe fault(connection)
            case PGRES_POLLING_READING: events = POLLIN
            default: events = POLLOUT
            }
        }
    }

    /// One word is the name of a database.
    private static func isWellFormed(_ connectionString: String) -> Bool {
        guard connectionString.contains("=") || connectionString.contains("://") else { return true }
        guard let words = unsafe PQconninfoParse(connectionString, nil) else { return false }
        unsafe PQconninfoFree(words)
        return true
    }

    private static func fault(_ connection: OpaquePointer) -> ConnectionFault {
        guard let message = unsafe PQerrorMessage(connection) else { return .other }
        return ConnectionFault(unsafe String(cString: message))
    }
}
