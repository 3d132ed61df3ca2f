import Wallet

/// A pass that a server delivered, and the order for it.
struct Delivery {
    let order: Order
    let reply: Reply
    let object: FlatJSON
    let leafKey: SimulatedKey

    /// The bytes of a member.
    func bytes(_ name: String) throws(Stop) -> [UInt8] {
        guard let bytes = object.text(name).flatMap(Base64.decode) else {
            throw .blocked("\(name) is missing or no base64")
        }
        return bytes
    }

    func answer() throws(Stop) -> PassAnswer {
        PassAnswer(
            activationData: try bytes("activation_data"), encryptedPassData: try bytes("encrypted_pass_data"),
            ephemeralPublicKey: try bytes("ephemeral_public_key"))
    }

    /// The clear text.
    func payload() throws(Stop) -> [UInt8] {
        do throws(Apple.Defect) { return try Apple.open(try openable(), with: leafKey) } catch {
            throw .blocked("the pass does not open, so nobody can see what it holds")
        }
    }

    private func openable() throws(Apple.Defect) -> PassAnswer {
        do { return try answer() } catch { throw .broken }
    }
}

extension Trial {
    /// Orders a pass that another case has no doubt about; without it there is nothing to look at.
    func pass(_ order: Order) throws(Stop) -> Delivery {
        let reply = try send(order.request)
        guard reply.status == 200, let object = reply.object else {
            throw .blocked("the order was answered with \(reply.sentence), so there is no pass to look at")
        }
        return Delivery(order: order, reply: reply, object: object, leafKey: try phone().leafKey)
    }

    /// The payload of a fresh pass for a card, and the order.
    func payload(of name: String? = nil) throws(Stop) -> (payload: FlatJSON, order: Order) {
        let order = try order(name)
        let bytes = try pass(order).payload()
        guard let payload = try? FlatJSON(bytes) else { throw .blocked("the payload is no flat JSON object") }
        return (payload, order)
    }
}
