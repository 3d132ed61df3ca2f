import Bearer
import Foundation

/// Bearer tokens: of all that can be written without the issuer's key, only what it signed says who calls.
struct TokenTarget: FuzzTarget {
    private let genuine: [UInt8]
    private let verifier: TokenVerifier
    private let now = Int64(Date().timeIntervalSince1970)

    init(work: Folder) throws {
        genuine = try work.file("keys/token/genuine")
        verifier = TokenVerifier(
            keys: try KeySet(jwks: work.file("keys/token/jwks.json")), issuer: "passwright-demo",
            audience: "passwright", cardholderClaim: "sub")
        promise(names(genuine), "the genuine token was refused")
    }

    static func seeds(work: Folder, data: Folder) throws -> [[UInt8]] {
        let genuine = try work.file("keys/token/genuine")
        let unsigned = [#"{"alg":"none"}"#, #"{"sub":"a","exp":9999999999}"#]
            .map { Data($0.utf8).base64EncodedString().replacing("=", with: "") }
        return [genuine, Array(genuine.reversed()), Array("Bearer \(unsigned.joined(separator: ".")).".utf8)]
    }

    func run(_ input: [UInt8]) {
        promise(!names(input) || hasGenuineToken(input), "another token was taken")
    }

    private func names(_ header: [UInt8]) -> Bool {
        (try? verifier.verify(authorization: header, now: now)) != nil
    }

    /// The scheme may be in any case.
    private func hasGenuineToken(_ header: [UInt8]) -> Bool {
        header.dropFirst("Bearer ".count) == genuine.dropFirst("Bearer ".count)
    }
}
