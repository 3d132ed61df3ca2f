internal import Foundation

/// Takes everything secret out of a text before it comes near a report: first what is known to be secret, in each of
/// its spellings, then what looks like it.
package struct Redactor: Sendable {
    /// What is shorter than this many characters is no secret.
    private static let shortest = 6
    /// Longest first, so that no part of a longer one is left.
    private var known: [(text: String, instead: String)] = []

    package init() {}

    /// `bytes` are secret from now on, in raw, hexadecimal and base64 form.
    package mutating func hide(_ bytes: [UInt8], as kind: String) {
        let instead = Redactor.mark(kind, bytes.count)
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var texts = [hex, hex.uppercased(), Base64.encode(bytes), Base64.encodeURL(bytes)]
        if bytes.allSatisfy({ (0x20...0x7e).contains($0) }) {
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        known += texts.filter { $0.utf8.count >= Redactor.shortest }.map { ($0, instead) }
        known.sort { $0.text.utf8.count > $1.text.utf8.count }
    }

    /// `text` is secret from now on.
    package mutating func hide(_ text: String, as kind: String) { hide(Array(text.utf8), as: kind) }

    /// A token and each of its parts.
    package mutating func hide(token: String) {
        hide(token, as: "bearer token")
        for part in token.split(separator: ".") { hide(String(part), as: "part of a bearer token") }
    }

    package static func mark(_ kind: String, _ count: Int) -> String { "‹\(kind), \(count) bytes›" }

    /// `text` without anything secret, and without anything that a terminal or a page would act on.
    package func text(_ text: String) -> String {
        var result = text
        if text.utf8.count >= Redactor.shortest {
            for secret in known where Redactor.has(&result, secret.text) {
                result = result.replacingOccurrences(of: secret.text, with: secret.instead)
            }
        }
        let shown = Redactor.printable(result)
        return Redactor.mayNeedMask(shown) ? Redactor.masked(shown) : shown
    }

    /// Whether the bytes of `part` stand somewhere in `text`. A report looks for hundreds of texts in each line.
    private static func has(_ text: inout String, _ part: String) -> Bool {
        var part = part
        return text.withUTF8 { text in
            part.withUTF8 { part in
                guard let first = unsafe part.first, text.count >= part.count else { return false }
                return (0...(text.count - part.count)).contains { start in
                    unsafe text[start] == first
                        && text[start..<(start + part.count)].elementsEqual(part)
                }
            }
        }
    }

    /// Control and format characters shown as what they are.
    private static func printable(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                let hex = String(scalar.value, radix: 16)
                result.append(contentsOf: "\\x\(hex.utf8.count < 2 ? "0" : "")\(hex)".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Whether there is a run of characters that `masked` could change: it costs much more to find out by itself.
    private static func mayNeedMask(_ text: String) -> Bool {
        var (word, digits) = (0, 0)
        for byte in text.utf8 {
            let isDigit = (0x30...0x39).contains(byte)
            let isLetter = (0x41...0x5a).contains(byte & 0xdf)
            word = isDigit || isLetter || "+/_=-".utf8.contains(byte) ? word + 1 : 0
            // Between two digits may be a space or a hyphen.
            if isDigit { digits += 1 } else if byte != 0x20 && byte != 0x2d { digits = 0 }
            if word >= 24 || digits >= 8 { return true }
        }
        return false
    }

    /// Long runs of digits, and long words that no person wrote.
    private static func masked(_ text: String) -> String {
        // What is kept stands first: a UUID is an id of a card or a request, a date is a date.
        let pattern =
            #/
            [0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![0-9a-fA-F])
            | [0-9]{4}-[0-9]{2}-[0-9]{2}(?=T)
            | [A-Za-z0-9+\/_=\-]{24,}
            | [0-9](?:[\x20\-]?[0-9]){7,}
            /#
        return text.replacing(pattern) { match in
            let found = match.output
            if found.utf8.count == 10, found.utf8.count(where: { $0 == UInt8(ascii: "-") }) == 2 {
                return String(found)
            }
            if found.allSatisfy({ $0.isNumber || $0 == " " || $0 == "-" }) {
                return "‹\(found.filter(\.isNumber).count) digits›"
            }
            // A path is judged piece by piece; where one piece is not a word, nothing of it is shown.
            return found.split(separator: "/").allSatisfy(isHarmless)
                ? String(found) : "‹\(found.utf8.count) characters›"
        }
    }

    /// A UUID, words in one case, or something too short to be a secret's piece.
    private static func isHarmless(_ piece: Substring) -> Bool {
        if UUID(uuidString: String(piece)) != nil { return true }
        guard piece.count(where: \.isNumber) < 8, !piece.contains("+"), !piece.contains("=") else {
            return false
        }
        let letters = piece.filter(\.isLetter)
        let isOneCase = letters == letters.lowercased() || letters == letters.uppercased()
        let limit = isOneCase ? 24 : 12
        return isOneCase && !piece.contains(where: \.isNumber) || piece.utf8.count < limit
    }
}
