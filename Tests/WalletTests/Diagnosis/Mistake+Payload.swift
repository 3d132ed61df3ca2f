import Foundation
import TestSupport
import Wallet

extension Mistake {
    private static func text(
        _ kind: Deviation.Kind, _ subject: String, _ old: String, _ new: String
    ) -> Mistake {
        Mistake(kind, subject) { $0.replace(old, new) }
    }

    private static let pan = "4111111111111111"
    private static let nonce = WrongAnswer.nonce.hex
    private static let signature = WrongAnswer.signature.hex

    /// The clear text as a whole.
    static let clearTexts: [Mistake] = [
        Mistake(.payloadBOM, "payload") { $0.payload = [0xef, 0xbb, 0xbf] + $0.payload },
        Mistake(.payloadEncoding, "payload") {
            $0.payload = Array(WrongAnswer.text.data(using: .isoLatin1)!)
        },
        Mistake(.payloadEncoding, "payload") {
            $0.payload = Array(WrongAnswer.text.data(using: .utf16LittleEndian)!)
        },
        Mistake(.payloadEncoding, "payload") { $0.payload = Array(WrongAnswer.text.data(using: .utf16)!) },
        Mistake(.payloadText, "payload") { $0.payload = Array(Base64.encode($0.payload).utf8) },
        Mistake(.payloadText, "payload") { $0.payload = Array($0.payload.hex.utf8) },
        Mistake(.payloadText, "payload") {
            let escaped = WrongAnswer.text.replacingOccurrences(of: "\\", with: "\\\\")
                .replacingOccurrences(of: "\"", with: "\\\"")
            $0.payload = Array("\"\(escaped)\"".utf8)
        },
        Mistake(.payloadTrailing, "payload") { $0.payload += [UInt8](repeating: 5, count: 5) },
        Mistake(.payloadTrailing, "payload") { $0.payload += [0] },
        Mistake(.payloadNotJSON, "payload") {
            $0.payload = Array("pan=\(pan)&expiration=12/30&name=Zoe".utf8)
        },
        Mistake(.payloadLoose, "payload") { $0.replace("\"}", "\",}") },
    ]

    static let fields: [Mistake] = [
        text(.fieldMissing, "primaryAccountNumber", "\"primaryAccountNumber\":\"\(pan)\",", ""),
        text(.fieldMissing, "name", ",\"name\":\"Zoë \\\"Z\\\" Example\"", ""),
        text(.fieldMissing, "nonce", "\"nonce\":\"\(nonce)\",", ""),
        text(.fieldMissing, "nonceSignature", ",\"nonceSignature\":\"\(signature)\"", ""),
        text(.fieldName, "primaryAccountNumber", "primaryAccountNumber", "pan"),
        text(.fieldName, "expiration", "expiration", "expirationDate"),
        text(.fieldName, "name", "\"name\"", "\"cardholderName\""),
        text(.fieldName, "nonceSignature", "nonceSignature", "nonce_signature"),
        text(.fieldNotText, "nonce", "\"\(nonce)\"", "17"),
        text(.fieldNotText, "name", "\"Zoë \\\"Z\\\" Example\"", "null"),
        text(.fieldsExtra, "payload", "{", "{\"cvv\":\"123\","),
        text(.panNumber, "primaryAccountNumber", "\"\(pan)\"", pan),
        text(.panSeparators, "primaryAccountNumber", pan, "4111 1111 1111 1111"),
        text(.panSeparators, "primaryAccountNumber", pan, "4111-1111-1111-1111"),
        text(.panForm, "primaryAccountNumber", pan, "************1111"),
        text(.panForm, "primaryAccountNumber", pan, "41111111111"),
        text(.panWrong, "primaryAccountNumber", pan, "4012888888881881"),
        text(.expirationYYMM, "expiration", "12/30", "3012"),
        text(.expirationYYMM, "expiration", "12/30", "301231"),
        text(.expirationMMYY, "expiration", "12/30", "1230"),
        text(.expirationYear, "expiration", "12/30", "12/2030"),
        text(.expirationYear, "expiration", "12/30", "122030"),
        text(.expirationISO, "expiration", "12/30", "2030-12"),
        text(.expirationISO, "expiration", "12/30", "2030-12-31"),
        text(.expirationSwapped, "expiration", "12/30", "30/12"),
        text(.expirationForm, "expiration", "12/30", "12-30"),
        text(.expirationForm, "expiration", "12/30", "December 2030"),
        text(.expirationWrong, "expiration", "12/30", "11/30"),
        text(.nameWrong, "name", "Zoë", "Zoe"),
        text(.nameWrong, "name", "Zoë", "ZOË"),
        text(.hexUpper, "nonce", nonce, nonce.uppercased()),
        text(.hexUpper, "nonceSignature", signature, signature.uppercased()),
        text(.hexDecorated, "nonce", nonce, "0x" + nonce),
        text(.hexDecorated, "nonce", nonce, "b9:ef:8f:31"),
        text(.notHex, "nonce", nonce, Base64.encode(WrongAnswer.nonce)),
        text(.notHex, "nonceSignature", signature, Base64.encode(WrongAnswer.signature)),
        text(.hexOfText, "nonce", nonce, Array(Base64.encode(WrongAnswer.nonce).utf8).hex),
        text(.hexOfText, "nonceSignature", signature, Array(Base64.encode(WrongAnswer.signature).utf8).hex),
        text(.notAsSent, "nonce", nonce, "00000000"),
        text(.notAsSent, "nonceSignature", signature, "00"),
        Mistake(.reencoded, "nonceSignature") {
            $0.replace(signature, try! ECDSASignature(raw: WrongAnswer.signature).der.hex)
        },
    ]

    static let all =
        bodies + encodings + keys + derivations + ciphers + clearTexts + fields + mbpacs + tavs + otps
}
