internal import CMicrohttpd

/// The libmicrohttpd that this program runs with.
package enum HTTPLibrary {
    /// As in 0.9.75.
    package static var version: String { unsafe String(cString: MHD_get_version()) }
}
