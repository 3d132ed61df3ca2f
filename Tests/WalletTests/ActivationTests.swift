import COpenSSL
import Foundation
import TestSupport
import Testing
import Wallet

/// A one-time password of which every part can be wrong.
struct OneTimePassword {
    var header = #"{"alg":"ES256","kid":"k"}"#
    var claims: [String: String]
    var signer: SimulatedKey
    var derSignature = false
    var extra = ""

    init(card: String, nonce: [UInt8], now: Int64, signer: SimulatedKey) throws {
        self.signer = signer
        claims = [
            "jti": "\"1\"", "card": "\"\(card)\"", "iat": "\(now)", "exp": "\(now + 300)",
            "nonce_sha256": "\"\(Base64.encodeURL(try Digest.sha256.of(nonce)))\"",
        ]
    }

    func bytes() throws -> [UInt8] {
        let payload = "{" + claims.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        let signed = Base64.encodeURL(Array(header.utf8)) + "." + Base64.encodeURL(Array(payload.utf8))
        let message = Array(signed.utf8)
        let signature = try derSignature ? signer.sign(message, .sha256) : signer.signRaw(message)
        return Array((signed + "." + Base64.encodeURL(signature) + extra).utf8)
    }
}

@Suite struct ActivationTests {
    static let now: Int64 = 1_780_272_000
    static let card = "0190b0e8-0000-7000-8000-000000000001"
    static let nonce: [UInt8] = [0xb9, 0xef, 0x8f, 0x31]
    static let details = CardDetails(
        pan: TestPAN("5555555555554444"), expiryMonth: 12, expiryYear: 2030, cardholderName: "Alice Example")

    private func question(_ network: String?) -> PaymentNetwork.Question {
        PaymentNetwork.Question(
            card: Self.card, details: Self.details, network: network, nonce: Self.nonce, now: Self.now)
    }

    // MARK: Issuer OTP

    private let issuer = try! SimulatedKey(.p256)

    private func otp(_ twist: (inout OneTimePassword) throws -> Void) throws -> Finding {
        var password = try OneTimePassword(
            card: Self.card, nonce: Self.nonce, now: Self.now, signer: issuer)
        try twist(&password)
        return PaymentNetwork(otpKey: issuer).finding(in: try password.bytes(), question("visa"))
    }

    @Test func `a one-time password for this card and nonce is good on any network`() throws {
        let finding = try otp { _ in }
        #expect(
            finding
                == .passed(.network, "issuer one-time password", "ES256, this card and nonce, 300 s left")
        )
    }

    @Test func `a one-time password lives to its last second and not a second more`() throws {
        #expect(try otp { $0.claims["exp"] = "\(Self.now + 1)" }.verdict == .passed)
        #expect(try otp { $0.claims["exp"] = "\(Self.now)" }.reason == "has expired")
        #expect(try otp { $0.claims["iat"] = "\(Self.now + 30)" }.verdict == .passed)
        #expect(try otp { $0.claims["iat"] = "\(Self.now + 31)" }.reason == "was issued in the future")
        #expect(try otp { $0.claims["exp"] = "\(Self.now + 86_400)" }.verdict == .passed)
        #expect(
            try otp { $0.claims["exp"] = "\(Self.now + 86_401)" }.reason == "is valid for longer than a day")
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
        let finding = PaymentNetwork().finding(in: Array("YQ.YQ.YQ".utf8), question("visa"))
        #expect(finding.verdict == .skipped)
    }

    @Test(arguments: ["", "a.b", "a.b.c.d", "YQ.YQ.YQ=", "YQ..YQ", "\u{0}", "mbpac-1-FK-1--TDEA-00", "[]"])
    func `what is of no known kind is refused, with or without a key`(text: String) {
        for network in [PaymentNetwork(), PaymentNetwork(otpKey: issuer)] {
            let finding = network.finding(in: Array(text.utf8), question("visa"))
            #expect(
                finding == .failed(.network, "activation data", "is no MBPAC, no TAV and no compact JWS"))
        }
    }

    // MARK: Visa

    private static let wsdKey = [UInt8](hex: "0123456789abcdeffedcba9876543210")
    /// `  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!` under that key: computed with another implementation.
    private static let mbpac =
        "MBPAC-1-FK-417190.1--TDEA-"
        + "A63296B5C0026E92A792912E2A0E2933110C9A0C5B57A009229EB85AF927D25E6E1CBBF4562242F6"

    private func visa(
        _ text: String, network: String? = "visa", key: [UInt8] = wsdKey, keySetID: String? = "417190.1"
    ) -> Finding {
        PaymentNetwork(visaKey: key, visaKeySetID: keySetID)
            .finding(in: Array(text.utf8), question(network))
    }

    @Test func `the worked example of MBPAC is good for its nonce and for no other`() {
        #expect(visa(Self.mbpac).verdict == .passed)
        var other = question("visa")
        other.nonce = [1, 2, 3, 4]
        let network = PaymentNetwork(visaKey: Self.wsdKey)
        #expect(network.finding(in: Array(Self.mbpac.utf8), other).reason == "the nonce is not the phone's")
    }

    @Test func `an MBPAC that is written, keyed or addressed wrongly is refused`() {
        #expect(visa(Self.mbpac.lowercased()).verdict == .failed)
        #expect(visa(Self.mbpac.replacingOccurrences(of: "--TDEA", with: "-TDEA")).reason.contains("form"))
        #expect(visa(Self.mbpac + "\n").reason.contains("form"))
        #expect(visa(String(Self.mbpac.dropLast(2))).reason.contains("8-byte blocks"))
        #expect(visa(Self.mbpac, keySetID: "1").reason.contains("key set"))
        #expect(visa(Self.mbpac, key: Self.wsdKey.reversed()).reason.contains("a wrong key?"))
        #expect(visa(Self.mbpac, key: []).reason.contains("cannot be decrypted"))
        #expect(visa(Self.mbpac, network: "mastercard").reason.contains("another network's"))
    }

    /// `block` in two-key 3DES-CBC, as the activation data of key set 417190.1.
    private func encrypted(_ block: String) -> String {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        EVP_EncryptInit_ex(context, EVP_des_ede_cbc(), nil, Self.wsdKey, [UInt8](repeating: 0, count: 8))
        EVP_CIPHER_CTX_set_padding(context, 0)
        var (length, sealed) = (Int32(0), [UInt8](repeating: 0, count: block.utf8.count))
        EVP_EncryptUpdate(context, &sealed, &length, Array(block.utf8), Int32(block.utf8.count))
        return "MBPAC-1-FK-417190.1--TDEA-" + sealed.hex.uppercased()
    }

    @Test(
        arguments: [
            ("  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!", nil),
            (" xAB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!", "two spaces"),
            ("  AB x30nonce=b9ef8f31;authcode=ZZLGEZ!!", "two spaces"),
            ("  AB3x33nonce=b9ef8f31;authcode=ZZLGEZ!!", "length"),
            ("  AB3x29nonce=b9ef8f31;authcode=ZZLGEZ!!", "padding"),
            ("  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!x", "padding"),
            ("  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!!!!!!!!!", "padding"),
            ("  AB3x30nonce=b9ef8f31;authcode=zzlgez!!", "nonce=...;authcode"),
            ("  AB3x30nonce=B9EF8F31;authcode=ZZLGEZ!!", "nonce=...;authcode"),
        ] as [(String, String?)])
    func `an MBPAC block is read to the letter`(block: String, reason: String?) {
        let finding = visa(encrypted(block))
        if let reason {
            #expect(finding.verdict == .failed && finding.reason.contains(reason), "\(finding.reason)")
        } else {
            #expect(finding.verdict == .passed)
            #expect(encrypted(block) == Self.mbpac)
        }
    }

    // MARK: Mastercard

    private static let rsa = try! SimulatedKey(.rsa(bits: 2048))

    private func tav(
        version: String = "3", until: String = "2026-06-01T00:30:00Z", order: String? = nil,
        signed: String? = nil, algorithm: String = "RSA-SHA256", extra: String = "",
        network: String? = "mastercard"
    ) throws -> Finding {
        let right =
            version == "4"
            ? "dataValidUntilTimestamp|accountNumber|accountExpiry"
            : "accountNumber|accountExpiry|dataValidUntilTimestamp"
        let message =
            signed
            ?? (version == "4" ? "\(until)|5555555555554444|1230" : "5555555555554444|1230|\(until)")
        let signature = Base64.encode(try Self.rsa.sign(Array(message.utf8), .sha256))
        let alias = version == "4" ? #""keyAlias":"k1","# : ""
        let json = """
            {"version":"\(version)",\(alias)"signatureAlgorithm":"\(algorithm)","dataValidUntilTimestamp":"\(until)",\
            "includedFieldsInOrder":"\(order ?? right)",\(extra)"signature":"\(signature)"}
            """
        return PaymentNetwork(mastercardKey: Self.rsa).finding(in: Array(json.utf8), question(network))
    }

    @Test(arguments: ["3", "4"])
    func `a TAV over exactly the documented text is good`(version: String) throws {
        #expect(try tav(version: version).reason == "version \(version), RSA-SHA256, 1800 s left")
        #expect(try tav(version: version, until: "2026-06-01T02:30:00.123+02:00").verdict == .passed)
    }

    @Test func `a TAV is good until its time, and for 30 days at most`() throws {
        #expect(try tav(until: "2026-06-01T00:00:01Z").verdict == .passed)
        #expect(try tav(until: "2026-06-01T00:00:00Z").reason == "has expired")
        #expect(try tav(until: "2026-07-01T00:00:00Z").verdict == .passed)
        #expect(try tav(until: "2026-07-01T00:00:01Z").reason == "is valid for more than 30 days")
        #expect(try tav(until: "tomorrow").reason.contains("RFC 3339"))
    }

    @Test func `a TAV with one thing wrong is refused`() throws {
        #expect(try tav(version: "2").reason.contains("neither"))
        #expect(
            try tav(order: "accountNumber|dataValidUntilTimestamp").reason.contains("includedFieldsInOrder"))
        #expect(try tav(algorithm: "RSA-SHA1").reason.contains("signatureAlgorithm"))
        #expect(try tav(extra: #""keyAlias":"k","#).reason.contains("members"))
        #expect(
            try tav(signed: "5555555555554444|12/30|2026-06-01T00:30:00Z").reason.contains("does not verify"))
        #expect(
            try tav(signed: "5555555555554445|1230|2026-06-01T00:30:00Z").reason.contains("does not verify"))
        #expect(
            try tav(signed: "2026-06-01T00:30:00Z|5555555555554444|1230").reason.contains("does not verify"))
        #expect(try tav(network: "visa").reason.contains("another network's"))
    }

    @Test func `a TAV has 2048 characters of base64 at most`() throws {
        let room = try #require(
            (0..<2000).reversed().first { try! length(spaces: $0) <= 2048 })
        #expect(try tav(extra: String(repeating: " ", count: room)).verdict == .passed)
        #expect(try tav(extra: String(repeating: " ", count: room + 3)).reason.contains("longer than 2048"))
    }

    /// Base64 characters of a TAV of version 3 with so many spaces in it, its signature having 344 characters.
    private func length(spaces: Int) throws -> Int {
        let json =
            #"{"version":"3","signatureAlgorithm":"RSA-SHA256","dataValidUntilTimestamp":"2026-06-01T00:30:00Z","#
            + #""includedFieldsInOrder":"accountNumber|accountExpiry|dataValidUntilTimestamp","signature":""}"#
        return (json.utf8.count + 344 + spaces + 2) / 3 * 4
    }
}
