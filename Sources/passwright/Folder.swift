import Foundation

/// A folder of key files.
enum Folder {
    /// The names in it, sorted, without hidden ones.
    static func names(_ path: String, what: String) throws(ConfigurationError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw ConfigurationError("\(what) \(path) is not a folder that can be read.")
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}
