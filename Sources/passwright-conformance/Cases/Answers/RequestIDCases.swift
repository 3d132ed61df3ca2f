import Wallet

/// Every answer has an id: the caller's own where that is a UUID.
enum RequestIDCases {
    static let all: [Case] = [
        id(372, "A caller's X-Request-Id that is a UUID is the answer's.", sent: { [$0] }, isOwn: true),
        id(
            373, "A caller's X-Request-Id in capital letters is the answer's, whatever its case.",
            sent: { [$0.uppercased()] }, isOwn: true),
        id(
            374, "An X-Request-Id that is no UUID is replaced by one that is.",
            sent: { [String($0.dropLast())] }, isOwn: false),
        id(375, "A UUID in braces as X-Request-Id is replaced.", sent: { ["{\($0)}"] }, isOwn: false),
        id(376, "Of two X-Request-Ids neither is taken.", sent: { [$0, $0] }, isOwn: false),
    ]

    private static func id(
        _ number: Int, _ title: String, sent: @escaping @Sendable (String) -> [String], isOwn: Bool
    ) -> Case {
        Case("PROV-P-\(number)", .contract, .requestID, title) { (trial) throws(Stop) in
            let own = try trial.unknownCard()
            var request = try trial.order().request
            for value in sent(own) { request = request.adding("X-Request-Id", value) }
            let reply = try trial.send(request)
            guard let id = reply.header("x-request-id"), isUUID(id) else {
                throw .failed(expected: "an X-Request-Id that is a UUID", got: "none")
            }
            try trial.require(
                (id.lowercased() == own) == isOwn, isOwn ? "the caller's own id" : "an id of the server's",
                got: isOwn ? "another id" : "the caller's own id")
        }
    }

    static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(\.isHexDigit)
    }
}
