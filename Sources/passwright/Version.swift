import Cryptography
import Database
import HTTP
import JSON

/// Which program this is.
enum Version {
    /// As in the contract's document.
    static let number = "1.0.0"

    static var text: String {
        """
        passwright \(number), for a schema from \(Readiness.neededSchema) on
        OpenSSL \(OpenSSLVersion.text), libpq \(DatabaseProfile.libraryVersion), libmicrohttpd \(HTTPLibrary.version), \
        jansson \(JSON.libraryVersion)
        """
    }
}
