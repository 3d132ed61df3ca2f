internal import Cryptography
internal import Vault

/// Mastercard's Tokenization Authentication Value: a JSON text, itself the bytes, with the issuer's signature over
/// the account.
///
/// Signed with RSASSA-PKCS1-v1_5 and SHA-256 are the values that `includedFieldsInOrder` names, joined by `|`: the
/// PAN's digits, the expiry as MMYY, and the time exactly as it stands in the text. None of the account is in the
/// text itself, which has less than 1536 bytes and so at most 2048 characters of base64.
struct MastercardTAV {
    enum Version {
        case three, four
    }

    let version: Version
    let validUntil: UnixTime

    /// The network takes up to 30 days. PassKit uses the data within minutes, and what has expired is worth nothing
    /// to a thief: so a constant and no setting.
    static let lifetime: Int64 = 30 * 60

    /// Version 3 has `version`, `signatureAlgorithm`, `dataValidUntilTimestamp`, `includedFieldsInOrder` and
    /// `signature`; version 4, in the order of the network's published example, `version`, `keyAlias`,
    /// `signatureAlgorithm`, `includedFieldsInOrder`, `dataValidUntilTimestamp` and `signature`. All are texts, and
    /// there is no space between them. The time is RFC 3339 in UTC, in whole seconds.
    func signed(
        _ pan: borrowing PAN, _ expiry: ExpiryDigits, with key: TAVKey
    ) throws(CryptographyError) -> [UInt8] {
        let time = validUntil.rfc3339
        let signature = StandardBase64.encode(
            try key.privateKey.signaturePKCS1(of: message(pan, expiry, time)))
        let members: [(name: StaticString, value: [UInt8])] =
            switch version {
            case .three:
                [
                    ("version", Array("3".utf8)), ("signatureAlgorithm", Self.algorithm),
                    ("dataValidUntilTimestamp", time), ("includedFieldsInOrder", order),
                    ("signature", signature),
                ]
            case .four:
                [
                    ("version", Array("4".utf8)), ("keyAlias", key.alias),
                    ("signatureAlgorithm", Self.algorithm), ("includedFieldsInOrder", order),
                    ("dataValidUntilTimestamp", time), ("signature", signature),
                ]
            }
        // No value has a character that JSON would escape.
        var text: [UInt8] = []
        for (name, value) in members {
            text += Array((text.isEmpty ? "{\"" : ",\"").utf8) + Array("\(name)\":\"".utf8) + value
            text.append(UInt8(ascii: "\""))
        }
        return text + [UInt8(ascii: "}")]
    }

    private static let algorithm = Array("RSA-SHA256".utf8)

    private var order: [UInt8] {
        switch version {
        case .three: Array("accountNumber|accountExpiry|dataValidUntilTimestamp".utf8)
        case .four: Array("dataValidUntilTimestamp|accountNumber|accountExpiry".utf8)
        }
    }

    private func message(_ pan: borrowing PAN, _ expiry: ExpiryDigits, _ time: [UInt8]) -> SecretBytes {
        var message = SecretBytes(capacity: pan.digits.count + time.count + "||MMYY".utf8.count)
        if version == .four {
            message.append(time)
            message.append("|")
        }
        message.append(pan.digits)
        message.append("|")
        message.append(expiry.month + expiry.year)
        if version == .three {
            message.append("|")
            message.append(time)
        }
        return message
    }
}

/// The issuer's key for TAVs.
final class TAVKey: Sendable {
    /// How Mastercard knows the key: the name in the key folder, ASCII.
    let alias: [UInt8]
    let privateKey: RSAPrivateKey

    init(alias: String, _ key: consuming RSAPrivateKey) {
        self.alias = Array(alias.utf8)
        privateKey = key
    }
}
