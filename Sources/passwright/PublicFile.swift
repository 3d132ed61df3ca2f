import Foundation

/// Files that hold nothing secret: anchors, JWKS, public keys, CRLs.
enum PublicFile {
    static func read(_ path: String, what: String) throws(ConfigurationError) -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("\(what) \(path) cannot be read.")
        }
        return [UInt8](content)
    }
}
