internal import Glibc

extension HTTPListener {
    /// Whether a server could listen there, without taking the place. Where a server listens already, `portTaken` or
    /// `pathInUse` is thrown: it may be the very one that is meant.
    package func look() throws(HTTPServerError) {
        switch self {
        case .tcp(let host, let port, let beyondLoopback):
            let address = try InternetAddress(host: host, port: port)
            guard address.isLoopback || beyondLoopback else { throw .addressNotLoopback }
            let descriptor = try openSocket(address.family)
            defer { close(descriptor) }
            // As the server does: without it, connections of a server that has just ended would be in the way. A
            // server that starts in this very moment is not disturbed, since nothing listens here.
            var on: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            guard unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size) == 0 else {
                throw .noResources
            }
            guard address.bind(descriptor) == 0 else { throw HTTPServerError(bindErrno: errno) }
        case .unix(let path, mode: _):
            guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { throw .pathMalformed }
            var status = stat()
            let folder = slash == path.startIndex ? "/" : String(path[..<slash])
            guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw .folderMissing
            }
            guard unsafe access(folder, W_OK | X_OK) == 0 else { throw .notPermitted }
            try BoundPath.requireFree(path)
        }
    }
}
