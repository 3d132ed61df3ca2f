internal import Cryptography

extension NonceSignaturePolicy {
    private static let begin = Array("-----BEGIN PUBLIC KEY-----".utf8)
    private static let end = Array("-----END PUBLIC KEY-----".utf8)

    /// The policy `keys` from the text of its file: public keys on P-256 in PEM, one after the other, with empty
    /// lines and lines that begin with `#` between them. Anything else, a private key above all, is refused.
    package init(keyFile text: [UInt8]) throws(ConfigurationError) {
        var keys: [P256.PublicKey] = []
        var block: [UInt8]?
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            if let lines = block {
                block = lines + line + [0x0A]
                guard line.elementsEqual(Self.end) else { continue }
                do { keys.append(try P256.PublicKey(pem: lines + line + [0x0A])) } catch {
                    throw .nonceKeyMalformed
                }
                block = nil
            } else if line.elementsEqual(Self.begin) {
                block = line + [0x0A]
            } else if line.first != UInt8(ascii: "#") {
                throw .nonceKeyMalformed
            }
        }
        guard block == nil else { throw .nonceKeyMalformed }
        guard !keys.isEmpty else { throw .nonceKeysMissing }
        self = .keys(keys)
    }
}
