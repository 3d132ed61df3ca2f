import Foundation
import TestSupport
import Testing
import Wallet

/// One mistake in an answer, and the one deviation that must be named for it.
struct Mistake: Sendable, CustomTestStringConvertible {
    let kind: Deviation.Kind
    let subject: String
    /// Whether the pass can still be opened.
    let opens: Bool
    let make: @Sendable (inout WrongAnswer) -> Void

    init(
        _ kind: Deviation.Kind, _ subject: String, opens: Bool = true,
        _ make: @escaping @Sendable (inout WrongAnswer) -> Void
    ) {
        self.kind = kind
        self.subject = subject
        self.opens = opens
        self.make = make
    }

    var testDescription: String { "\(kind.id) \(subject)" }
}

extension Mistake {
    static let activation = "activation_data"
    static let sealed = "encrypted_pass_data"
    static let point = "ephemeral_public_key"

    private static func wire(
        _ kind: Deviation.Kind, _ subject: String = "body", opens: Bool = true,
        _ change: @escaping @Sendable (inout [(name: String, json: String)]) -> Void
    ) -> Mistake {
        Mistake(kind, subject, opens: opens) { $0.members = change }
    }

    static let bodies: [Mistake] = [
        Mistake(.notJSON, "body", opens: false) { $0.body = { Array("<html>\($0.count)</html>".utf8) } },
        Mistake(.notJSON, "body", opens: false) { $0.body = { _ in [] } },
        Mistake(.looseJSON, "body") { $0.body = { [0xef, 0xbb, 0xbf] + Array($0.utf8) } },
        Mistake(.wrapped, "body") { $0.body = { Array("{\"data\":\($0),\"status\":\"ok\"}".utf8) } },
        Mistake(.serialisedTwice, "body") { $0.body = serialised },
        Mistake(.inList, "body") { $0.body = { Array("[\($0)]".utf8) } },
        wire(.memberMissing, activation) { $0.removeFirst() },
        wire(.memberMissing, sealed, opens: false) { $0.remove(at: 1) },
        wire(.memberMissing, point, opens: false) { $0.removeLast() },
        wire(.memberNull, activation) { $0[0].json = "null" },
        wire(.memberNull, point, opens: false) { $0[2].json = "null" },
        wire(.memberNotText, activation) { $0[0].json = "17" },
        wire(.memberEmpty, activation) { $0[0].json = "\"\"" },
        wire(.camelCase, sealed) { $0[1].name = "encryptedPassData" },
        wire(.camelCase, point) { $0[2].name = "ephemeralPublicKey" },
        wire(.camelCase, activation) { $0[0].name = "activationData" },
        wire(.memberName, point) { $0[2].name = "EphemeralPublicKey" },
        wire(.membersExtra) { $0.append((name: "status", json: "\"ok\"")) },
        wire(.swapped, sealed) { ($0[1].json, $0[2].json) = ($0[2].json, $0[1].json) },
        wire(.activationSwapped, sealed) { ($0[0].json, $0[1].json) = ($0[1].json, $0[0].json) },
    ]

    @Sendable private static func serialised(_ body: String) -> [UInt8] {
        [UInt8(ascii: "\"")] + body.utf8.flatMap { $0 == UInt8(ascii: "\"") ? Array("\\\"".utf8) : [$0] }
            + [UInt8(ascii: "\"")]
    }

    private static func written(
        _ kind: Deviation.Kind, _ opens: Bool = true, _ write: @escaping @Sendable ([UInt8]) -> String
    ) -> [Mistake] {
        [activation, sealed, point].map { subject in
            Mistake(kind, subject, opens: opens || subject == activation) {
                $0.write = { name, bytes in name == subject ? write(bytes) : Base64.encode(bytes) }
            }
        }
    }

    private static func url(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes).replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    static let encodings: [Mistake] =
        written(.hex) { $0.hex } + written(.hex) { $0.hex.uppercased() }
        + written(.hexInside) { Base64.encode(Array($0.hex.utf8)) }
        + written(.twice) { Base64.encode(Array(Base64.encode($0).utf8)) }
        + written(.dataURL) { "data:application/octet-stream;base64," + Base64.encode($0) }
        + written(.whitespace) { bytes in
            let text = Base64.encode(bytes)
            return text.prefix(64) + "\\n" + text.dropFirst(64)
        }
        + written(.unreadable, false) { _ in "not-base64!" }
        + [
            Mistake(.unpadded, point) {
                $0.write = { name, bytes in
                    let text = Base64.encode(bytes)
                    return name == point ? text.replacingOccurrences(of: "=", with: "") : text
                }
            },
            Mistake(.strayBits, point) {
                $0.write = { name, bytes in Base64.encode(bytes) + (name == point ? "==" : "") }
            },
            Mistake(.percent, point) {
                $0.write = { name, bytes in
                    let text = Base64.encode(bytes)
                    // A point's ends in one =.
                    return name == point ? text.replacingOccurrences(of: "=", with: "%3D") : text
                }
            },
            Mistake(.plusAsSpace, sealed) {
                while let text = try? $0.bytes(), !plussed(text) { $0.ephemeral = try! SimulatedKey(.p256) }
                $0.write = { name, bytes in
                    let text = Base64.encode(bytes)
                    return name == sealed ? text.replacingOccurrences(of: "+", with: " ") : text
                }
            },
            Mistake(.base64URL, sealed) {
                // An ephemeral key whose ciphertext has a character that the two alphabets write differently.
                while let text = try? $0.bytes(), !marked(text) { $0.ephemeral = try! SimulatedKey(.p256) }
                $0.write = { name, bytes in name == sealed ? url(bytes) : Base64.encode(bytes) }
            },
            Mistake(.base64URL, sealed) {
                while let text = try? $0.bytes(), !marked(text) { $0.ephemeral = try! SimulatedKey(.p256) }
                $0.write = { name, bytes in
                    name == sealed
                        ? url(bytes).replacingOccurrences(of: "=", with: "") : Base64.encode(bytes)
                }
            },
        ]

    private static func plussed(_ body: [UInt8]) -> Bool {
        (try? FlatJSON(body))?.text(sealed)?.contains("+") ?? false
    }

    private static func marked(_ body: [UInt8]) -> Bool {
        let object = try? FlatJSON(body)
        return object?.text(sealed)?.contains { $0 == "+" || $0 == "/" } ?? false
    }
}
