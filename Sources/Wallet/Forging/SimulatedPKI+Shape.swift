internal import COpenSSL

extension SimulatedPKI {
    /// Whether forged certificates would continue this chain: each certificate is for its key, has the name that a
    /// chain made here has, and identifies its key in the same way.
    package var canBeContinued: Bool {
        [(root, rootKey, Self.rootName), (intermediate, intermediateKey, Self.intermediateName)]
            .allSatisfy { der, key, name in (try? isInShape(der, key, name)) == true }
    }
}

private func isInShape(
    _ der: [UInt8], _ key: SimulatedKey, _ name: DistinguishedName
) throws(WalletError) -> Bool {
    let certificate = try unsafe parsed(der, "d2i_X509") { cursor, count in
        unsafe d2i_X509(nil, &cursor, count)
    }
    defer {
        unsafe X509_free(certificate)
        ERR_clear_error()
    }
    var buffer: UnsafeMutablePointer<UInt8>?
    let length = unsafe i2d_X509_NAME(X509_get_subject_name(certificate), &buffer)
    let start = try unsafe check(buffer, "i2d_X509_NAME")
    defer { unsafe CRYPTO_free(start, nil, 0) }
    let identifier = try unsafe check(X509_get0_subject_key_id(certificate), "X509_get0_subject_key_id")
    let bytes = unsafe UnsafeBufferPointer(
        start: ASN1_STRING_get0_data(identifier), count: Int(ASN1_STRING_length(identifier)))
    let expected = try key.keyIdentifier()
    return unsafe X509_check_private_key(certificate, key.pointer) == 1
        && name.der.elementsEqual(UnsafeBufferPointer(start: start, count: Int(length)))
        && expected.elementsEqual(bytes)
}
