import Wallet

/// The body is one JSON object to the letter of RFC 8259, and no name stands twice in it.
enum JSONCases {
    static let all = broken + notObjects + odd

    private static let broken: [Case] = [
        malformed(300, "A member that stands twice") { $0.ending(#","nonce":"AAAAAA==""#) },
        malformed(301, "A member that stands twice, once with an escape in its name,") {
            $0.ending(#","n\u006fnce":"AAAAAA==""#)
        },
        malformed(302, "An unknown member that stands twice") { $0.ending(#","x":1,"x":1"#) },
        malformed(303, "A member that stands twice in an inner object") { $0.ending(#","x":{"a":1,"a":1}"#) },
        malformed(304, "A comma after the last member") { $0.ending(",") },
        malformed(305, "A comma after the last element of an array") { $0.ending(#","x":[1,]"#) },
        malformed(306, "A comment to the end of a line") { Array("// order\n".utf8) + $0.bytes },
        malformed(307, "A comment between asterisks") { $0.ending("/* order */") },
        malformed(308, "NaN") { $0.ending(#","x":NaN"#) },
        malformed(309, "Infinity") { $0.ending(#","x":-Infinity"#) },
        malformed(310, "A word in another case") { $0.ending(#","x":True"#) },
        malformed(311, "Single quotes") { $0.ending(",'x':1") },
        malformed(312, "A name without quotes") { $0.ending(",x:1") },
        malformed(313, "A byte order mark") { [0xef, 0xbb, 0xbf] + $0.bytes },
        malformed(314, "UTF-16") { [0xff, 0xfe] + $0.bytes.flatMap { [$0, 0] } },
        malformed(315, "UTF-16 without a mark") { $0.bytes.flatMap { [0, $0] } },
        malformed(316, "A byte that is no UTF-8") { $0.ending(Array(#","x":""#.utf8) + [0xff, 0x22]) },
        malformed(317, "An overlong form of UTF-8") {
            $0.ending(Array(#","x":""#.utf8) + [0xc0, 0xaf, 0x22])
        },
        malformed(318, "Half a surrogate pair in UTF-8") {
            $0.ending(Array(#","x":""#.utf8) + [0xed, 0xa0, 0x80, 0x22])
        },
        malformed(319, "An escaped first surrogate alone") { $0.ending(#","x":"\ud800""#) },
        malformed(320, "An escaped second surrogate alone") { $0.ending(#","x":"\udc00""#) },
        malformed(321, "A surrogate pair the wrong way round") { $0.ending(#","x":"\udc00\ud800""#) },
        malformed(322, "An escaped NUL") { $0.ending(#","x":"\u0000""#) },
        malformed(323, "An escaped NUL in a name") { $0.ending(#","x\u0000":1"#) },
        malformed(324, "A NUL in a text") { $0.ending(Array(#","x":""#.utf8) + [0, 0x22]) },
        malformed(325, "A NUL behind the object") { $0.bytes + [0] },
        malformed(326, "A line feed in a text") { $0.ending(",\"x\":\"a\nb\"") },
        malformed(327, "An escape that JSON does not know") { $0.ending(#","x":"\x41""#) },
        malformed(328, "A letter behind the object") { $0.bytes + Array("x".utf8) },
        malformed(329, "A second object behind the first") { $0.bytes + $0.bytes },
        malformed(330, "White space that JSON does not know") { [0x0c] + $0.bytes },
        malformed(331, "A number with a leading zero") { $0.ending(#","x":01"#) },
        malformed(332, "A number with a plus sign") { $0.ending(#","x":+1"#) },
        malformed(333, "A number that begins with its point") { $0.ending(#","x":.5"#) },
        malformed(334, "A hexadecimal number") { $0.ending(#","x":0x10"#) },
        malformed(335, "An object without its last brace") { $0.bytes.dropLast() },
    ]

    private static let notObjects: [Case] = [
        malformed(336, "An empty body") { _ in [] },
        malformed(337, "A body of white space") { _ in Array("  \r\n".utf8) },
        malformed(338, "An array") { Array("[".utf8) + $0.bytes + Array("]".utf8) },
        malformed(339, "A text alone") { _ in Array(#""nonce""#.utf8) },
        malformed(340, "A number alone") { _ in Array("1".utf8) },
        malformed(341, "The word null alone") { _ in Array("null".utf8) },
        malformed(342, "A form") { _ in Array("nonce=AAAAAA%3D%3D&device_type=watch".utf8) },
    ]

    private static let odd: [Case] = [
        .goodBody(300, .json, "White space around every token is passed over.") {
            Array((" \t\r\n" + $0.json.replacing("\":", with: "\"\t:\n") + "\r\n ").utf8)
        },
        .goodBody(301, .json, "An escape in a name and in a value is read as the character it stands for.") {
            Array(
                $0.json.replacing("\"nonce\"", with: #""n\u006fnce""#)
                    .replacing(#""mobile_phone""#, with: #""m\u006Fbile_phone""#).utf8)
        },
        .goodBody(302, .json, "Base64 with its slashes escaped is read like any other.") {
            Array($0.json.replacing("/", with: #"\/"#).utf8)
        },
        passedOver(303, "A hundred arrays in one another are passed over where the member is unknown.") {
            $0.ending(#","x":"# + String(repeating: "[", count: 100) + String(repeating: "]", count: 100))
        },
        passedOver(304, "A surrogate pair and UTF-8 of every length are read.") {
            $0.ending(#","x":"\ud83d\ude00 é € 😀""#)
        },
        takenOrMalformed(343, "Thirty thousand arrays in one another") {
            $0.ending(
                #","x":"# + String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000))
        },
        takenOrMalformed(344, "Five thousand objects in one another") {
            $0.ending(
                #","x":"# + String(repeating: #"{"a":"#, count: 5000) + "1"
                    + String(repeating: "}", count: 5000))
        },
        takenOrMalformed(345, "A number of 400 digits") {
            $0.ending(#","x":1"# + String(repeating: "0", count: 400))
        },
        takenOrMalformed(346, "A number past every exponent") { $0.ending(#","x":1e400"#) },
    ]

    /// Only where unknown members are passed over at all.
    private static func passedOver(
        _ number: Int, _ title: String, _ body: @escaping @Sendable (JSONMembers) -> [UInt8]
    ) -> Case {
        .accepted("PROV-P-\(number)", .contract, .json, title) { (trial) throws(Stop) in
            try trial.needUnknownMembers()
            let order = try trial.order()
            return order.request(body: body(order.pass.members))
        }
    }

    private static func malformed(
        _ number: Int, _ what: String, _ body: @escaping @Sendable (JSONMembers) -> [UInt8]
    ) -> Case {
        .badBody(number, .json, "\(what) is refused as malformed JSON.", .invalid("malformed_json"), body)
    }

    /// RFC 8259, 9: a reader may set limits on depth and on the range of numbers. What it may not do is fall over.
    private static func takenOrMalformed(
        _ number: Int, _ what: String, _ body: @escaping @Sendable (JSONMembers) -> [UInt8]
    ) -> Case {
        let title =
            "\(what) in an unknown member is passed over or refused as malformed, and the next order is served."
        return Case("PROV-F-\(number)", .contract, .json, title) { (trial) throws(Stop) in
            try trial.needUnknownMembers()
            let order = try trial.order()
            let reply = try trial.send(order.request(body: body(order.pass.members)))
            if reply.status != 200 { try trial.expect(.invalid("malformed_json"), from: reply) }
            try trial.expectAccepted(trial.send(trial.again(order).request))
        }
    }
}
