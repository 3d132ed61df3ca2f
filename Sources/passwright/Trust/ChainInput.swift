import Cryptography
import JSON

/// A chain as an operator has it at hand.
enum ChainInput {
    /// More is no chain.
    static let largest = 1024 * 1024

    static let forms =
        "certificates in PEM, or the body of a request (JSON with certificates), or what `passwright-wallet add --save` "
        + "kept, or a line of base64 for each"

    /// The certificates' bytes, in order and not looked at; null where the text is none of the forms. A key
    /// among them is refused with the rest.
    static func certificates(in text: [UInt8]) -> [[UInt8]]? {
        guard let first = text.first(where: { !isSpace($0) }) else { return nil }
        if first == UInt8(ascii: "{") { return members(of: text) }
        if text.contains(sequence: "-----BEGIN ") { return try? Certificate.blocks(pem: text) }
        return lines(of: text)
    }

    private static func members(of text: [UInt8]) -> [[UInt8]]? {
        guard let body = try? JSON.parse(text) else { return nil }
        if let list = body["certificates"]?.list { return all(list.values.map { $0.text?.base64() }) }
        // What the wallet saved has the request's body as a text.
        guard let request = body["request"]?.text?.bytes, request.first == UInt8(ascii: "{"),
            let list = (try? JSON.parse(request))?["certificates"]?.list
        else { return nil }
        return all(list.values.map { $0.text?.base64() })
    }

    private static func lines(of text: [UInt8]) -> [[UInt8]]? {
        all(text.split(whereSeparator: isSpace).map { Base64.decode($0) })
    }

    private static func all(_ certificates: [[UInt8]?]) -> [[UInt8]]? {
        certificates.contains { $0 == nil } ? nil : certificates.compactMap { $0 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}

extension [UInt8] {
    fileprivate func contains(sequence text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard count >= wanted.count else { return false }
        return (0...(count - wanted.count)).contains { self[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
}
