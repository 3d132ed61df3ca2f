import Cryptography

/// Revocation lists: what is taken is strict DER, and is still taken when it is read again from PEM or DER.
struct RevocationListTarget: FuzzTarget {
    init(work: Folder) {}

    static func seeds(work: Folder, data: Folder) throws -> [[UInt8]] {
        try [work.file("keys/pki/list.der")] + data.base64Lines(of: "der-corpus/boringssl.jsonl").prefix(50)
    }

    func run(_ input: [UInt8]) {
        if (try? RevocationList(der: input)) != nil {
            promise((try? StrictDER.validate(input)) != nil, "a list that is not strict DER was taken")
            promise((try? RevocationList.lists(file: input))?.count == 1, "a list was not found in its file")
        }
        _ = try? RevocationList.lists(file: input)
    }
}
