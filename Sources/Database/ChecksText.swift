internal import Provisioning

/// An attempt's checks as JSON text: `[{"rule":"C01","verdict":"passed","microseconds":12,"detail":""}]`.
enum ChecksText {
    static func append(_ checks: [Check], to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + 96 * checks.count)
        bytes.append(UInt8(ascii: "["))
        for (index, check) in checks.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += #"{"rule":""#.utf8
            append(check.rule, to: &bytes)
            bytes += #"","verdict":""#.utf8
            bytes += check.verdict.rawValue.utf8
            bytes += #"","microseconds":"#.utf8
            bytes += String(check.microseconds).utf8
            bytes += #","detail":""#.utf8
            append(check.detail, to: &bytes)
            bytes += #""}"#.utf8
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// The text as the inside of a JSON string. It comes from our own source, so only what JSON demands is escaped.
    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        text.withUTF8Buffer { text in
            for index in text.indices {
                let byte = unsafe text[index]
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                    bytes.append(UInt8(ascii: "\\"))
                    bytes.append(byte)
                case 0..<0x20:
                    bytes.append(UInt8(ascii: " "))
                default:
                    bytes.append(byte)
                }
            }
        }
    }
}
