internal import COpenSSL

/// Why a chain does not lead from a leaf to an anchor.
package enum ChainError: Error, Sendable {
    /// OpenSSL cannot read a certificate that is strict DER.
    case unreadable
    /// A key of another kind than P-256 or P-384 on a named curve and uncompressed, or a signature of another
    /// kind than ECDSA with SHA-256 or SHA-384. OpenSSL was not asked.
    case unsupportedAlgorithm(depth: Int)
    /// `X509_verify_cert` refused at this depth, 0 being the leaf. `code` is its error, `X509_V_ERR_...`.
    case refused(ChainObjection, code: Int32, depth: Int)
    /// A chain to an anchor exists, but not through exactly the certificates that were given, in their order.
    case anotherPath
    /// All is well but the time at which a certificate ends or starts.
    case expired(depth: Int)
    case notYetValid(depth: Int)
    /// OpenSSL could not work.
    case openSSL(CryptographyError)
}

/// What `X509_verify_cert` objected to, as far as those who explain a refusal tell its errors apart.
package enum ChainObjection: Hashable, Sendable {
    /// A critical extension that is not known, or not excused where it stands.
    case criticalExtension
    /// The rights of an authority on a certificate that has no use for them, or that does not state them rightly.
    case authority
    /// All the rest: issuers, signatures, key identifiers, names, path lengths.
    case other

    fileprivate init(code: Int32) {
        switch code {
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION:
            self = .criticalExtension
        case X509_V_ERR_PATHLEN_INVALID_FOR_NON_CA, X509_V_ERR_PATHLEN_WITHOUT_KU_KEY_CERT_SIGN,
            X509_V_ERR_KU_KEY_CERT_SIGN_INVALID_FOR_NON_CA, X509_V_ERR_CA_BCONS_NOT_CRITICAL,
            X509_V_ERR_CA_CERT_MISSING_KEY_USAGE:
            self = .authority
        default:
            self = .other
        }
    }
}

/// The verification of chains to pinned anchors and to nothing else: no system store, nothing fetched.
///
/// OpenSSL's strict path validation (RFC 5280, 6.1) decides; besides it only keys on named curves are looked
/// at, the path must be the one that was given, and dates count in whole seconds with both limits included,
/// where OpenSSL's own comparison refuses the last second.
package struct ChainVerification: Sendable {
    package let anchors: [Certificate]
    private let store: AnchorStore
    private let excused: ObjectIdentifier

    /// Pins `anchors`. On a leaf, and only there, critical extensions with the identifier `excused` do not
    /// count as unknown: the caller knows what they mean and looks at them.
    package init(
        anchors: [Certificate], excusingOnLeaf excused: ObjectIdentifier
    ) throws(ChainError) {
        for anchor in anchors where anchor.key.uncompressedPoint == nil {
            throw .unsupportedAlgorithm(depth: 0)
        }
        self.anchors = anchors
        self.excused = excused
        store = try AnchorStore(anchors)
    }

    /// Verifies `leaf`, issued through exactly `intermediates` (the leaf's issuer first) by an anchor, at
    /// `time`. Returns the anchor.
    package func verify(
        leaf: Certificate, intermediates: [Certificate], at time: UnixTime
    ) throws(ChainError) -> Certificate {
        let path = [leaf] + intermediates
        for (depth, certificate) in path.enumerated() {
            guard isSupported(certificate) else {
                throw .unsupportedAlgorithm(depth: depth)
            }
        }
        let parsed = try ParsedChain(path)
        let digest = try lastOfPath(parsed, in: store, flags: 0)
        // By digest: a look-alike with an anchor's name and key is not the anchor.
        guard let anchor = anchors.first(where: { $0.sha256 == digest }) else { throw .anotherPath }
        for (depth, certificate) in (path + [anchor]).enumerated() {
            guard time >= certificate.notBefore else { throw .notYetValid(depth: depth) }
            guard time <= certificate.notAfter else { throw .expired(depth: depth) }
        }
        return anchor
    }

    /// Whether key and signature are of the kinds that a chain here can have.
    func isSupported(_ certificate: Certificate) -> Bool {
        certificate.key.uncompressedPoint != nil && certificate.signatureAlgorithm != .other
    }

    /// Builds and verifies the path to a certificate of `store`, whatever its dates. It must be `chain` in its order
    /// and that one certificate more, whose SHA-256 is returned.
    func lastOfPath(
        _ chain: borrowing ParsedChain, in store: AnchorStore, flags: UInt
    ) throws(ChainError) -> [UInt8] {
        guard let context = unsafe X509_STORE_CTX_new() else {
            throw .openSSL(failure("X509_STORE_CTX_new"))
        }
        defer { unsafe X509_STORE_CTX_free(context) }
        guard
            unsafe X509_STORE_CTX_init(context, store.pointer, chain.certificate(0), chain.intermediates)
                == 1,
            let parameters = unsafe X509_STORE_CTX_get0_param(context),
            // The dates are looked at by the caller of this, in whole seconds.
            unsafe X509_VERIFY_PARAM_set_flags(
                parameters, UInt(X509_V_FLAG_X509_STRICT | X509_V_FLAG_NO_CHECK_TIME) | flags) == 1
        else { throw .openSSL(failure("X509_STORE_CTX_init")) }
        // Counts what is between leaf and anchor. Level 2: 112 bits, no SHA-1.
        unsafe X509_VERIFY_PARAM_set_depth(parameters, Int32(chain.count - 1))
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, 2)
        unsafe X509_STORE_CTX_set_verify_cb(context, excuseKnownExtension)

        return try unsafe excused.encoded.withUnsafeBufferPointer { (encoded) throws(ChainError) -> [UInt8] in
            // Lent to the callback, which has no captures, for the length of the call.
            var excuse = unsafe encoded
            return try unsafe withUnsafeMutablePointer(to: &excuse) {
                (pointer) throws(ChainError) -> [UInt8] in
                guard unsafe X509_STORE_CTX_set_ex_data(context, 0, pointer) == 1 else {
                    throw .openSSL(failure("X509_STORE_CTX_set_ex_data"))
                }
                defer { ERR_clear_error() }
                let verdict = unsafe X509_verify_cert(context)
                let code = unsafe X509_STORE_CTX_get_error(context)
                guard verdict == 1, code == X509_V_OK else {
                    throw .refused(
                        ChainObjection(code: code), code: code,
                        depth: Int(unsafe X509_STORE_CTX_get_error_depth(context)))
                }
                return try unsafe last(ofPathOf: context, through: chain)
            }
        }
    }

    /// The digest of what a verified path ends with, if the path is `chain` in its order and one more.
    private func last(
        ofPathOf context: OpaquePointer, through chain: borrowing ParsedChain
    ) throws(ChainError) -> [UInt8] {
        let path = unsafe X509_STORE_CTX_get0_chain(context)
        guard unsafe passwright_x509_count(path) == Int32(chain.count + 1) else { throw .anotherPath }
        for depth in 0..<chain.count {
            guard unsafe passwright_x509_at(path, Int32(depth)) == chain.certificate(depth) else {
                throw .anotherPath
            }
        }
        let last = unsafe passwright_x509_at(path, Int32(chain.count))
        var digest = [UInt8](repeating: 0, count: 32)
        guard unsafe X509_digest(last, Algorithm.sha256.pointer, &digest, nil) == 1 else {
            throw .openSSL(failure("X509_digest"))
        }
        return digest
    }
}

/// Called by OpenSSL at each step. Turns one refusal into a pass: an unknown critical extension on the leaf, if
/// every critical extension there that OpenSSL does not know is the excused one. The error is then reset, since
/// it would otherwise stay behind after a success.
private func excuseKnownExtension(_ verdict: Int32, _ context: OpaquePointer?) -> Int32 {
    guard verdict != 1 else { return 1 }
    guard let context = unsafe context,
        unsafe X509_STORE_CTX_get_error(context) == X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION,
        unsafe X509_STORE_CTX_get_error_depth(context) == 0,
        let leaf = unsafe X509_STORE_CTX_get_current_cert(context),
        let excuse = unsafe X509_STORE_CTX_get_ex_data(context, 0)?
            .assumingMemoryBound(to: UnsafeBufferPointer<UInt8>.self).pointee
    else { return 0 }
    for index in 0..<(unsafe X509_get_ext_count(leaf)) {
        let element = unsafe X509_get_ext(leaf, index)
        guard unsafe X509_EXTENSION_get_critical(element) == 1,
            unsafe X509_supported_extension(element) != 1
        else { continue }
        let identifier = unsafe X509_EXTENSION_get_object(element)
        let bytes = unsafe UnsafeBufferPointer(
            start: OBJ_get0_data(identifier), count: OBJ_length(identifier))
        guard unsafe bytes.elementsEqual(excuse) else { return 0 }
    }
    unsafe X509_STORE_CTX_set_error(context, X509_V_OK)
    return 1
}
