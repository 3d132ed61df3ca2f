import Wallet

extension PassRequest {
    /// The body, member by member, each free to be what it should not be.
    var members: JSONMembers {
        var members = JSONMembers([
            "certificates": "[" + certificates.map { Base64.encode($0).json }.joined(separator: ",") + "]",
            "nonce": Base64.encode(nonce).json, "nonce_signature": Base64.encode(nonceSignature).json,
            "device_type": device.rawValue.json, "app_version": appVersion.json,
        ])
        if let productType { members.add("product_type", productType.json) }
        return members
    }
}

extension JSONMembers {
    var bytes: [UInt8] { Array(json.utf8) }

    /// With more before the closing brace.
    func ending(_ text: String) -> [UInt8] { ending(Array(text.utf8)) }
    func ending(_ more: [UInt8]) -> [UInt8] { bytes.dropLast() + more + Array("}".utf8) }

    /// With one change.
    func changed(_ change: (inout JSONMembers) -> Void) -> JSONMembers {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Case {
    /// An order in good order but for its body must be refused; the card is an active one, unless named.
    static func badBody(
        _ number: Int, _ rule: Rule, _ title: String, _ refusal: Refusal, group: Group = .contract,
        card: String? = nil, _ body: @escaping @Sendable (JSONMembers) -> [UInt8]
    ) -> Case {
        .refused("PROV-F-\(number)", group, rule, title, refusal) { (trial) throws(Stop) in
            let order = try trial.order(card)
            return order.request(body: body(order.pass.members))
        }
    }

    /// An order whose body is unusual, but in good order, must be accepted.
    static func goodBody(
        _ number: Int, _ rule: Rule, _ title: String, group: Group = .contract, card: String? = nil,
        _ body: @escaping @Sendable (JSONMembers) -> [UInt8]
    ) -> Case {
        .accepted("PROV-P-\(number)", group, rule, title) { (trial) throws(Stop) in
            let order = try trial.order(card)
            return order.request(body: body(order.pass.members))
        }
    }
}
