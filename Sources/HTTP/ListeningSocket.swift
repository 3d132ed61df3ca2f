internal import Glibc

/// An open listening socket, non-blocking and closed on exec.
struct ListeningSocket {
    let descriptor: Int32
    /// The port that was bound; nil on a unix socket.
    let port: Int?
    let isLoopback: Bool
    private let path: BoundPath?

    init(_ listener: HTTPListener) throws(HTTPServerError) {
        switch listener {
        case .tcp(let host, let port, let beyondLoopback):
            self = try .init(host: host, port: port, beyondLoopback: beyondLoopback)
        case .unix(let path, let mode):
            self = try .init(path: path, mode: mode)
        }
    }

    private init(host: String, port: Int, beyondLoopback: Bool) throws(HTTPServerError) {
        let address = try InternetAddress(host: host, port: port)
        guard address.isLoopback || beyondLoopback else { throw .addressNotLoopback }
        let descriptor = try openSocket(address.family)
        do throws(HTTPServerError) {
            var on: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            // Connections in TIME_WAIT do not hold up a restart; a live listener still does.
            guard unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size) == 0 else {
                throw .noResources
            }
            if address.family == AF_INET6 {
                guard unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) == 0
                else { throw .noResources }
            }
            guard address.bind(descriptor) == 0 else { throw HTTPServerError(bindErrno: errno) }
            guard listen(descriptor, 1024) == 0 else { throw HTTPServerError(bindErrno: errno) }
            self.descriptor = descriptor
            self.port = InternetAddress.port(of: descriptor)
            isLoopback = address.isLoopback
            path = nil
        } catch {
            close(descriptor)
            throw error
        }
    }

    private init(path: String, mode: UInt32) throws(HTTPServerError) {
        let descriptor = try openSocket(AF_UNIX)
        do throws(HTTPServerError) {
            self.path = try BoundPath(path, mode: mode, socket: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        port = nil
        isLoopback = true
    }

    /// Takes the unix path away, so that nobody new finds it.
    func unlinkPath() {
        path?.unlink()
    }
}

/// A stream socket, non-blocking: nobody may wait in `accept`.
func openSocket(_ family: Int32) throws(HTTPServerError) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { throw .noResources }
    return descriptor
}

extension HTTPServerError {
    /// What `bind`, `listen` and `rename` say.
    init(bindErrno number: Int32) {
        switch number {
        case EADDRINUSE: self = .portTaken
        case EADDRNOTAVAIL: self = .addressNotHere
        case EACCES, EPERM, EROFS: self = .notPermitted
        case ENOENT, ENOTDIR: self = .folderMissing
        default: self = .noResources
        }
    }
}
