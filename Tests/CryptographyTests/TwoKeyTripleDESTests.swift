import Cryptography
import TestSupport
import Testing

@Suite struct TwoKeyTripleDESTests {
    private static let key = "0123456789abcdeffedcba9876543210"

    private func encrypt(_ plaintext: [UInt8], key: String = key, iv: String) throws -> String {
        let cipher = try TwoKeyTripleDES(key: SecretBytes(copying: [UInt8](hex: key)))
        return try cipher.encrypt(SecretBytes(copying: plaintext), iv: [UInt8](hex: iv)).hex
    }

    // Computed with the openssl command.
    @Test func `three blocks are chained from the IV, and nothing is added`() throws {
        #expect(
            try encrypt(Array("A plaintext of 24 bytes.".utf8), iv: "1234567890abcdef")
                == "b5119e13c78f473ea6423b08dd0608cd56bbf4a6ed9eeb2a")
    }

    @Test func `a block of zeros gives the key's published check value`() throws {
        let zeros = [UInt8](repeating: 0, count: 8)
        #expect(try encrypt(zeros, iv: "0000000000000000").hasPrefix("08d7b4"))
    }

    @Test(arguments: [0, 1, 7, 9, 15, 23])
    func `a plaintext that is not whole blocks is refused`(count: Int) {
        #expect(throws: CryptographyError.self) {
            try encrypt([UInt8](repeating: 1, count: count), iv: "0000000000000000")
        }
    }

    @Test(arguments: ["", "00000000000000", "000000000000000000"])
    func `an IV that is not 8 bytes is refused`(iv: String) {
        #expect(throws: CryptographyError.self) { try encrypt([UInt8](repeating: 1, count: 8), iv: iv) }
    }

    @Test(arguments: [
        "0123456789abcdeffedcba98765432", "0123456789abcdeffedcba987654321000",
        "0123456789abcdeffedcba98765432100123456789abcdef", "",
    ])
    func `a key that is not 16 bytes is refused`(key: String) {
        #expect(throws: CryptographyError.self) {
            try encrypt([UInt8](repeating: 1, count: 8), key: key, iv: "0000000000000000")
        }
    }

    @Test(arguments: [
        ("0123456789abcdef0123456789abcdef", false), ("0123456789abcdef0022446688aaccee", false),
        ("0123456789abcdef0123456789abcded", true), ("0123456789abcdef8123456789abcdef", true),
    ])
    func `a key whose halves differ in parity alone is single DES, and is refused`(key: String, taken: Bool) {
        let ciphertext = try? encrypt([UInt8](repeating: 1, count: 8), key: key, iv: "0000000000000000")
        #expect((ciphertext != nil) == taken)
    }
}
