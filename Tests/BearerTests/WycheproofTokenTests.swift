import Foundation
import JSON
import TestSupport
import Testing

@testable import Bearer

private let files = ["json_web_signature_test", "json_web_key_test", "json_web_crypto_test"]

/// One vector: the keys it is for, and the token.
private struct Vector {
    let id: Int
    let isValid: Bool
    let comment: String
    let keys: [UInt8]
    let token: String

    /// All of a file that have a token in the compact serialization.
    static func read(_ name: String) throws -> [Vector] {
        let file = try JSONSerialization.jsonObject(with: Data(SharedData.bytes("wycheproof/\(name).json")))
        let groups = try #require((file as? [String: Any])?["testGroups"] as? [[String: Any]])
        return try groups.flatMap { group in
            // A symmetric key has no public half.
            let key = try #require((group["public"] ?? group["private"]) as? [String: Any])
            let set = key["keys"] == nil ? ["keys": [key]] : key
            let keys = [UInt8](try JSONSerialization.data(withJSONObject: set))
            return try #require(group["tests"] as? [[String: Any]]).compactMap { test -> Vector? in
                guard let token = test["jws"] as? String else { return nil }
                return Vector(
                    id: try #require(test["tcId"] as? Int), isValid: test["result"] as? String == "valid",
                    comment: test["comment"] as? String ?? "", keys: keys, token: token)
            }
        }
    }

    /// Whether the header, which is good, names one of the two algorithms.
    var isOurs: Bool {
        let header = Base64.decodeURL(token.utf8.prefix { $0 != UInt8(ascii: ".") }) ?? []
        let text = String(decoding: header, as: UTF8.self)
        return text.contains("\"RS256\"") || text.contains("\"ES256\"")
    }

    var isAccepted: Bool {
        guard let keys = try? KeySet(jwks: keys), let token = try? CompactJWS(Array(token.utf8)) else {
            return false
        }
        return (try? token.verified(by: keys)) != nil
    }
}

/// The signature alone: the payloads are no claims.
@Suite(.enabled(if: files.allSatisfy { SharedData.has("wycheproof/\($0).json") }, "\(SharedData.missing)"))
struct WycheproofTokenTests {
    @Test(arguments: files)
    func `no invalid token is accepted`(file: String) throws {
        let invalid = try Vector.read(file).filter { !$0.isValid }
        #expect(!invalid.isEmpty)
        let accepted = invalid.filter(\.isAccepted).map(\.comment)
        #expect(accepted == [])
    }

    /// The others are of algorithms that are never accepted here: HS256 to HS512, PS256 to PS512, RS384, RS512 and
    /// ES512, and of symmetric keys.
    @Test func `each valid token of RS256 and ES256 is accepted`() throws {
        let valid = try files.flatMap { try Vector.read($0) }.filter(\.isValid)
        let (ours, others) = (valid.filter(\.isOurs), valid.filter { !$0.isOurs })
        #expect(ours.count == 13)
        #expect(ours.filter { !$0.isAccepted }.map(\.comment) == [])
        #expect(others.count == 42)
        #expect(others.filter(\.isAccepted).map(\.comment) == [])
    }
}
