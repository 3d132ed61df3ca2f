internal import CPostgres
internal import Provisioning

/// What a connection is asked for.
enum ConnectionWords {
    /// What holds unless the connection string says otherwise: how long a host may take to answer, and how soon one
    /// that has vanished is noticed.
    private static let defaults: [(StaticString, StaticString)] = [
        ("connect_timeout", "2"), ("tcp_user_timeout", "5000"), ("keepalives_idle", "10"),
        ("keepalives_interval", "5"), ("keepalives_count", "3"), ("fallback_application_name", "passwright"),
    ]

    /// What holds in any case: texts are read as UTF-8.
    private static let fixed: [(StaticString, StaticString)] = [("client_encoding", "UTF8")]

    /// Connects, trying each host of the string; the caller asks for the status and finishes it. libpq lets later
    /// words win over earlier ones, and expands `dbname` into the words of a connection string.
    static func connect(_ connectionString: String) throws(StoreError) -> OpaquePointer {
        try unsafe lend(connectionString) { names, values in unsafe PQconnectdbParams(names, values, 1) }
    }

    /// Begins to connect; `PQconnectPoll` goes on.
    static func start(_ connectionString: String) throws(StoreError) -> OpaquePointer {
        try unsafe lend(connectionString) { names, values in unsafe PQconnectStartParams(names, values, 1) }
    }

    private typealias Words = [UnsafePointer<CChar>?]

    private static func lend(
        _ connectionString: String, _ body: (Words, Words) -> OpaquePointer?
    ) throws(StoreError) -> OpaquePointer {
        let connection: OpaquePointer? = unsafe connectionString.withCString { string in
            var names: [UnsafePointer<CChar>?] = unsafe []
            var values: [UnsafePointer<CChar>?] = unsafe []
            func add(_ name: StaticString, _ value: UnsafePointer<CChar>) {
                unsafe names.append(text(name))
                unsafe values.append(value)
            }
            for (name, value) in defaults { unsafe add(name, text(value)) }
            unsafe add("dbname", string)
            for (name, value) in fixed { unsafe add(name, text(value)) }
            return unsafe body(names + [nil], values + [nil])
        }
        guard let connection = unsafe connection else { throw .unavailable }
        return unsafe connection
    }

    private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
