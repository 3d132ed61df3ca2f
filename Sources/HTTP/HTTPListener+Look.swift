internal import Glibc

extension HTTPListener {
    /// Whether a server could listen there, without taking the place: another may be listening now. A port that is
    /// taken is not seen.
    package func look() throws(HTTPServerError) {
        switch self {
        case .tcp(let host, port: _, let beyondLoopback):
            let address = try InternetAddress(host: host, port: 0)
            guard address.isLoopback || beyondLoopback else { throw .addressNotLoopback }
            let descriptor = try openSocket(address.family)
            defer { close(descriptor) }
            guard address.bind(descriptor) == 0 else { throw HTTPServerError(bindErrno: errno) }
        case .unix(let path, mode: _):
            guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { throw .pathMalformed }
            var status = stat()
            let folder = slash == path.startIndex ? "/" : String(path[..<slash])
            guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw .folderMissing
            }
            guard unsafe access(folder, W_OK | X_OK) == 0 else { throw .notPermitted }
            guard unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFSOCK else {
                throw .pathNotSocket
            }
        }
    }
}
