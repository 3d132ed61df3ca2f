import Foundation
import Wallet

/// Requests and answers as a person may read them: everything that could be secret stands there as its kind and
/// length. What may be shown is listed; all else is not.
struct WireText {
    let redactor: Redactor

    private static let longest = 1_500
    /// Headers whose values are shown.
    private static let openHeaders: Set<String> = [
        "host", "content-type", "content-length", "transfer-encoding", "connection", "accept", "expect",
        "allow",
        "cache-control", "retry-after", "www-authenticate", "x-request-id", "date", "server", "vary",
        "location",
    ]
    /// JSON members whose texts are shown.
    private static let openMembers: Set<String> = [
        "device_type", "app_version", "product_type", "error", "message", "reason", "request_id", "status",
        "statusName", "id", "cardToken", "lastFourDigits", "activatedAt", "primaryAccountSuffix",
        "localizedDescription", "paymentNetwork", "encryptionScheme", "part", "why",
    ]
    /// What the texts of the others are.
    private static let kinds: [String: String] = [
        "certificates": "certificate", "nonce": "nonce", "nonce_signature": "nonce signature",
        "activation_data": "activation data", "encrypted_pass_data": "encrypted pass data",
        "ephemeral_public_key": "ephemeral public key", "cardholderName": "name",
    ]

    /// The request whose bytes these are, whatever they are.
    func request(_ bytes: [UInt8]) -> String { message(bytes) }

    func reply(_ reply: Reply) -> String {
        let rest = body(reply.body)
        return message(Array(reply.bytes.dropLast(reply.body.count))) + (rest.isEmpty ? "" : "\n\n\(rest)")
    }

    private func message(_ bytes: [UInt8]) -> String {
        let blank = Array("\r\n\r\n".utf8)
        let end =
            bytes.indices.dropLast(3).first { bytes[$0] == 0x0d && bytes[$0..<($0 + 4)].elementsEqual(blank) }
            ?? bytes.count
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let shown = lines.prefix(40).enumerated().map {
            $0.offset == 0 ? redacted($0.element) : header($0.element)
        }
        let more = lines.count > 40 ? "\n… \(lines.count - 40) lines more" : ""
        let rest = body(Array(bytes[min(end + 4, bytes.count)...]))
        return shown.joined(separator: "\n") + more + (rest.isEmpty ? "" : "\n\n\(rest)")
    }

    private func redacted(_ text: some StringProtocol) -> String {
        let whole = redactor.text(String(text))
        return whole.count > 400 ? "\(whole.prefix(400))… (\(text.utf8.count) bytes)" : whole
    }

    private func header(_ line: String) -> String {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return "‹\(line.utf8.count) bytes without a colon›" }
        let name = parts[0].lowercased()
        if WireText.openHeaders.contains(name) { return redacted(line) }
        let value = parts[1].trimmingCharacters(in: .whitespaces)
        if name == "authorization" {
            let words = value.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else {
                return "Authorization: \(Redactor.mark("credentials", value.utf8.count))"
            }
            let scheme = words[0].utf8.count <= 10 ? redacted(words[0]) : "‹scheme›"
            return "Authorization: \(scheme) \(Redactor.mark("bearer token", words[1].utf8.count))"
        }
        return "\(redacted(parts[0])): \(Redactor.mark("value", value.utf8.count))"
    }

    /// A body, quoted text by quoted text, whether or not it is JSON.
    func body(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty else { return "" }
        guard let first = bytes.first(where: { $0 > 0x20 }), [0x7b, 0x5b, 0x22].contains(first) else {
            return bytes.count > 400
                ? Redactor.mark("body", bytes.count) : redacted(String(decoding: bytes, as: UTF8.self))
        }
        var (result, position, name) = ("", 0, "")
        var open: [Character] = []
        while position < bytes.count {
            guard result.utf8.count <= WireText.longest else {
                return result + "… (\(bytes.count) bytes in all)"
            }
            if bytes[position] == UInt8(ascii: "\"") {
                let end = WireText.endOfText(bytes, from: position)
                let text = String(decoding: bytes[(position + 1)..<max(position + 1, end - 1)], as: UTF8.self)
                let next = bytes[end...].first { $0 > 0x20 }
                if next == UInt8(ascii: ":") {
                    name = text
                    result += "\"\(memberName(text))\""
                } else {
                    result += "\"\(memberText(text, of: name))\""
                }
                position = end
            } else {
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count
                let between = redacted(String(decoding: bytes[position..<end], as: UTF8.self))
                result += WireText.laidOut(between, &open)
                position = end
            }
        }
        return result
    }

    /// A line for each member of an object, where the sender had them all in one; `open` has the brackets around it.
    private static func laidOut(_ text: String, _ open: inout [Character]) -> String {
        guard !text.contains("\n") else { return text }
        var result = ""
        func line() -> String { "\n" + String(repeating: "  ", count: open.count { $0 == "{" }) }
        for character in text {
            if "}]".contains(character), let last = open.popLast(), last == "{" { result += line() }
            result.append(character)
            if "{[".contains(character) { open.append(character) }
            if open.last == "{", "{,".contains(character) { result += line() }
        }
        return result
    }

    /// One past the closing quotation mark, or the end.
    private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "\""): return position + 1
            default: position += 1
            }
        }
        return bytes.count
    }

    /// A JSON string's text without its escapes, so that what is known to be secret is recognised in it.
    private static func unescaped(_ text: String) -> String {
        (try? FlatJSON(Array("{\"text\":\"\(text)\"}".utf8)))?.text("text") ?? text
    }

    private func memberName(_ text: String) -> String {
        let isName =
            text.utf8.count <= 40
            && text.utf8.allSatisfy { $0 == 0x5f || $0 == 0x2d || $0 > 0x40 && $0 < 0x7b }
        return isName ? redactor.text(text) : Redactor.mark("name", text.utf8.count)
    }

    private func memberText(_ text: String, of name: String) -> String {
        if WireText.openMembers.contains(name) { return redacted(WireText.unescaped(text)) }
        guard let kind = WireText.kinds[name] else { return Redactor.mark("text", text.utf8.count) }
        return Redactor.mark(kind, Base64.decode(text)?.count ?? text.utf8.count)
    }
}
