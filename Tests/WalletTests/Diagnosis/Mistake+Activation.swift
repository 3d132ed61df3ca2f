import COpenSSL
import Foundation
import TestSupport
import Wallet

extension WrongAnswer {
    static let wsdKey = [UInt8](hex: "0123456789abcdeffedcba9876543210")
    static let rsa = try! SimulatedKey(.rsa(bits: 2048))

    /// A good MBPAC of which each part can be another.
    static func mbpac(
        block: String = "  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!",
        start: String = "MBPAC-1-FK-417190.1--TDEA-",
        key: [UInt8] = wsdKey, cipher: OpaquePointer = EVP_des_ede_cbc()
    ) -> String {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        EVP_EncryptInit_ex(context, cipher, nil, key, [UInt8](repeating: 0, count: 8))
        EVP_CIPHER_CTX_set_padding(context, 0)
        var (length, sealed) = (Int32(0), [UInt8](repeating: 0, count: block.utf8.count))
        EVP_EncryptUpdate(context, &sealed, &length, Array(block.utf8), Int32(block.utf8.count))
        return start + sealed.hex.uppercased()
    }

    /// A good TAV of which each part can be another.
    static func tav(
        version: String = "3", until: String = "2026-06-01T00:30:00Z", order: String? = nil,
        signed: String? = nil, algorithm: String = "RSA-SHA256", digest: Digest = .sha256, extra: String = "",
        signer: SimulatedKey = rsa, write: ([UInt8]) -> String = Base64.encode
    ) -> String {
        let right =
            version == "4"
            ? "dataValidUntilTimestamp|accountNumber|accountExpiry"
            : "accountNumber|accountExpiry|dataValidUntilTimestamp"
        let message =
            signed
            ?? (version == "4" ? "\(until)|4111111111111111|1230" : "4111111111111111|1230|\(until)")
        let signature = write(try! signer.sign(Array(message.utf8), digest))
        let alias = version == "4" ? #""keyAlias":"k1","# : ""
        return """
            {"version":"\(version)",\(alias)"signatureAlgorithm":"\(algorithm)","dataValidUntilTimestamp":"\(until)",\
            "includedFieldsInOrder":"\(order ?? right)",\(extra)"signature":"\(signature)"}
            """
    }

    /// A one-time password, changed before it is signed.
    static func otp(_ change: (inout OneTimePassword) -> Void = { _ in }) -> String {
        var password = try! OneTimePassword(
            card: HonestIssuer.card, nonce: nonce, now: HonestIssuer.now, signer: HonestIssuer.otpKey)
        change(&password)
        return String(decoding: try! password.bytes(), as: UTF8.self)
    }
}

extension Mistake {
    private static func visa(_ kind: Deviation.Kind, _ text: @escaping @Sendable () -> String) -> Mistake {
        Mistake(kind, activation) { $0.activation = Array(text().utf8) }
    }

    private static func mastercard(
        _ kind: Deviation.Kind, _ text: @escaping @Sendable () -> String
    ) -> Mistake {
        Mistake(kind, activation) {
            $0.network = "mastercard"
            $0.activation = Array(text().utf8)
        }
    }

    static let mbpacs: [Mistake] = [
        visa(.activationUnknown) { "hello" },
        visa(.activationForeign) { WrongAnswer.tav() },
        visa(.mbpacForm) { WrongAnswer.mbpac(start: "MBPAC-1-FK-417190.1-TDEA-") },
        visa(.mbpacForm) { WrongAnswer.mbpac() + "\n" },
        visa(.mbpacHexCase) {
            WrongAnswer.mbpac(start: "").lowercased().replacing(/^/, with: "MBPAC-1-FK-417190.1--TDEA-")
        },
        visa(.mbpacKeySet) { WrongAnswer.mbpac(start: "MBPAC-1-FK-999999.9--TDEA-") },
        visa(.mbpacBlocks) { String(WrongAnswer.mbpac().dropLast(2)) },
        visa(.mbpacKey) { WrongAnswer.mbpac(key: WrongAnswer.wsdKey.reversed()) },
        visa(.mbpacMode) { WrongAnswer.mbpac(cipher: EVP_des_ede_ecb()) },
        visa(.mbpacStart) { WrongAnswer.mbpac(block: "AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!!!") },
        visa(.mbpacLength) { WrongAnswer.mbpac(block: "  AB3xnonce=b9ef8f31;authcode=ZZLGEZ!!!!") },
        visa(.mbpacLength) { WrongAnswer.mbpac(block: "  AB3x99nonce=b9ef8f31;authcode=ZZLGEZ!!") },
        visa(.mbpacPadding) { WrongAnswer.mbpac(block: "  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ  ") },
        visa(.mbpacPadding) { WrongAnswer.mbpac(block: "  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!!!!!!!!!") },
        visa(.mbpacText) { WrongAnswer.mbpac(block: "  AB3x24b9ef8f31;authcode=ZZLGEZ") },
        visa(.mbpacAuthcode) { WrongAnswer.mbpac(block: "  AB3x30nonce=b9ef8f31;authcode=zzlgez!!") },
        visa(.mbpacNonceCase) { WrongAnswer.mbpac(block: "  AB3x30nonce=B9EF8F31;authcode=ZZLGEZ!!") },
        visa(.mbpacNonce) { WrongAnswer.mbpac(block: "  AB3x30nonce=00000000;authcode=ZZLGEZ!!") },
    ]

    static let tavs: [Mistake] = [
        mastercard(.activationForeign) { WrongAnswer.mbpac() },
        mastercard(.tavLong) { WrongAnswer.tav(extra: String(repeating: " ", count: 1500)) },
        mastercard(.tavJSON) { WrongAnswer.tav() + "x" },
        mastercard(.tavVersion) { WrongAnswer.tav(version: "2") },
        mastercard(.tavMembers) { WrongAnswer.tav(extra: #""keyAlias":"k","#) },
        mastercard(.tavAlgorithm) { WrongAnswer.tav(algorithm: "SHA256withRSA") },
        mastercard(.tavOrder) {
            WrongAnswer.tav(order: "accountNumber,accountExpiry,dataValidUntilTimestamp")
        },
        mastercard(.tavTime) { WrongAnswer.tav(until: "01/06/2026") },
        mastercard(.tavExpired) { WrongAnswer.tav(until: "2026-06-01T00:00:00Z") },
        mastercard(.tavValidity) { WrongAnswer.tav(until: "2026-07-01T00:00:01Z") },
        mastercard(.tavSignatureForm) { WrongAnswer.tav(write: \.hex) },
        mastercard(.tavSignedOrder) { WrongAnswer.tav(signed: "2026-06-01T00:30:00Z|4111111111111111|1230") },
        mastercard(.tavSignedExpiry) {
            WrongAnswer.tav(signed: "4111111111111111|3012|2026-06-01T00:30:00Z")
        },
        mastercard(.tavSignedExpiry) {
            WrongAnswer.tav(signed: "4111111111111111|12/30|2026-06-01T00:30:00Z")
        },
        mastercard(.tavSignedJoin) { WrongAnswer.tav(signed: "411111111111111112302026-06-01T00:30:00Z") },
        mastercard(.tavSignedDigest) { WrongAnswer.tav(digest: .sha512) },
        mastercard(.tavSignature) { WrongAnswer.tav(signed: "4111111111111112|1230|2026-06-01T00:30:00Z") },
        mastercard(.tavSignature) { try! WrongAnswer.tav(signer: SimulatedKey(.rsa(bits: 2048))) },
    ]

    static let otps: [Mistake] = [
        visa(.otpForm) { WrongAnswer.otp { $0.header = "[]" } },
        visa(.otpAlgorithm) { WrongAnswer.otp { $0.header = #"{"alg":"none"}"# } },
        visa(.otpCritical) { WrongAnswer.otp { $0.header = #"{"alg":"ES256","crit":"x"}"# } },
        visa(.otpSignatureDER) { WrongAnswer.otp { $0.derSignature = true } },
        visa(.otpSignature) { WrongAnswer.otp { $0.signer = HonestIssuer.pki.leafKey } },
        visa(.otpClaims) { WrongAnswer.otp { $0.claims["jti"] = nil } },
        visa(.otpClaims) { WrongAnswer.otp { $0.claims["exp"] = "\"soon\"" } },
        visa(.otpCard) { WrongAnswer.otp { $0.claims["card"] = "\"another\"" } },
        visa(.otpIssued) {
            WrongAnswer.otp {
                $0.claims["iat"] = "\(HonestIssuer.now + 31)"
                $0.claims["exp"] = "\(HonestIssuer.now + 300)"
            }
        },
        visa(.otpExpired) {
            WrongAnswer.otp {
                $0.claims["iat"] = "\(HonestIssuer.now - 300)"
                $0.claims["exp"] = "\(HonestIssuer.now)"
            }
        },
        visa(.otpValidity) { WrongAnswer.otp { $0.claims["exp"] = "\(HonestIssuer.now + 86_401)" } },
        visa(.otpNonce) { WrongAnswer.otp { $0.claims["nonce_sha256"] = "\"\(Base64.encodeURL([1]))\"" } },
    ]
}
