import Cryptography
import Database
import HTTP
import JSON

/// The C libraries that this program runs with.
enum LibraryCheck {
    static func diagnoses() -> [Diagnosis] {
        let remedy =
            "this program is written for OpenSSL 3: install libssl3 of the system that it was built on"
        let openSSL =
            OpenSSLVersion.major == 3
            ? Diagnosis.good("OpenSSL", OpenSSLVersion.text)
            : .bad("OpenSSL", OpenSSLVersion.text, remedy)
        return [
            openSSL,
            .good("libpq", DatabaseProfile.libraryVersion),
            .good("libmicrohttpd", HTTPLibrary.version),
            .good("jansson", JSON.libraryVersion),
        ]
    }
}
