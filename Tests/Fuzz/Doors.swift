// What libFuzzer's own `main` calls. What to try is said in the environment, since the arguments are libFuzzer's:
//   FUZZ_WORK     a folder whose `keys` are those of the demonstration
//   FUZZ_TARGET   the name of the target
//   FUZZ_DATA     if it is set: write what each target starts from to FUZZ_WORK/seeds/TARGET, with published inputs
//                 from this folder, and end
// deploy/fuzz builds and runs it.

import Foundation

private let kinds: [String: any FuzzTarget.Type] = [
    "der": DERTarget.self,
    "certificate": CertificateTarget.self,
    "revocation-list": RevocationListTarget.self,
    "body": BodyTarget.self,
    "token": TokenTarget.self,
    "sealed-pan": SealedPANTarget.self,
]

/// Set once, before the first input.
nonisolated(unsafe) private var target: (any FuzzTarget)?

/// Chooses the target, before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func start(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment["FUZZ_WORK"] else { stop("FUZZ_WORK is not set.") }
    let work = Folder(path: path)
    do {
        if let data = environment["FUZZ_DATA"] {
            try writeSeeds(work: work, data: Folder(path: data))
            exit(0)
        }
        guard let name = environment["FUZZ_TARGET"], let kind = kinds[name] else {
            stop("FUZZ_TARGET is none of \(kinds.keys.sorted().joined(separator: ", ")).")
        }
        target = try kind.init(work: work)
        return 0
    } catch { stop("\(error)") }
}

/// Tries one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    target?.run(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
}

private func writeSeeds(work: Folder, data: Folder) throws {
    for (name, kind) in kinds.sorted(by: { $0.key < $1.key }) {
        let seeds = try kind.seeds(work: work, data: data)
        try work.write(seeds, into: "seeds/\(name)")
        print("\(name): \(seeds.count) seeds")
    }
}

private func stop(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("passwright-fuzz: \(sentence)\n".utf8))
    exit(64)
}
