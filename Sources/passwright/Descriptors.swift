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
    static var most: Int {
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }

    /// Allows the process as many as it may allow itself.
    static func raise() {
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
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
