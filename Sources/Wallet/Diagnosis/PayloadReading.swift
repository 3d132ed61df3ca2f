internal import Foundation

/// A payload's members, read from whatever the clear text is.
struct PayloadReading {
    private(set) var deviations: [Deviation] = []
    private(set) var object: LooseJSON?

    init(_ payload: [UInt8]) {
        var bytes = payload
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            note(.payloadBOM)
            bytes.removeFirst(3)
        }
        if bytes.contains(0), let text = PayloadReading.wide(bytes) {
            note(.payloadEncoding)
            bytes = text
        } else if String(validating: bytes, as: UTF8.self) == nil,
            let text = String(bytes: bytes, encoding: .isoLatin1)
        {
            note(.payloadEncoding)
            bytes = Array(text.utf8)
        }
        if let inner = PayloadReading.unpacked(bytes) {
            note(.payloadText)
            bytes = inner
        }
        if let end = bytes.lastIndex(of: UInt8(ascii: "}")), end + 1 < bytes.count,
            (try? FlatJSON(bytes)) == nil
        {
            note(.payloadTrailing)
            bytes.removeLast(bytes.count - end - 1)
        }
        object = LooseJSON(bytes)
        if object == nil {
            note(.payloadNotJSON)
        } else if !object!.strict {
            note(.payloadLoose)
        }
    }

    private mutating func note(_ kind: Deviation.Kind) { deviations.append(Deviation(kind, "payload")) }

    /// UTF-16 of either order, as UTF-8; nil where it is something else.
    private static func wide(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count.isMultiple(of: 2), bytes.count(where: { $0 == 0 }) * 3 > bytes.count else {
            return nil
        }
        let little = bytes[0] == 0xff || bytes[1] == 0 && bytes[0] != 0
        let text = String(bytes: bytes, encoding: little ? .utf16LittleEndian : .utf16BigEndian)
        return text.map { Array($0.drop { $0 == "\u{feff}" }.utf8) }
    }

    /// The JSON in a JSON string, in base64 or in hexadecimal.
    private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        let text = String(decoding: bytes, as: UTF8.self)
        let inner: [UInt8]?
        if text.hasPrefix("\"") {
            let object = try? FlatJSON(Array("{\"text\":".utf8) + bytes + Array("}".utf8))
            inner = object?.text("text").map { Array($0.utf8) }
        } else {
            inner = [UInt8](hexadecimal: text) ?? Base64.decode(text)
        }
        return inner?.first == UInt8(ascii: "{") ? inner : nil
    }
}
