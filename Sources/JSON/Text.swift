extension JSON {
    /// A string's bytes in UTF-8, its escapes read. They may be a nonce or a certificate: `print` and `dump` show
    /// nothing of them.
    package struct Text: Hashable, Sendable, CustomReflectable {
        package let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// The text as `String`, null where it is longer than `limit` bytes. For short words that are no secret.
        package func string(atMost limit: Int) -> String? {
            bytes.count <= limit ? String(decoding: bytes, as: UTF8.self) : nil
        }

        /// Whether the text is exactly `other`, byte for byte: `String` takes different bytes for equal.
        package func equals(_ other: String) -> Bool { bytes.elementsEqual(other.utf8) }

        /// What the text encodes in standard base64, null where it is not strictly that.
        package func base64() -> [UInt8]? { Base64.decode(bytes) }

        /// What the text encodes in base64url without padding, null where it is not strictly that.
        package func base64URL() -> [UInt8]? { Base64.decodeURL(bytes) }

        package var customMirror: Mirror { Mirror(self, children: []) }
    }
}
