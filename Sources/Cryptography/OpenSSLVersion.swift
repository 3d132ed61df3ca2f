internal import COpenSSL

/// The OpenSSL that this program runs with, which may be another than it was built with.
package enum OpenSSLVersion {
    /// As in 3.0.22.
    package static var text: String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
    package static var major: Int { Int(OPENSSL_version_major()) }
}
