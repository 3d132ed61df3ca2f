import Database

extension ConnectionFault {
    /// What the doctor found, in words that follow "database".
    var found: String {
        switch self {
        case .malformed: "PASSWRIGHT_DATABASE is no connection string"
        case .hostUnknown: "the name of its host is not known here"
        case .refused: "nobody listens at its host and port"
        case .noSocket: "there is no PostgreSQL at its unix socket"
        case .silent: "does not answer in time"
        case .tls: "TLS is not agreed on, or the certificate is not believed"
        case .noPassword: "asks for a password, and there is none"
        case .wrongPassword: "refuses the role's password"
        case .roleRefused: "does not let the role in"
        case .noDatabase: "there is no database of that name"
        case .noRight: "the role may not connect to that database"
        case .noneLeft: "has no connection left for the role"
        case .starting: "is starting, stopping or recovering"
        case .noFittingHost: "none of its hosts is as target_session_attrs wants it"
        case .other: "does not take the role's connection"
        }
    }

    var remedy: String {
        switch self {
        case .malformed: "write it as postgresql://role@host/database or as host=... dbname=... user=..."
        case .hostUnknown: "correct the name, or look at DNS and /etc/hosts"
        case .refused: "start PostgreSQL, or correct host, port, or PostgreSQL's listen_addresses"
        case .noSocket: "start PostgreSQL, or correct the folder: host= is its unix_socket_directories"
        case .silent: "look at the way there: firewall, address, and whether the machine is up"
        case .tls:
            "sslrootcert must hold the authority of PostgreSQL's certificate, and host= its name; ssl must be on"
        case .noPassword: "name a passfile of mode 0600 in PASSWRIGHT_DATABASE, or use a client certificate"
        case .wrongPassword: "correct the passfile, or the role's password"
        case .roleRefused:
            "look for the role (\\du in psql) and for a line in pg_hba.conf that lets it in from here"
        case .noDatabase: "correct the name, or createdb and sqitch deploy"
        case .noRight: "grant connect on database ... to the role, or to passwright_server"
        case .noneLeft:
            "raise max_connections or the role's connection limit, or set fewer PASSWRIGHT_WORKERS"
        case .starting: "wait for it; where that lasts, PostgreSQL's log says for what it waits"
        case .noFittingHost: "name the host that writes too, or promote the standby"
        case .other: "try psql with PASSWRIGHT_DATABASE; PostgreSQL's log says why it refuses a role"
        }
    }
}
