/// An issuer's server over HTTP, called like a phone's app calls it: no redirect followed, no cookie, no cache, and
/// nothing unpacked.
package final class HTTPIssuer: Issuer {
    /// PassKit's own limit.
    package static let phoneLimit = 20

    package let name: String
    private let address: Address
    private let limit: Int

    /// `nil` where `address` is no http or https address with a host, or has a user, a query or a fragment.
    package init?(address: String, limit: Int = phoneLimit) {
        guard let address = Address(address) else { return nil }
        self.address = address
        name = address.text
        self.limit = limit
    }

    package func send(_ call: IssuerCall) throws(Silence) -> IssuerAnswer {
        var request = Request(call.method, call.path, headers: [("Accept", "application/json")])
            .authorized(call.token)
        if let body = call.body { request = request.adding("Content-Type", "application/json").body(body) }
        let client: Client
        do { client = try Client(address, seconds: limit) } catch { throw .connection(error) }
        return IssuerAnswer(try client.send(request))
    }
}

extension IssuerAnswer {
    fileprivate init(_ reply: Reply) {
        self.init(
            status: reply.status,
            headers: Dictionary(
                reply.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { "\($0), \($1)" }),
            body: reply.body, milliseconds: Int(reply.milliseconds))
    }
}
