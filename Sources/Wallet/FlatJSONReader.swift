/// The grammar of RFC 8259, one function a rule.
struct FlatJSONReader {
    let bytes: [UInt8]
    var position = 0

    mutating func object() throws(WalletError) -> [(name: String, value: FlatJSON.Value)] {
        var members: [(name: String, value: FlatJSON.Value)] = []
        skipSpace()
        try expect("{")
        skipSpace()
        if !take("}") {
            repeat {
                skipSpace()
                let name = try string()
                skipSpace()
                try expect(":")
                skipSpace()
                members.append((name, try value()))
                skipSpace()
            } while take(",")
            try expect("}")
        }
        skipSpace()
        guard position == bytes.count else { throw .malformed("something after the JSON object") }
        return members
    }

    private mutating func value() throws(WalletError) -> FlatJSON.Value {
        if peek == UInt8(ascii: "\"") { return .text(try string()) }
        if take("true") { return .boolean(true) }
        if take("false") { return .boolean(false) }
        if take("null") { return .null }
        return .number(try number())
    }

    private mutating func string() throws(WalletError) -> String {
        try expect("\"")
        var units: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
            case 0..<0x20: throw .malformed("a control character in a JSON string")
            case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
            default: units.append(byte)
            }
        }
        throw .malformed("a JSON string without an end")
    }

    private mutating func escape() throws(WalletError) -> Unicode.Scalar {
        guard let byte = peek else { throw .malformed("a JSON escape") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try fourDigits()
            if let scalar = Unicode.Scalar(first) { return scalar }
            // Half of a pair: the other half must follow.
            guard first < 0xdc00, take("\\u") else { throw .malformed("half a surrogate pair") }
            let second = try fourDigits()
            guard (0xdc00...0xdfff).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
            else { throw .malformed("half a surrogate pair") }
            return scalar
        default: throw .malformed("a JSON escape")
        }
    }

    private mutating func fourDigits() throws(WalletError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        position += digits.count
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, text.allSatisfy(\.isHexDigit), let unit = UInt32(text, radix: 16) else {
            throw .malformed("a JSON escape")
        }
        return unit
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
    private mutating func number() throws(WalletError) -> String {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(WalletError) {
        let start = position
        while let byte = peek, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw .malformed("a JSON value that is no text, number or literal") }
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { position += 1 }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let wanted = Array(text.description.utf8)
        guard bytes[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private mutating func expect(_ text: StaticString) throws(WalletError) {
        guard take(text) else { throw .malformed("JSON syntax") }
    }
}
