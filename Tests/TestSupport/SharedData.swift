package import Foundation

/// Published vectors that stand beside the project. Where they are missing, what reads them is skipped.
package enum SharedData {
    /// The reason that a skipped test gives.
    package static let missing = "the shared test data is not beside this clone"

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/data")

    /// Where `path`, as in `wycheproof/aes_gcm_test.json`, would be.
    package static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// Whether `path` is there: for `.enabled(if: SharedData.has("..."), "\(SharedData.missing)")`.
    package static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: url(path).path)
    }

    package static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(path))) }

    /// A JSON file, decoded.
    package static func json<T: Decodable>(_ path: String, as type: T.Type) throws -> T {
        try JSONDecoder().decode(type, from: Data(contentsOf: url(path)))
    }
}

/// The project's own folder.
package let projectFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
