internal import CJansson

extension JSON {
    /// The version of the jansson that this program runs with, as in 2.14.
    package static var libraryVersion: String { unsafe String(cString: jansson_version_str()) }
}
