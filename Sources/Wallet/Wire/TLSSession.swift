internal import CTLS
internal import Glibc

/// The TLS on a connection: the system's trust anchors, the host's name checked, TLS 1.2 or newer.
@safe final class TLSSession {
    private let context: OpaquePointer
    private let session: OpaquePointer
    private var isBroken = false

    /// `host` is a name or an address; the certificate must be one for it.
    init(descriptor: Int32, host: String) throws(ConnectionDefect) {
        guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { throw .tls("OpenSSL refuses") }
        guard let session = unsafe SSL_new(context) else {
            unsafe SSL_CTX_free(context)
            throw .tls("OpenSSL refuses")
        }
        unsafe self.context = unsafe context
        unsafe self.session = unsafe session
        // OpenSSL writes to the socket itself, and a peer that has gone away is to be an error and no signal.
        _ = signal(SIGPIPE, SIG_IGN)
        unsafe SSL_set_verify(session, SSL_VERIFY_PEER, nil)
        guard unsafe SSL_CTX_set_default_verify_paths(context) == 1,
            unsafe SSL_ctrl(session, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1,
            checksName(host), unsafe SSL_set_fd(session, descriptor) == 1
        else { throw .tls("OpenSSL refuses") }
    }

    /// Has the certificate checked for `host`: an address is looked for as one, a name is asked for too.
    private func checksName(_ host: String) -> Bool {
        let isAddress = unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host) == 1
        ERR_clear_error()
        if isAddress { return true }
        return unsafe SSL_set1_host(session, host) == 1 && passwright_tls_server_name(session, host) == 1
    }

    deinit {
        unsafe SSL_free(session)
        unsafe SSL_CTX_free(context)
    }

    func handshake() -> Connection.Step { step(unsafe SSL_connect(session), during: "the handshake failed") }

    func write(_ bytes: [UInt8]) -> Connection.Step {
        step(unsafe SSL_write(session, bytes, Int32(bytes.count)), during: "writing failed")
    }

    func read(_ buffer: inout [UInt8]) -> Connection.Step {
        step(unsafe SSL_read(session, &buffer, Int32(buffer.count)), during: "reading failed")
    }

    /// Says goodbye, where there is somebody to say it to.
    func end() {
        guard !isBroken else { return }
        unsafe SSL_shutdown(session)
        ERR_clear_error()
    }

    private func step(_ result: Int32, during what: StaticString) -> Connection.Step {
        if result > 0 { return .done(Int(result)) }
        defer { ERR_clear_error() }
        switch unsafe SSL_get_error(session, result) {
        case SSL_ERROR_WANT_READ: return .wantsRead
        case SSL_ERROR_WANT_WRITE: return .wantsWrite
        case SSL_ERROR_ZERO_RETURN: return .done(0)
        case SSL_ERROR_SYSCALL:
            isBroken = true
            return .failed(.broken)
        default:
            isBroken = true
            let verdict = unsafe SSL_get_verify_result(session)
            guard verdict != 0, let text = unsafe X509_verify_cert_error_string(verdict) else {
                return .failed(.tls("\(what)"))
            }
            return .failed(.tls("the server's certificate is refused: \(unsafe String(cString: text))"))
        }
    }
}
