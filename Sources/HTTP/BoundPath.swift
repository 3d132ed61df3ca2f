internal import Glibc

/// The file of a unix socket that this server made.
struct BoundPath {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Binds `socket` under a name of our own, gives the file its mode, listens, and only then moves it to `path`:
    /// whoever finds it there finds a server that answers, with the right mode.
    init(_ path: String, mode: UInt32, socket descriptor: Int32) throws(HTTPServerError) {
        let draft = path + ".\(getpid())"
        guard !path.isEmpty, let address = unixAddress(draft) else { throw .pathMalformed }
        try BoundPath.requireFree(path)
        unsafe Glibc.unlink(draft)
        let bound = unsafe withUnsafePointer(to: address) { pointer in
            unsafe bindRaw(descriptor, UnsafeRawPointer(pointer), MemoryLayout<sockaddr_un>.size)
        }
        guard bound == 0 else { throw HTTPServerError(bindErrno: errno) }
        var status = stat()
        guard unsafe chmod(draft, mode) == 0, listen(descriptor, 1024) == 0,
            unsafe lstat(draft, &status) == 0, unsafe rename(draft, path) == 0
        else {
            let number = errno
            unsafe Glibc.unlink(draft)
            throw HTTPServerError(bindErrno: number)
        }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Takes the file away, unless a successor has put its own there.
    func unlink() {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else {
            return
        }
        unsafe Glibc.unlink(path)
    }

    /// Nothing is at the path, or the socket of a server that is gone.
    static func requireFree(_ path: String) throws(HTTPServerError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw HTTPServerError(bindErrno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .pathNotSocket }
        guard let address = unixAddress(path) else { throw .pathMalformed }
        let probe = try openSocket(AF_UNIX)
        defer { close(probe) }
        let connected = unsafe withUnsafePointer(to: address) { pointer in
            unsafe connect(
                probe, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_un>.size))
        }
        // Only a refusal shows that nobody listens: a full queue (EAGAIN) is a server that is alive.
        if connected == 0 || errno == EAGAIN { throw .pathInUse }
        guard errno == ECONNREFUSED else { throw HTTPServerError(bindErrno: errno) }
    }
}

/// An address for `bind` and `connect`; nil where the path does not fit or is no C string.
private func unixAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
        guard bytes.count < room.count, !bytes.contains(0) else { return false }
        unsafe room.copyBytes(from: bytes)
        return true
    }
    return fits ? address : nil
}
