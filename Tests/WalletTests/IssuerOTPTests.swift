import Testing
import Wallet

@Suite struct IssuerOTPTests {
    private let issuer = try! SimulatedKey(.p256)

    private func otp(_ twist: (inout OneTimePassword) throws -> Void) throws -> Finding {
        var password = try OneTimePassword(
            card: ActivationCase.card, nonce: ActivationCase.nonce, now: ActivationCase.now, signer: issuer)
        try twist(&password)
        return PaymentNetwork(otpKey: issuer).finding(
            in: try password.bytes(), ActivationCase.question("visa"))
    }

    @Test func `a one-time password for this card and nonce is good on any network`() throws {
        let finding = try otp { _ in }
        #expect(
            finding
                == .passed(.network, "issuer one-time password", "ES256, this card and nonce, 300 s left")
        )
    }

    @Test func `a one-time password lives to its last second and not a second more`() throws {
        #expect(try otp { $0.claims["exp"] = "\(ActivationCase.now + 1)" }.verdict == .passed)
        #expect(try otp { $0.claims["exp"] = "\(ActivationCase.now)" }.reason == "has expired")
        #expect(try otp { $0.claims["iat"] = "\(ActivationCase.now + 30)" }.verdict == .passed)
        #expect(
            try otp { $0.claims["iat"] = "\(ActivationCase.now + 31)" }.reason == "was issued in the future")
        #expect(try otp { $0.claims["exp"] = "\(ActivationCase.now + 86_400)" }.verdict == .passed)
        #expect(
            try otp { $0.claims["exp"] = "\(ActivationCase.now + 86_401)" }.reason
                == "is valid for longer than a day")
    }

    private static let otpDefects: [(String, @Sendable (inout OneTimePassword) throws -> Void)] = [
        ("alg is not ES256", { $0.header = #"{"alg":"none"}"# }),
        ("alg is not ES256", { $0.header = #"{"kid":"k"}"# }),
        ("crit is not understood", { $0.header = #"{"alg":"ES256","crit":"b64"}"# }),
        ("the header is not one JSON object", { $0.header = #"{"alg":"ES256","alg":"ES256"}"# }),
        ("the signature does not verify with the issuer's key", { $0.signer = try SimulatedKey(.p256) }),
        ("the signature does not verify with the issuer's key", { $0.derSignature = true }),
        ("jti is missing", { $0.claims["jti"] = nil }),
        ("jti is missing", { $0.claims["jti"] = "\"\"" }),
        ("card is not the card that is being added", { $0.claims["card"] = "\"another\"" }),
        ("iat or exp is missing or not a whole number", { $0.claims["exp"] = nil }),
        ("iat or exp is missing or not a whole number", { $0.claims["iat"] = "1.5" }),
        ("nonce_sha256 is not the digest of the phone's nonce", { $0.claims["nonce_sha256"] = "\"AAAA\"" }),
        ("nonce_sha256 is not the digest of the phone's nonce", { $0.claims["nonce_sha256"] = nil }),
    ]

    @Test(arguments: otpDefects.indices)
    func `a one-time password with one thing wrong is refused for that`(index: Int) throws {
        let (reason, twist) = Self.otpDefects[index]
        #expect(try otp(twist) == .failed(.network, "issuer one-time password", reason))
    }

    @Test func `what cannot be checked is skipped and says so`() throws {
        let finding = PaymentNetwork().finding(in: Array("YQ.YQ.YQ".utf8), ActivationCase.question("visa"))
        #expect(finding.verdict == .skipped)
    }

    @Test(arguments: ["", "a.b", "a.b.c.d", "YQ.YQ.YQ=", "YQ..YQ", "\u{0}", "mbpac-1-FK-1--TDEA-00", "[]"])
    func `what is of no known kind is refused, with or without a key`(text: String) {
        for network in [PaymentNetwork(), PaymentNetwork(otpKey: issuer)] {
            let finding = network.finding(in: Array(text.utf8), ActivationCase.question("visa"))
            #expect(
                finding == .failed(.network, "activation data", "is no MBPAC, no TAV and no compact JWS"))
        }
    }
}
