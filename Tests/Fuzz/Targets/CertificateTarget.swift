import Cryptography
import Foundation
import Provisioning

/// The certificate rules: of all chains that can be made without Apple's keys, only the genuine one passes.
struct CertificateTarget: FuzzTarget {
    private let leaf: [UInt8]
    private let intermediate: [UInt8]
    private let verifier: ChainVerifier
    private let now = UnixTime(seconds: Int64(Date().timeIntervalSince1970))

    init(work: Folder) throws {
        leaf = try Self.der(work, "leaf_cert.pem")
        intermediate = try Self.der(work, "intermediate_cert.pem")
        let root = try Certificate.certificates(pem: work.file("keys/pki/root_cert.pem"))
        verifier = ChainVerifier(
            try TrustPolicy(
                anchors: root, intermediateNames: TrustPolicy.appleIntermediateNames,
                leafNames: TrustPolicy.appleLeafNames, additionalExcluded: []))
        promise(passes([leaf, intermediate]), "the genuine chain was refused")
    }

    static func seeds(work: Folder, data: Folder) throws -> [[UInt8]] {
        let own = try ["leaf_cert.pem", "intermediate_cert.pem", "root_cert.pem"].map { try der(work, $0) }
        let apple = try data.files(in: "apple-pki") + data.files(in: "apple-pki/wrong-kind")
        let published = apple.flatMap { (try? Certificate.blocks(pem: $0)) ?? [$0] }
        return try own + published + data.base64Lines(of: "der-corpus/boringssl.jsonl")
    }

    func run(_ input: [UInt8]) {
        if (try? Certificate(der: input)) != nil {
            promise((try? StrictDER.validate(input)) != nil, "a certificate that is not strict DER was taken")
        }
        promise(!passes([input, intermediate]) || input == leaf, "another leaf passed")
        promise(!passes([leaf, input]) || input == intermediate, "another intermediate passed")
        promise(!passes([input, input]), "one certificate passed as both")
    }

    private func passes(_ certificates: [[UInt8]]) -> Bool {
        var checks = Checks { 0 }
        let chain = UnverifiedChain(certificates: certificates)
        return (try? verifier.verify(chain, at: now, recording: &checks)) != nil
    }

    private static func der(_ work: Folder, _ name: String) throws -> [UInt8] {
        try Certificate.blocks(pem: work.file("keys/pki/\(name)"))[0]
    }
}
