internal import COpenSSL

/// OpenSSL's own object for a certificate, and its end.
@safe
final class ParsedCertificate {
    let pointer: OpaquePointer

    /// The certificate was parsed strictly; OpenSSL sees it here for the first time.
    init(_ certificate: Certificate) throws(ChainError) {
        let parsed = unsafe certificate.der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return unsafe d2i_X509(nil, &cursor, bytes.count)
        }
        guard let parsed = unsafe parsed else {
            ERR_clear_error()
            throw .unreadable
        }
        unsafe pointer = parsed
    }

    deinit { unsafe X509_free(pointer) }
}

/// A path of certificates for one verification.
@safe
struct ParsedChain: ~Copyable {
    private let certificates: [ParsedCertificate]
    /// All but the first, as the stack that OpenSSL takes for untrusted certificates. It owns none of them.
    let intermediates: OpaquePointer
    var count: Int { certificates.count }

    /// `path` has at least one certificate.
    init(_ path: [Certificate]) throws(ChainError) {
        var parsed: [ParsedCertificate] = []
        for certificate in path { parsed.append(try ParsedCertificate(certificate)) }
        guard let stack = unsafe passwright_x509_stack() else {
            throw .openSSL(failure("sk_X509_new_null"))
        }
        for certificate in parsed.dropFirst() {
            guard unsafe passwright_x509_push(stack, certificate.pointer) > 0 else {
                unsafe passwright_x509_stack_free(stack)
                throw .openSSL(failure("sk_X509_push"))
            }
        }
        certificates = parsed
        unsafe intermediates = stack
    }

    deinit { unsafe passwright_x509_stack_free(intermediates) }

    /// The certificate at `depth`, 0 being the leaf.
    func certificate(_ depth: Int) -> OpaquePointer { unsafe certificates[depth].pointer }
}

/// The store that holds the anchors and nothing else. Filled once and then only read, so threads may share it.
@safe
final class AnchorStore: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ anchors: [Certificate]) throws(ChainError) {
        var parsed: [ParsedCertificate] = []
        for anchor in anchors { parsed.append(try ParsedCertificate(anchor)) }
        guard let store = unsafe X509_STORE_new() else { throw .openSSL(failure("X509_STORE_new")) }
        unsafe pointer = store
        for anchor in parsed {
            // The store keeps a reference of its own.
            guard unsafe X509_STORE_add_cert(store, anchor.pointer) == 1 else {
                throw .openSSL(failure("X509_STORE_add_cert"))
            }
        }
    }

    deinit { unsafe X509_STORE_free(pointer) }
}
