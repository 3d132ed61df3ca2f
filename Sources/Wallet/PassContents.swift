/// What Apple finds in an opened pass, compared with the card and with what the phone sent.
package struct PassContents: Sendable {
    /// What the pass should hold. Where the card's details are not known, what the server says of the card.
    package struct Expectation: Sendable {
        package var details: CardDetails?
        package var lastFour: String?
        package var cardholderName: String?
        /// `visa`, `mastercard`, ... where known.
        package var network: String?
        package var request: PassRequest

        package init(
            details: CardDetails?, lastFour: String?, cardholderName: String?, network: String?,
            request: PassRequest
        ) {
            self.details = details
            self.lastFour = lastFour
            self.cardholderName = cardholderName
            self.network = network
            self.request = request
        }
    }

    static let required = ["primaryAccountNumber", "expiration", "name", "nonce", "nonceSignature"]
    static let mastercard = ["productType", "version"]

    /// One finding a field of the clear text; one in all where it cannot be read.
    package static func findings(in payload: [UInt8], expecting expected: Expectation) -> [Finding] {
        let object: FlatJSON
        do { object = try FlatJSON(payload) } catch {
            guard case .malformed(let what) = error else { return [] }
            return [.failed(.apple, "payload", "is not one flat JSON object in UTF-8: \(what)")]
        }
        return [
            .passed(.apple, "payload", "JSON in UTF-8, \(payload.count) bytes"),
            accountNumber(object, expected), expiration(object, expected), name(object, expected),
            hexadecimal("nonce", object, expected.request.nonce),
            hexadecimal("nonceSignature", object, expected.request.nonceSignature),
            extras(object, expected),
        ]
    }

    private static func accountNumber(_ object: FlatJSON, _ expected: Expectation) -> Finding {
        let check = "primaryAccountNumber"
        guard let pan = object.text(check) else { return missing(check, object) }
        guard pan.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .failed(.apple, check, "has something other than digits in it")
        }
        guard (12...19).contains(pan.utf8.count) else {
            return .failed(.apple, check, "has \(pan.utf8.count) digits")
        }
        if let details = expected.details {
            let end =
                pan.hasSuffix(details.pan.lastFour)
                ? "the last four digits alone agree" : "ends in \(pan.suffix(4)), not \(details.pan.lastFour)"
            return .check(
                .apple, check, pan == details.pan.digits, "\(details.pan), the card's",
                otherwise: "is not the card's: \(end)")
        }
        guard let lastFour = expected.lastFour else {
            return .skipped(.apple, check, "nothing known to compare it with")
        }
        return .check(
            .apple, check, pan.hasSuffix(lastFour), "···· \(lastFour), as the server lists it",
            otherwise: "ends in \(pan.suffix(4)), and the server lists \(lastFour)")
    }

    private static func expiration(_ object: FlatJSON, _ expected: Expectation) -> Finding {
        let check = "expiration"
        guard let text = object.text(check) else { return missing(check, object) }
        let shape =
            text.utf8.count == 5 && text.dropFirst(2).first == "/" && text.filter(\.isNumber).count == 4
        guard shape else { return .failed(.apple, check, "is not in the form MM/YY") }
        guard let details = expected.details else {
            return .skipped(.apple, check, "\(text); nothing known to compare it with")
        }
        return .check(
            .apple, check, text == details.expiration, "\(text), the card's",
            otherwise: "is \(text), and the card's is \(details.expiration)")
    }

    private static func name(_ object: FlatJSON, _ expected: Expectation) -> Finding {
        let check = "name"
        guard let text = object.text(check) else { return missing(check, object) }
        guard let wanted = expected.details?.cardholderName ?? expected.cardholderName else {
            return .skipped(.apple, check, "nothing known to compare it with")
        }
        // By bytes: Swift's own equality takes two spellings of one letter for the same.
        return .check(
            .apple, check, Array(text.utf8) == Array(wanted.utf8), "as embossed",
            otherwise: "is not the name on the card")
    }

    private static func hexadecimal(_ check: String, _ object: FlatJSON, _ sent: [UInt8]) -> Finding {
        guard let text = object.text(check) else { return missing(check, object) }
        let wanted = sent.hexadecimal
        if text == wanted { return .passed(.apple, check, "the \(sent.count) bytes sent, lower-case hex") }
        if text.lowercased() == wanted { return .failed(.apple, check, "is upper-case hex") }
        if Base64.decode(text) == sent { return .failed(.apple, check, "is base64, and should be hex") }
        return .failed(.apple, check, "is not the lower-case hex of the bytes that the phone sent")
    }

    private static func extras(_ object: FlatJSON, _ expected: Expectation) -> Finding {
        let check = "other members"
        let others = object.names.filter { !required.contains($0) }
        let allowed = expected.network == "mastercard" || expected.network == nil ? mastercard : []
        let strange = others.filter { !allowed.contains($0) }
        guard strange.isEmpty else {
            return .failed(.apple, check, "\(strange.count) that configuration 1 does not have")
        }
        if others.contains("version"), object.text("version") != "1" {
            return .failed(.apple, check, "version is not \"1\"")
        }
        if let asked = expected.request.productType, expected.network == "mastercard" {
            guard object.text("productType") == asked else {
                return .failed(.apple, check, "productType is not the one that was asked for")
            }
        }
        return .passed(.apple, check, others.isEmpty ? "none" : others.joined(separator: ", "))
    }

    private static func missing(_ check: String, _ object: FlatJSON) -> Finding {
        .failed(.apple, check, object[check] == nil ? "is missing" : "is not a JSON string")
    }
}
