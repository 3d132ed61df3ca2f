internal import Foundation

/// Mastercard's Tokenization Authentication Value, versions 3 and 4: a signed JSON text.
enum MastercardTAV {
    /// Base64 of the whole may have no more characters than this.
    static let longest = 2048
    /// 30 days.
    static let longestValidity: Int64 = 30 * 86_400

    private static let orders = [
        "3": "accountNumber|accountExpiry|dataValidUntilTimestamp",
        "4": "dataValidUntilTimestamp|accountNumber|accountExpiry",
    ]
    private static let members = [
        "version", "signatureAlgorithm", "dataValidUntilTimestamp", "includedFieldsInOrder", "signature",
    ]

    /// What was verified, in words.
    static func verify(
        _ activation: [UInt8], key: SimulatedKey, _ details: CardDetails, now: Int64
    ) throws(PaymentNetwork.Refusal) -> String {
        guard Base64.encode(activation).utf8.count <= longest else {
            throw .init(reason: "is longer than \(longest) characters of base64")
        }
        let object: FlatJSON
        do { object = try FlatJSON(activation) } catch { throw .init(reason: "is not one flat JSON object") }
        guard let version = object.text("version"), let order = orders[version] else {
            throw .init(reason: "version is neither \"3\" nor \"4\"")
        }
        let expected = version == "4" ? members + ["keyAlias"] : members
        guard Set(object.names) == Set(expected) else {
            throw .init(reason: "does not have exactly the members of version \(version)")
        }
        guard object.text("signatureAlgorithm") == "RSA-SHA256" else {
            throw .init(reason: "signatureAlgorithm is not RSA-SHA256")
        }
        guard object.text("includedFieldsInOrder") == order else {
            throw .init(reason: "includedFieldsInOrder is not \(order)")
        }
        let timestamp = object.text("dataValidUntilTimestamp") ?? ""
        guard let until = seconds(timestamp) else {
            throw .init(reason: "dataValidUntilTimestamp is no RFC 3339 time")
        }
        guard until > now else { throw .init(reason: "has expired") }
        guard until <= now + longestValidity else {
            throw .init(reason: "is valid for more than 30 days")
        }
        let fields = [
            "accountNumber": details.pan.digits, "accountExpiry": details.compactExpiry,
            "dataValidUntilTimestamp": timestamp,
        ]
        let signed = order.split(separator: "|").map { fields[String($0)]! }.joined(separator: "|")
        guard let signature = object.text("signature").flatMap(Base64.decode) else {
            throw .init(reason: "signature is not canonical base64")
        }
        do { try key.verify(signature, over: Array(signed.utf8), .sha256) } catch {
            throw .init(reason: "the signature does not verify over account number, expiry and time")
        }
        return "version \(version), RSA-SHA256, \(until - now) s left"
    }

    /// RFC 3339, with or without a fraction.
    private static func seconds(_ text: String) -> Int64? {
        let reader = ISO8601DateFormatter()
        for options in [[.withInternetDateTime], [.withInternetDateTime, .withFractionalSeconds]]
            as [ISO8601DateFormatter.Options]
        {
            reader.formatOptions = options
            if let date = reader.date(from: text) { return Int64(date.timeIntervalSince1970.rounded(.down)) }
        }
        return nil
    }
}
