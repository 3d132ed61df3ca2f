import Wallet

extension Trial {
    /// An order in good order with this nonce, signed.
    func order(_ name: String? = nil, nonce: [UInt8]) throws(Stop) -> Order {
        var order = try order(name)
        do { order.pass = try phone().request(nonce: nonce) } catch {
            throw .blocked("the nonce cannot be signed with the leaf's key")
        }
        hide(order.pass)
        return order
    }

    func random(_ count: Int) throws(Stop) -> [UInt8] {
        do { return try randomBytes(count) } catch { throw .blocked("no random bytes can be had here") }
    }

    /// A text that no server can know before it is sent.
    func mark() throws(Stop) -> String {
        "mark" + (try random(9)).map { String(UnicodeScalar(UInt8(ascii: "a") + $0 % 26)) }.joined()
    }

    /// The id of a card that nobody has.
    func unknownCard() throws(Stop) -> String {
        let digits = try random(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let parts = [0..<8, 8..<12, 13..<16, 17..<20, 20..<32].map { range in
            String(digits.dropFirst(range.lowerBound).prefix(range.count))
        }
        return "\(parts[0])-\(parts[1])-4\(parts[2])-8\(parts[3])-\(parts[4])"
    }

    /// That members which are not known are passed over: without it an unknown member says nothing of what is in it.
    func needUnknownMembers() throws(Stop) {
        let order = try order()
        let reply = try send(order.request(body: order.pass.members.ending(#","x":1"#)))
        guard reply.status == 200 else {
            throw .blocked(
                "an unknown member is answered with \(reply.sentence), so nothing can be put into one")
        }
    }
}
