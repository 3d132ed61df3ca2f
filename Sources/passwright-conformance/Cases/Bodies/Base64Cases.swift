import Wallet

/// Base64 has one spelling for some bytes: standard, padded, canonical (RFC 4648, 3.5 and 4).
enum Base64Cases {
    static let all = nonces + elsewhere

    private static let nonces: [Case] = [
        nonce(390, "A nonce in base64url", [0xfb, 0xff, 0xfe]) {
            $0.replacing("+", with: "-").replacing("/", with: "_")
        },
        nonce(391, "A nonce without its padding", of: 4) { $0.replacing("=", with: "") },
        nonce(392, "A nonce with one of its two padding characters", of: 4) { String($0.dropLast()) },
        nonce(393, "A nonce with one padding character too many", of: 5) { $0 + "=" },
        nonce(394, "A nonce with four padding characters behind it", of: 3) { $0 + "====" },
        nonce(395, "A nonce of padding characters alone", of: 4) { _ in "====" },
        nonce(396, "A nonce with padding in its middle", of: 4) { $0 + "MQ==" },
        nonce(397, "A nonce with a space before it", of: 4) { " " + $0 },
        nonce(398, "A nonce with a line feed behind it", of: 4) { $0 + "\n" },
        nonce(399, "A nonce with a line break in it", of: 6) { $0.prefix(4) + "\r\n" + $0.dropFirst(4) },
        nonce(400, "A nonce with bits set behind its last byte", of: 4, spoilt),
        nonce(401, "A nonce of two bytes with bits set behind the last", of: 2, spoilt),
        nonce(402, "A nonce with a letter of another alphabet in it", of: 3) { $0.dropLast() + "А" },
    ]

    private static let elsewhere: [Case] = [
        signature(403, "A nonce signature in base64url") {
            // Only where the signature has such characters, which a fresh nonce soon gives it.
            $0.replacing("+", with: "-").replacing("/", with: "_")
        },
        signature(404, "A nonce signature without its padding") { $0.replacing("=", with: "") },
        certificate(405, "A certificate in lines of 64 characters") { text in
            stride(from: 0, to: text.count, by: 64).map { text.dropFirst($0).prefix(64) }.joined(
                separator: "\n")
        },
        certificate(406, "A certificate in PEM") {
            "-----BEGIN CERTIFICATE-----\n\($0)\n-----END CERTIFICATE-----\n"
        },
        certificate(407, "A certificate in base64url") {
            $0.replacing("+", with: "-").replacing("/", with: "_")
        },
    ]

    /// The same bytes with one bit set where there is none to read.
    @Sendable private static func spoilt(_ text: String) -> String {
        let digits = Array(text.prefix { $0 != "=" })
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let last = alphabet.firstIndex(of: digits.last!)!
        return String(digits.dropLast()) + String(alphabet[last + 1]) + text.drop { $0 != "=" }
    }

    private static func nonce(
        _ number: Int, _ what: String, _ start: [UInt8] = [], of count: Int = 6,
        _ respell: @escaping @Sendable (String) -> String
    ) -> Case {
        refused(number, what) { (trial) throws(Stop) in
            let nonce = start + (try trial.random(count - start.count))
            let order = try trial.order(nonce: nonce)
            return order.request(
                body: order.pass.members.changed { $0.set("nonce", respell(Base64.encode(nonce)).json) }.bytes
            )
        }
    }

    private static func signature(
        _ number: Int, _ what: String, _ respell: @escaping @Sendable (String) -> String
    ) -> Case {
        refused(number, what) { (trial) throws(Stop) in
            for _ in 0..<64 {
                let order = try trial.order()
                let text = Base64.encode(order.pass.nonceSignature)
                guard respell(text) != text else { continue }
                return order.request(
                    body: order.pass.members.changed { $0.set("nonce_signature", respell(text).json) }.bytes)
            }
            throw .blocked("no signature has two spellings here")
        }
    }

    private static func certificate(
        _ number: Int, _ what: String, _ respell: @escaping @Sendable (String) -> String
    ) -> Case {
        refused(number, what) { (trial) throws(Stop) in
            let order = try trial.order()
            var texts = order.pass.certificates.map(Base64.encode)
            guard let index = texts.firstIndex(where: { respell($0) != $0 }) else {
                throw .blocked("this chain is the same in both alphabets")
            }
            texts[index] = respell(texts[index])
            let array = "[" + texts.map(\.json).joined(separator: ",") + "]"
            return order.request(body: order.pass.members.changed { $0.set("certificates", array) }.bytes)
        }
    }

    private static func refused(
        _ number: Int, _ what: String, _ request: @escaping @Sendable (Trial) throws(Stop) -> Request
    ) -> Case {
        .refused(
            "PROV-F-\(number)", .contract, .requestBase64, "\(what) is refused.", .invalid("invalid_field"),
            request: request)
    }
}
