package import Cryptography
package import Vault

/// The clear text that Apple opens: "configuration 1", with the PAN in clear.
///
/// Written by hand, in one order, straight into memory that is cleansed. A JSON encoder or a `String` would leave
/// copies of the PAN behind.
package enum PassPayload {
    /// UTF-8 JSON with the members `primaryAccountNumber`, `expiration` (MM/YY), `name`, `nonce` and
    /// `nonceSignature` (lower-case hexadecimal of the bytes received), and for a Mastercard program with a product
    /// type `productType` and `version`.
    ///
    /// Throws `encryptionFailed` for an expiry that is no month of a year.
    package static func write(
        _ pan: borrowing PAN, of card: AuthorisedCard, nonce: [UInt8], nonceSignature: [UInt8]
    ) throws(Failure) -> SecretBytes {
        guard let expiry = ExpiryDigits(of: card) else { throw .encryptionFailed }
        var others: [(key: StaticString, value: [UInt8])] = [
            ("expiration", expiry.month + [UInt8(ascii: "/")] + expiry.year),
            ("name", JSONText.escaped(card.cardholderName)),
            ("nonce", Hex.encode(nonce)),
            ("nonceSignature", Hex.encode(nonceSignature)),
        ]
        if card.network == .mastercard, let product = card.productType {
            others.append(("productType", JSONText.escaped(product)))
            others.append(("version", Array("1".utf8)))
        }

        let first: StaticString = "{\"primaryAccountNumber\":\""
        let punctuation = ",\"\":\"\"".utf8.count
        let capacity =
            first.utf8CodeUnitCount + pan.digits.count + "\"}".utf8.count
            + others.reduce(0) { $0 + punctuation + $1.key.utf8CodeUnitCount + $1.value.count }

        var payload = SecretBytes(capacity: capacity)
        payload.append(first)
        payload.append(pan.digits)
        payload.append("\"")
        for (key, value) in others {
            payload.append(",\"")
            payload.append(key)
            payload.append("\":\"")
            payload.append(value)
            payload.append("\"")
        }
        payload.append("}")
        precondition(payload.count == capacity, "the payload's length was counted wrong")
        return payload
    }
}
