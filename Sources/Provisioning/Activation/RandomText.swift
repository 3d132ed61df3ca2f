internal import Cryptography

/// Texts that are drawn one character as likely as another.
enum RandomText {
    /// `count` characters of `alphabet`, ASCII.
    ///
    /// A byte is one of 256, which is no multiple of the alphabet's length: those past the last whole multiple are
    /// thrown away, for they would make the first characters likelier.
    static func draw(
        _ count: Int, of alphabet: [UInt8], from randomness: Randomness
    ) throws(CryptographyError) -> [UInt8] {
        let fair = 256 / alphabet.count * alphabet.count
        var text: [UInt8] = []
        while text.count < count {
            for byte in try randomness(count - text.count) where Int(byte) < fair {
                text.append(alphabet[Int(byte) % alphabet.count])
            }
        }
        return text
    }
}
