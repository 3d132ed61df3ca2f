import Wallet

/// Of several things that are wrong the first in the contract's order is answered: framing, path, method, media type,
/// token, body, certificates, nonce signature, card, state, product type, replay.
enum PrecedenceCases {
    static let all = before + within

    /// One defect of an order: what it does to it, and the refusal.
    private struct Defect: Sendable {
        let name: String
        let refusal: Refusal
        let apply: @Sendable (inout Draft, Trial) throws(Stop) -> Void
    }

    /// An order with what else a defect may spoil.
    private struct Draft {
        var order: Order
        var method = "POST"
        var mediaType = "application/json"
        var target: String?
        var members: JSONMembers?
        var headers: [(name: String, value: String)] = []

        var request: Request {
            var request = order.request.setting("Content-Type", mediaType)
            if let members { request.body = members.bytes }
            if let target { request.target = target }
            request.method = method
            for header in headers { request = request.adding(header.name, header.value) }
            return request
        }
    }

    private static let before: [Case] = [
        first(585, twoAuthorizations, before: noRoute), first(586, tooLarge, before: noRoute),
        first(587, noRoute, before: wrongMethod), first(588, wrongMethod, before: wrongType),
        first(589, wrongType, before: noToken), first(590, noToken, before: unknownCard),
        first(591, noToken, before: missingField),
    ]

    private static let within: [Case] = [
        first(592, missingField, before: oneCertificate), first(593, oneCertificate, before: wrongSignature),
        first(594, wrongSignature, before: unknownCard), first(595, foreignCard, before: state),
        first(596, state, before: unlistedProduct), first(597, unlistedProduct, before: usedNonce),
        first(598, unknownCard, before: usedNonce), first(599, malformed, before: credentials),
    ]

    /// With the first alone, which must be refused for what it is, or there is nothing to see here; then with both.
    private static func first(_ number: Int, _ one: Defect, before other: Defect) -> Case {
        let title =
            "\(one.name.prefix(1).uppercased() + one.name.dropFirst()) is answered before \(other.name)."
        return Case("PROV-F-\(number)", .contract, .precedence, title) { (trial) throws(Stop) in
            for defects in [[one], [one, other]] {
                var draft = Draft(order: try trial.order())
                for defect in defects.reversed() { try defect.apply(&draft, trial) }
                if defects.count == 1 {
                    try trial.meet(one.refusal, with: draft.request)
                } else {
                    try trial.expect(one.refusal, from: trial.send(draft.request))
                }
            }
        }
    }

    private static let twoAuthorizations = Defect(
        name: "a second Authorization", refusal: Refusal(anyOf: 400)
    ) { draft, _ in draft.headers.append(("Authorization", "Bearer x")) }

    private static let tooLarge = Defect(
        name: "a body past 64 KiB", refusal: Refusal(413, "PAYLOAD_TOO_LARGE", "payload_too_large")
    ) { draft, _ in
        draft.members = draft.order.pass.members.changed {
            $0.add("padding", String(repeating: "x", count: 65_536).json)
        }
    }

    private static let noRoute = Defect(
        name: "a path that is no route", refusal: Refusal(404, "NOT_FOUND", "no_such_route")
    ) { draft, _ in draft.target = draft.order.target + "/again" }

    private static let wrongMethod = Defect(
        name: "a method that the route has not",
        refusal: Refusal(405, "METHOD_NOT_ALLOWED", "method_not_allowed")
    ) { draft, _ in draft.method = "PUT" }

    private static let wrongType = Defect(
        name: "another media type", refusal: Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "media_type")
    ) { draft, _ in draft.mediaType = "text/plain" }

    private static let noToken = Defect(name: "a missing token", refusal: .unauthorized("token_missing")) {
        draft, _ in draft.order.token = nil
    }

    private static let malformed = Defect(name: "a body that is no JSON", refusal: .invalid("malformed_json"))
    {
        draft, _ in
        draft.members = (draft.members ?? draft.order.pass.members).changed { $0.add("x", "NaN") }
    }

    private static let credentials = Defect(
        name: "card credentials", refusal: .invalid("card_credentials_refused")
    ) { draft, _ in
        draft.members = (draft.members ?? draft.order.pass.members).changed { $0.add("pan", "null") }
    }

    private static let missingField = Defect(name: "a missing field", refusal: .invalid("missing_field")) {
        draft, _ in
        draft.members = (draft.members ?? draft.order.pass.members).changed { $0.remove("device_type") }
    }

    private static let oneCertificate = Defect(
        name: "a missing certificate", refusal: .invalid("certificate_count")
    ) { draft, _ in draft.order.pass.certificates.removeLast() }

    private static let wrongSignature = Defect(
        name: "a signature over another nonce", refusal: .invalid("nonce_signature_invalid")
    ) { (draft, trial) throws(Stop) in
        try trial.needLeafSignature()
        draft.order.pass.nonceSignature = try trial.order().pass.nonceSignature
    }

    private static let unknownCard = Defect(name: "a card that nobody has", refusal: .cardNotFound) {
        (draft, trial) throws(Stop) in draft.order.card = try trial.unknownCard()
    }

    /// Another's card, which `state` then makes a closed one of another's.
    private static let foreignCard = Defect(name: "a card of another's", refusal: .cardNotFound) {
        (draft, trial) throws(Stop) in draft.order.token = try trial.token("bob")
    }

    private static let state = Defect(name: "a closed card", refusal: .unavailable("card_closed")) {
        (draft, trial) throws(Stop) in draft.order.card = try trial.card("closed")
    }

    private static let unlistedProduct = Defect(
        name: "a product type that the program does not list", refusal: .invalid("invalid_field")
    ) { draft, _ in draft.order.pass.productType = "NO_SUCH_PRODUCT" }

    private static let usedNonce = Defect(name: "a nonce that was used", refusal: .invalid("nonce_replayed"))
    {
        (draft, trial) throws(Stop) in
        draft.order.pass = try trial.pass(trial.order()).order.pass
    }
}
