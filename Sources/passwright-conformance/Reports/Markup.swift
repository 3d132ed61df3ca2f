/// Texts that become part of XML or HTML: made safe in one place.
enum Markup {
    /// For text and for an attribute in quotation marks; without the characters that XML does not have.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\t", "\n": result.append(scalar)
            case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}": result.append("\u{fffd}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// An element; attributes are escaped, the content is markup already.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: String = ""
    ) -> String {
        let list = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
        return content.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(content)</\(name)>"
    }
}
