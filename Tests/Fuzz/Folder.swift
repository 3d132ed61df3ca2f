import Foundation

/// A folder that inputs are read from and written to.
struct Folder {
    let path: String

    func file(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }

    /// The files right in `folder`, in order; none where there is no such folder.
    func files(in folder: String) throws -> [[UInt8]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
        return try names.sorted().compactMap { name in
            let kind = try FileManager.default.attributesOfItem(atPath: "\(path)/\(folder)/\(name)")[.type]
            return kind as? FileAttributeType == .typeRegular ? try file("\(folder)/\(name)") : nil
        }
    }

    /// The `b64` of each line of a file with a JSON object a line; none where there is no such file.
    func base64Lines(of name: String) throws -> [[UInt8]] {
        struct Line: Decodable { let b64: Data }
        guard let text = try? file(name) else { return [] }
        return try text.split(separator: UInt8(ascii: "\n")).map {
            try Array(JSONDecoder().decode(Line.self, from: Data($0)).b64)
        }
    }

    func write(_ inputs: [[UInt8]], into folder: String) throws {
        let place = URL(fileURLWithPath: "\(path)/\(folder)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for (index, input) in inputs.enumerated() {
            try Data(input).write(to: place.appendingPathComponent("seed-\(index)"))
        }
    }
}
