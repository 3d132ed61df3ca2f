import Cryptography

/// Strict DER: a value has one spelling, so what is taken is not taken when it is shorter or longer by a byte.
struct DERTarget: FuzzTarget {
    init(work: Folder) {}

    static func seeds(work: Folder, data: Folder) throws -> [[UInt8]] {
        try CertificateTarget.seeds(work: work, data: data)
    }

    func run(_ input: [UInt8]) {
        guard isStrict(input) else { return }
        promise(!isStrict(Array(input.dropLast())), "a beginning of an element was taken for one")
        promise(!isStrict(input + [0x00]), "a byte after the element was overlooked")
        promise(!isStrict(input + input), "two elements were taken for one")
    }

    private func isStrict(_ bytes: [UInt8]) -> Bool {
        do {
            try StrictDER.validate(bytes)
            return true
        } catch { return false }
    }
}
