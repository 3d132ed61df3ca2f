import Bearer
import Testing
import Wallet

@testable import passwright_conformance

extension TokenCase: CustomTestStringConvertible {
    var testDescription: String { "\(id) \(title)" }
}

/// Each token is shown to the server's own verifier: it is refused for its one defect and for no other.
struct TokenCaseTests {
    private static let now: Int64 = 1_780_000_000

    private let forge: TokenForge
    private let verifier: TokenVerifier

    init() throws {
        forge = TokenForge(
            key: try SimulatedKey(.p256), algorithm: .es256, kid: "one", issuer: "https://issuer.example",
            audience: "passwright", cardholder: "alice", now: Self.now)
        var jwk = try forge.key.jwk()
        jwk.add("kid", "one".json)
        verifier = TokenVerifier(
            keys: try KeySet(jwks: Array("{\"keys\":[\(jwk.json)]}".utf8)), issuer: forge.issuer,
            audience: forge.audience, cardholderClaim: "sub")
    }

    /// Why the token is refused; nil where it is accepted.
    private func refusal(of token: String) -> TokenError? {
        do throws(TokenError) {
            _ = try verifier.verify(authorization: Array("Bearer \(token)".utf8), now: Self.now)
            return nil
        } catch {
            return error
        }
    }

    /// What the verifier may say where this rule is broken.
    private func words(_ rule: Rule) -> Set<TokenError> {
        switch rule {
        case .tokenAlg: [.algorithm, .malformed]
        case .tokenKid: [.keyUnknown, .malformed]
        case .tokenHeader: [.header]
        case .tokenClaims: [.claims]
        case .tokenTime: [.expired, .notYetValid]
        case .tokenIssuer: [.issuer]
        case .tokenAudience: [.audience]
        case .tokenSignature: [.signatureInvalid]
        case .tokenForm: [.malformed, .claims]
        case .tokenLength: [.malformed]
        default: []
        }
    }

    @Test(arguments: TokenCase.all.filter { $0.needs != .severalKeys })
    func `a token is refused for its own defect, or accepted`(test: TokenCase) throws {
        let refusal = refusal(of: try test.forge(forge))
        #expect((refusal != nil) == (test.outcome == .refused))
        if let refusal { #expect(words(test.rule).contains(refusal)) }
    }

    @Test(arguments: [4095, 4096, 4097, 4098])
    func `a token can have any size`(size: Int) throws {
        #expect(try forge.token(ofSize: size).utf8.count == size)
    }
}
