internal import Cryptography

/// Visa's WSD key, and the key set by which Visa knows it.
final class WSDKey: Sendable {
    /// As in `417190.1`: 1 to 32 ASCII letters, digits and dots.
    let keySet: [UInt8]
    let cipher: TwoKeyTripleDES

    /// One line: the key set's id, a space, and the key in 32 hexadecimal digits of either case. A space and the
    /// check value that comes with a key may follow, 6 digits: with it a mistyped key is found here and not by the
    /// network. A line feed may end the line.
    init(file: borrowing SecretBytes) throws(ConfigurationError) {
        let line = try unsafe file.withUnsafeBytes { (file) throws(ConfigurationError) in
            try unsafe WSDKeyLine(file)
        }
        keySet = line.keySet
        let checkValue = line.checkValue
        do {
            cipher = try TwoKeyTripleDES(key: line.key)
            guard try checkValue == nil || checkValue == Self.checkValue(of: cipher) else {
                throw ConfigurationError.activationKeyCheckValue
            }
        } catch let error as ConfigurationError {
            throw error
        } catch {
            throw .activationKeyMalformed
        }
    }

    /// The first 3 bytes of 8 zero bytes encrypted, in upper-case hexadecimal.
    private static func checkValue(of cipher: borrowing TwoKeyTripleDES) throws(CryptographyError) -> [UInt8]
    {
        let zeros = [UInt8](repeating: 0, count: TwoKeyTripleDES.blockCount)
        return Hex.encodeUpperCase(Array(try cipher.encrypt(SecretBytes(copying: zeros), iv: zeros)[..<3]))
    }
}

/// The parts of a key file's line.
private struct WSDKeyLine: ~Copyable {
    let keySet: [UInt8]
    let key: SecretBytes
    /// Upper-case hexadecimal.
    let checkValue: [UInt8]?

    init(_ file: UnsafeRawBufferPointer) throws(ConfigurationError) {
        let line = unsafe file.last == UInt8(ascii: "\n") ? file.dropLast() : file[...]
        let parts = unsafe line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard unsafe parts.count == 2 || parts.count == 3, unsafe parts[1].count == 32,
            let key = unsafe try? SecretBytes(hexadecimal: parts[1])
        else { throw .activationKeyMalformed }
        let keySet = unsafe Array(parts[0])
        guard (1...32).contains(keySet.count), keySet.allSatisfy(Self.isOfKeySet) else {
            throw .activationKeyMalformed
        }
        var checkValue: [UInt8]?
        if unsafe parts.count == 3 {
            guard unsafe parts[2].count == 6, let value = unsafe try? SecretBytes(hexadecimal: parts[2])
            else { throw .activationKeyMalformed }
            checkValue = unsafe value.withUnsafeBytes { unsafe Hex.encodeUpperCase(Array($0)) }
        }
        self.keySet = keySet
        self.key = key
        self.checkValue = checkValue
    }

    private static func isOfKeySet(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
