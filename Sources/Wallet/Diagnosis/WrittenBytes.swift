internal import Foundation

/// Bytes as a member of an answer writes them, and what is odd about the writing.
struct WrittenBytes {
    private(set) var bytes: [UInt8]?
    private(set) var oddities: [Deviation.Kind] = []

    /// Reads `text` as canonical base64, else as anything that servers take for it. Bytes that are themselves base64
    /// or hexadecimal are decoded again where `isMeant` takes what comes of it: some data are just letters.
    init(_ text: String, where isMeant: ([UInt8]) -> Bool = { _ in true }) {
        var text = text[...]
        if text.hasPrefix("data:"), let comma = text.firstIndex(of: ",") {
            oddities.append(.dataURL)
            text = text[text.index(after: comma)...]
        }
        if text.contains("%"), let plain = String(text).removingPercentEncoding {
            oddities.append(.percent)
            text = plain[...]
        }
        if WrittenBytes.lostPlusses(text) {
            oddities.append(.plusAsSpace)
            text = text.map { $0 == " " ? "+" : String($0) }.joined()[...]
        }
        if text.contains(where: \.isWhitespace), !text.contains("-----BEGIN") {
            oddities.append(.whitespace)
            text = text.filter { !$0.isWhitespace }[...]
        }
        guard var found = read(String(text)) else {
            oddities = [.unreadable]
            return
        }
        // Base64 of text that is itself an encoding: once more, and no further than servers go.
        for _ in 0..<2 {
            guard let inner = String(validating: found, as: UTF8.self) else { break }
            if let bytes = WrittenBytes.hexadecimal(inner), isMeant(bytes) {
                oddities.append(.hexInside)
                found = bytes
            } else if inner.utf8.count >= 16, let bytes = Base64.decode(inner.filter { !$0.isNewline }),
                isMeant(bytes)
            {
                oddities.append(.twice)
                found = bytes
            } else {
                break
            }
        }
        bytes = found
    }

    private mutating func read(_ text: String) -> [UInt8]? {
        if text.contains("-----BEGIN") { return Array(text.utf8) }
        if let bytes = WrittenBytes.hexadecimal(text) {
            oddities.append(.hex)
            return bytes
        }
        if let bytes = Base64.decode(text) { return bytes }
        let usesURL = text.contains("-") || text.contains("_")
        let standard = usesURL ? text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 } : Array(text)
        let bare = String(standard.prefix { $0 != "=" })
        let padding = String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
        guard padding.count < 3, let bytes = Data(base64Encoded: bare + padding).map(Array.init) else {
            return nil
        }
        if usesURL { oddities.append(.base64URL) }
        if standard.count == bare.count, !padding.isEmpty {
            // Without padding base64url is as its own rule has it.
            if !usesURL { oddities.append(.unpadded) }
        } else if Base64.encode(bytes) != String(standard) {
            oddities.append(.strayBits)
        }
        return bytes
    }

    /// Whether spaces stand where base64 has its plus: with them it has the length of base64. Lines of one length with
    /// a space between were broken on purpose.
    private static func lostPlusses(_ text: Substring) -> Bool {
        guard text.contains(" "), text.utf8.count % 4 == 0, !text.contains("-----BEGIN"),
            !text.contains(where: { $0.isNewline })
        else { return false }
        let lengths = Set(
            text.split(separator: " ", omittingEmptySubsequences: false).dropLast().map(\.count))
        return lengths != [64] && lengths != [76]
    }

    /// Short texts of hexadecimal digits are as likely base64: only from 24 digits on.
    private static func hexadecimal(_ text: String) -> [UInt8]? {
        guard text.utf8.count >= 24, text == text.lowercased() || text == text.uppercased() else {
            return nil
        }
        return [UInt8](hexadecimal: text)
    }
}
