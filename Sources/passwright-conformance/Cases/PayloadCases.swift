import Wallet

/// What Apple finds in an opened pass, field by field.
enum PayloadCases {
    static let all: [Case] = fields.map(\.item) + members

    private static let fields: [PassCase] = [
        PassCase(
            id: "PROV-P-031", group: .payload, rule: .payloadJSON,
            title: "The payload is one flat JSON object in UTF-8 and nothing after it.", needsOpening: true
        ) {
            [
                .payloadBOM, .payloadEncoding, .payloadText, .payloadTrailing, .payloadNotJSON, .payloadLoose,
            ].contains($0.kind)
        },
        field(
            "PROV-P-032", .payloadPAN, "primaryAccountNumber",
            "The field primaryAccountNumber is the card's number, digits alone."),
        field(
            "PROV-P-033", .payloadExpiration, "expiration", "The field expiration is the card's, as MM/YY."),
        field("PROV-P-034", .payloadName, "name", "The field name is the cardholder's, byte for byte."),
        field(
            "PROV-P-035", .payloadNonce, "nonce",
            "The field nonce is the lower-case hexadecimal of the 4 bytes sent."),
        field(
            "PROV-P-036", .payloadSignature, "nonceSignature",
            "The field nonceSignature is the lower-case hexadecimal of the bytes sent."),
        field(
            "PROV-P-037", .payloadNonce, "nonce", "A nonce that begins and ends with zeros keeps them."
        ) { (trial, order) throws(Stop) in try resign(trial, &order, nonce: [0, 0] + order.pass.nonce + [0])
        },
        field(
            "PROV-P-038", .payloadNonce, "nonce", "A nonce of 32 bytes, the limit, comes back whole."
        ) { (trial, order) throws(Stop) in
            try resign(trial, &order, nonce: Array((order.pass.nonce + Array(0...31)).prefix(32)))
        },
        field(
            "PROV-P-039", .payloadSignature, "nonceSignature", "A nonce signature in DER comes back in DER."
        ) { (trial, order) throws(Stop) in
            do { order.pass.nonceSignature = try ECDSASignature(raw: order.pass.nonceSignature).der } catch {
                throw .blocked("the signature is no r || s of 64 bytes")
            }
            trial.hide(order.pass)
        },
        PassCase(
            id: "PROV-P-040", group: .payload, rule: .payloadExpiration,
            title: "The expiration of a card that ends early in a year has its leading zero.",
            profile: .networkMastercard, card: "active_mastercard", needsOpening: true, needsDetails: true
        ) { $0.subject == "expiration" },
        PassCase(
            id: "PROV-P-041", group: .payload, rule: .payloadPAN,
            title: "A Mastercard pass has that card's number.",
            profile: .networkMastercard, card: "active_mastercard", needsOpening: true, needsDetails: true
        ) { $0.subject == "primaryAccountNumber" },
    ]

    private static func field(
        _ id: String, _ rule: Rule, _ name: String, _ title: String,
        change: @escaping @Sendable (Trial, inout Order) throws(Stop) -> Void = { _, _ in }
    ) -> PassCase {
        PassCase(
            id: id, group: .payload, rule: rule, title: title,
            needsOpening: true, needsDetails: !name.hasPrefix("nonce"), change: change
        ) { $0.subject == name }
    }

    private static func resign(_ trial: Trial, _ order: inout Order, nonce: [UInt8]) throws(Stop) {
        do { order.pass = try trial.phone().request(nonce: nonce) } catch {
            throw .blocked("the nonce cannot be signed with the leaf's key")
        }
        trial.hide(order.pass)
    }

    private static let required = ["expiration", "name", "nonce", "nonceSignature", "primaryAccountNumber"]
    private static let mastercard = ["productType", "version"]

    private static let members: [Case] = [
        Case(
            "PROV-P-042", .payload, .payloadMembers,
            "The payload has no member that configuration 1 does not have."
        ) {
            (trial) throws(Stop) in
            let names = try trial.pass(trial.order()).payload().names
            let strange = names.filter { !(required + mastercard).contains($0) }
            try trial.require(
                strange.isEmpty, required.joined(separator: ", "), got: "\(strange.count) more")
        },
        Case(
            "PROV-P-043", .payload, .payloadProductType,
            "A Visa payload has neither productType nor version.",
            profile: .networkVisa
        ) { (trial) throws(Stop) in
            let names = try trial.pass(trial.order("active_visa")).payload().names
            let found = names.filter(mastercard.contains)
            try trial.require(found.isEmpty, "neither", got: found.joined(separator: ", "))
        },
        Case(
            "PROV-P-044", .payload, .payloadProductType,
            "A Mastercard payload has the program's product type and version \"1\" where none is asked for.",
            profile: .networkMastercard
        ) { (trial) throws(Stop) in
            let payload = try trial.pass(trial.order("active_mastercard")).payload()
            try trial.require(
                payload.text("version") == "1" && !(payload.text("productType") ?? "").isEmpty,
                "a productType, and version \"1\"",
                got: payload["version"] == nil ? "no version" : "something else")
        },
        Case(
            "PROV-P-045", .payload, .payloadProductType,
            "A Mastercard payload has the product type that was asked for.",
            profile: .networkMastercard
        ) { (trial) throws(Stop) in
            var order = try trial.order("active_mastercard")
            // Its own default is a type of the program's, whatever the program is.
            let first = try trial.pass(order).payload()
            guard let type = first.text("productType") else {
                throw .blocked("the payload has no productType to ask for")
            }
            order = try trial.again(order)
            order.pass.productType = type
            let second = try trial.pass(order).payload()
            try trial.require(
                second.text("productType") == type, "the one that was asked for", got: "another, or none")
        },
        Case(
            "PROV-P-046", .payload, .payloadNonce,
            "Of 50 passes at the same moment each holds its own request's nonce.",
            alone: true
        ) { (trial) throws(Stop) in
            let first = try trial.order()
            var orders = [first]
            while orders.count < 50 { orders.append(try trial.again(first)) }
            // Fifty at once may be too many at once: only passes are judged.
            var (passes, right) = (0, 0)
            for (order, outcome) in zip(orders, trial.sendAtOnce(orders.map(\.request))) {
                guard case .success(let reply) = outcome, reply.status == 200 else { continue }
                let delivery = try trial.delivery(reply, for: order)
                guard delivery.diagnosis.opens else { throw .blocked(Delivery.closed) }
                passes += 1
                if delivery.diagnosis.deviations(of: "nonce").isEmpty { right += 1 }
            }
            guard passes > 1 else { throw .blocked("fewer than two passes came") }
            try trial.require(right == passes, "each with its own nonce", got: "\(right) of \(passes)")
        },
    ]
}
