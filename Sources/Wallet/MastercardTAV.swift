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

    static func inspect(
        _ activation: [UInt8], key: SimulatedKey, _ details: CardDetails, now: Int64
    ) -> Inspection {
        var found = Inspection()
        found.demand(
            Base64.encode(activation).utf8.count <= longest, .tavLong,
            "is longer than \(longest) characters of base64")
        guard let object = try? FlatJSON(activation) else {
            found.refuse(.tavJSON, "is not one flat JSON object")
            return found
        }
        guard let version = object.text("version"), let order = orders[version] else {
            found.refuse(.tavVersion, "version is neither \"3\" nor \"4\"")
            return found
        }
        let expected = version == "4" ? members + ["keyAlias"] : members
        found.demand(
            Set(object.names) == Set(expected), .tavMembers,
            "does not have exactly the members of version \(version)")
        found.demand(
            object.text("signatureAlgorithm") == "RSA-SHA256", .tavAlgorithm,
            "signatureAlgorithm is not RSA-SHA256")
        found.demand(
            object.text("includedFieldsInOrder") == order, .tavOrder, "includedFieldsInOrder is not \(order)")
        let timestamp = object.text("dataValidUntilTimestamp") ?? ""
        if let until = seconds(timestamp) {
            found.demand(until > now, .tavExpired, "has expired")
            found.demand(until <= now + longestValidity, .tavValidity, "is valid for more than 30 days")
            found.words = "version \(version), RSA-SHA256, \(until - now) s left"
        } else {
            found.refuse(.tavTime, "dataValidUntilTimestamp is no RFC 3339 time")
        }
        let signed = TAVSignature(details: details, timestamp: timestamp, order: order, key: key)
        signed.inspect(object.text("signature") ?? "", &found)
        return found
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

/// The signature of a TAV, and over what it is where it is not over what it should be.
struct TAVSignature {
    let details: CardDetails
    /// As it was printed.
    let timestamp: String
    /// Names, joined by `|`.
    let order: String
    let key: SimulatedKey

    func inspect(_ text: String, _ found: inout Inspection) {
        let wrong = "the signature does not verify over account number, expiry and time"
        let written = WrittenBytes(text)
        found.demand(
            written.bytes != nil && written.oddities.isEmpty, .tavSignatureForm,
            "signature is not canonical base64")
        guard let signature = written.bytes else { return }
        let names = order.split(separator: "|").map(String.init)
        if verifies(signature, text: joined(names, "|", details.compactExpiry)) { return }
        let expiries = [details.expiration, swapped, details.expiration.filter { $0 != "/" }]
        for others in permutations(names)
        where verifies(signature, text: joined(others, "|", details.compactExpiry)) {
            return found.refuse(.tavSignedOrder, wrong)
        }
        for expiry in expiries where verifies(signature, text: joined(names, "|", expiry)) {
            return found.refuse(.tavSignedExpiry, wrong)
        }
        for mark in ["", ",", ";", "||"]
        where verifies(signature, text: joined(names, mark, details.compactExpiry)) {
            return found.refuse(.tavSignedJoin, wrong)
        }
        let right = joined(names, "|", details.compactExpiry)
        for digest in Digest.allCases where verifies(signature, text: right, digest) {
            return found.refuse(.tavSignedDigest, wrong)
        }
        found.refuse(.tavSignature, wrong)
    }

    /// `YYMM`.
    private var swapped: String { String(details.compactExpiry.suffix(2) + details.compactExpiry.prefix(2)) }

    private func verifies(_ signature: [UInt8], text: String, _ digest: Digest = .sha256) -> Bool {
        (try? key.verify(signature, over: Array(text.utf8), digest)) != nil
    }

    private func joined(_ names: [String], _ mark: String, _ expiry: String) -> String {
        let values = [
            "accountNumber": details.pan.digits, "accountExpiry": expiry,
            "dataValidUntilTimestamp": timestamp,
        ]
        return names.map { values[$0]! }.joined(separator: mark)
    }

    private func permutations(_ names: [String]) -> [[String]] {
        guard names.count > 1 else { return [names] }
        return names.flatMap { first in
            permutations(names.filter { $0 != first }).map { [first] + $0 }
        }
    }
}
