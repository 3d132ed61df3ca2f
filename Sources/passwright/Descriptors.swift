import Glibc

/// The descriptors that the process may have open, shared out at the start: so that it is never a connection too
/// many that takes one away from the database, from a key file at SIGHUP, or from `/metrics`.
enum Descriptors {
    /// Besides the workers' connections to PostgreSQL: two more of them, listeners, standard streams, what
    /// libmicrohttpd wakes its threads with, the 16 connections of `/metrics`, and files that are being read.
    private static let others = 40

    /// A server that can take fewer connections is none.
    private static let fewest = 8

    /// How many may be open.
    static var most: Int { limit.map { Int(clamping: $0.rlim_cur) } ?? 0 }

    /// Allows the process as many as it may allow itself. Where that is refused, `most` is what it was.
    static func raise() {
        guard var limit else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Null where the system does not say.
    private static var limit: rlimit? {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }

    /// How many of `wanted` connections there are descriptors for; throws where it is hardly any.
    static func connections(_ wanted: Int, workers: Int) throws(ConfigurationError) -> Int {
        let left = most - workers - others
        guard left >= fewest else {
            throw ConfigurationError(
                "The limit of open descriptors (ulimit -n, LimitNOFILE) is \(most), and with \(workers) workers a "
                    + "server needs \(workers + others + fewest) at the least.")
        }
        return min(wanted, left)
    }
}
