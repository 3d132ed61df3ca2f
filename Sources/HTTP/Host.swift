/// The value of a Host header.
enum Host {
    /// Whether `value` is `uri-host [":" port]` (RFC 9110, 7.2; RFC 3986, 3.2.2), which may be empty. A user before
    /// the host, or a path behind it, could be read as another host by whoever stands in front.
    static func isHost(_ value: [UInt8]) -> Bool {
        let name: ArraySlice<UInt8>
        if value.first == UInt8(ascii: "[") {
            guard let end = value.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = value[1..<end]
            guard !address.isEmpty, address.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: ":") }) else {
                return false
            }
            name = value[...end]
        } else {
            name = value.prefix { $0 != UInt8(ascii: ":") }
            guard name.allSatisfy(isNameByte) else { return false }
        }
        let port = value[name.endIndex...]
        return port.isEmpty
            || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// unreserved, sub-delims, and the `%` of pct-encoded.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-._~!$&'()*+,;=%".utf8.contains(byte)
        }
    }
}
