internal import Cryptography

/// Visa's activation data: `MBPAC-1-FK-<key set>--TDEA-<HEX>`, ASCII, the hexadecimal in upper case.
///
/// Encrypted is one block of text with two-key 3DES in CBC, IV zero: two spaces, 4 random printable characters, the
/// clear text's length in decimal, the clear text, and `!` up to a multiple of 8. The clear text is
/// `nonce=<lower-case hex>;authcode=<6 of A-Z0-9>`. The random characters are in the first block, so that under an
/// IV that never changes equal clear texts give unequal ciphertexts.
struct VisaMBPAC {
    /// 1-32 bytes.
    let nonce: [UInt8]

    private static let printable = [UInt8](0x21...0x7e)

    /// Encrypts with the key of `key`'s set.
    func sealed(
        _ authcode: borrowing Authcode, with key: WSDKey, _ randomness: Randomness
    ) throws(CryptographyError) -> [UInt8] {
        let random = try RandomText.draw(4, of: Self.printable, from: randomness)
        let text = block(authcode, random: random)
        let iv = [UInt8](repeating: 0, count: TwoKeyTripleDES.blockCount)
        let ciphertext = try key.cipher.encrypt(text, iv: iv)
        return Array("MBPAC-1-FK-".utf8) + key.keySet + Array("--TDEA-".utf8)
            + Hex.encodeUpperCase(ciphertext)
    }

    private func block(_ authcode: borrowing Authcode, random: [UInt8]) -> SecretBytes {
        let name: StaticString = "nonce="
        let code: StaticString = ";authcode="
        let length =
            name.utf8CodeUnitCount + nonce.count * 2 + code.utf8CodeUnitCount + authcode.characters.count
        let start = Array("  ".utf8) + random + Array(String(length).utf8)
        let whole = TwoKeyTripleDES.blockCount
        let count = (start.count + length + whole - 1) / whole * whole

        var block = SecretBytes(capacity: count)
        block.append(start)
        block.append(name)
        block.appendHex(nonce)
        block.append(code)
        block.append(authcode.characters)
        block.append([UInt8](repeating: UInt8(ascii: "!"), count: count - block.count))
        return block
    }
}
