import Foundation

/// One door that takes bytes from strangers. To crash is wrong, and so is to take what is not genuine.
protocol FuzzTarget: Sendable, SendableMetatype {
    init(work: Folder) throws

    /// Inputs to begin with: what is genuine, from `work`, and what others have published, from `data`.
    static func seeds(work: Folder, data: Folder) throws -> [[UInt8]]

    /// Tries one input. Ends the process where a promise does not hold.
    func run(_ input: [UInt8])
}

/// Ends the process, which libFuzzer takes for a finding, unless `condition` holds.
func promise(_ condition: Bool, _ sentence: String) {
    guard !condition else { return }
    FileHandle.standardError.write(Data("ERROR: \(sentence)\n".utf8))
    abort()
}
