import Cryptography
import TestSupport
import Testing

/// Known answers of the primitives that have no key pair.
@Suite struct SymmetricTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func `SHA-256 gives the digests of FIPS 180-4`(message: String, digest: String) throws {
        #expect(try SHA256.digest(Array(message.utf8)).hex == digest)
    }

    @Test func `HMAC-SHA-256 gives the codes of RFC 4231, for a public and for a secret message`() throws {
        let key = SecretBytes(copying: Array("Jefe".utf8))
        let message = Array("what do ya want for nothing?".utf8)
        let code = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        #expect(try HMACSHA256.code(for: message, key: key).hex == code)
        #expect(try HMACSHA256.code(for: SecretBytes(copying: message), key: key).hex == code)
    }

    @Test func `HMAC-SHA-256 takes an empty key and an empty message`() throws {
        let code = try HMACSHA256.code(for: [], key: SecretBytes(capacity: 0))
        #expect(code.hex == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test(arguments: [1, 31, 32, 33, 48])
    func `the single-step KDF counts from one and cuts the last round`(count: Int) throws {
        // SHA-256(00000001 || Z || "Apple") || SHA-256(00000002 || Z || "Apple"), Z of RFC 5903, section 8.1.
        let secret = SecretBytes(
            copying: [UInt8](hex: "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de"))
        let rounds =
            "51299372e2a2e8ab689b04e2a9e01659a19087e3a9945ac8f6ec25705bb92c8f539df0266e0ebd897497406accb2663d"
        let derived = try SingleStepKDF.derive(count: count, from: secret, info: Array("Apple".utf8)).revealed
        #expect(derived.hex == rounds.prefix(count * 2))
    }

    private static let key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
    private static let iv = "cafebabefacedbaddecaf888"
    private static let aad = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
    private static let plaintext =
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
        + "b16aedf5aa0de657ba637b39"
    private static let sealed =
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
        + "c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"

    @Test func `AES-256-GCM seals and opens test case 16 of the GCM specification`() throws {
        let key = SecretBytes(copying: [UInt8](hex: Self.key))
        let sealed = try AES256GCM.seal(
            SecretBytes(copying: [UInt8](hex: Self.plaintext)), key: key, iv: [UInt8](hex: Self.iv),
            aad: [UInt8](hex: Self.aad))
        #expect(sealed.hex == Self.sealed)
        let opened = try AES256GCM.open(
            sealed, key: key, iv: [UInt8](hex: Self.iv), aad: [UInt8](hex: Self.aad)
        ).revealed
        #expect(opened.hex == Self.plaintext)
    }

    @Test func `AES-256-GCM seals nothing to a tag and opens it`() throws {
        let key = SecretBytes(copying: [UInt8](repeating: 0, count: 32))
        let iv = [UInt8](repeating: 0, count: 12)
        let tag = try AES256GCM.seal(SecretBytes(capacity: 0), key: key, iv: iv, aad: [])
        #expect(tag.hex == "530f8afbc74536b9a963b4f1c4cb738b")
        #expect(try AES256GCM.open(tag, key: key, iv: iv, aad: []).revealed == [])
    }

    @Test func `AES-256-GCM does not open when any bit of ciphertext, tag or AAD is another`() {
        let sealed = [UInt8](hex: Self.sealed)
        let aad = [UInt8](hex: Self.aad)
        for position in sealed.indices {
            var altered = sealed
            altered[position] ^= 1
            #expect(throws: CryptographyError.self) { try Self.open(altered, aad: aad) }
        }
        for position in aad.indices {
            var altered = aad
            altered[position] ^= 0x80
            #expect(throws: CryptographyError.self) { try Self.open(sealed, aad: altered) }
        }
        #expect(throws: CryptographyError.self) { try Self.open(Array(sealed.dropLast()), aad: aad) }
        #expect(throws: CryptographyError.self) { try Self.open(Array(sealed.prefix(15)), aad: aad) }
    }

    private static func open(_ sealed: [UInt8], aad: [UInt8]) throws {
        let key = SecretBytes(copying: [UInt8](hex: key))
        _ = try AES256GCM.open(sealed, key: key, iv: [UInt8](hex: iv), aad: aad)
    }

    @Test(arguments: [(31, 12), (33, 12), (16, 12), (32, 11), (32, 13), (32, 16), (32, 0)])
    func `AES-256-GCM takes a key of 32 bytes and an IV of 12 only`(keyCount: Int, ivCount: Int) {
        let key = SecretBytes(copying: [UInt8](repeating: 0, count: keyCount))
        let iv = [UInt8](repeating: 0, count: ivCount)
        var refusals = 0
        do { _ = try AES256GCM.seal(SecretBytes(capacity: 0), key: key, iv: iv, aad: []) } catch {
            refusals += 1
        }
        do {
            let tag = [UInt8](hex: "530f8afbc74536b9a963b4f1c4cb738b")
            _ = try AES256GCM.open(tag, key: key, iv: iv, aad: [])
        } catch { refusals += 1 }
        #expect(refusals == 2)
    }

    @Test func `random bytes are as many as asked for, and others each time`() throws {
        #expect(try Random.bytes(0) == [])
        let first = try Random.bytes(32)
        #expect(first.count == 32)
        #expect(try Random.bytes(32) != first)
    }

    @Test(arguments: [
        ("", ""), ("66", "Zg"), ("666f", "Zm8"), ("666f6f", "Zm9v"), ("666f6f62", "Zm9vYg"), ("fbff", "-_8"),
        ("ffffff", "____"),
    ])
    func `base64url is not padded and has no plus or slash`(bytes: String, text: String) {
        #expect(Base64URL.encode([UInt8](hex: bytes)) == Array(text.utf8))
    }

    @Test(arguments: [
        ("", ""), ("66", "Zg=="), ("666f", "Zm8="), ("666f6f", "Zm9v"), ("fbff", "+/8="), ("ffffff", "////"),
    ])
    func `base64 is padded and has plus and slash`(bytes: String, text: String) {
        #expect(StandardBase64.encode([UInt8](hex: bytes)) == Array(text.utf8))
    }

    @Test func `base64 of many bytes is one line`() {
        #expect(!StandardBase64.encode([UInt8](repeating: 0, count: 1000)).contains(UInt8(ascii: "\n")))
    }

    @Test func `hexadecimal is lower case, with leading zeros, unless upper case is asked for`() {
        #expect(Hex.encode([0x00, 0x09, 0x0a, 0xf0, 0xff]) == Array("00090af0ff".utf8))
        #expect(Hex.encodeUpperCase([0x00, 0x09, 0x0a, 0xf0, 0xff]) == Array("00090AF0FF".utf8))
        var secret = SecretBytes(capacity: 5)
        secret.append("n")
        secret.appendHex([0x0a, 0xbc])
        #expect(secret.revealed == Array("n0abc".utf8))
    }

    @Test(
        arguments: [
            ("", []), ("00090aF0fF", [0x00, 0x09, 0x0a, 0xf0, 0xff]), ("0", nil), ("000", nil), ("0g", nil),
            ("0G", nil), ("0/", nil), ("0:", nil), ("0@", nil), ("0`", nil), (" 0", nil), ("0x00", nil),
        ] as [(String, [UInt8]?)])
    func `a secret is read from hexadecimal of either case, to the letter`(text: String, bytes: [UInt8]?) {
        var revealed: [UInt8]?
        do { revealed = try SecretBytes(hexadecimal: Array(text.utf8)).revealed } catch {}
        #expect(revealed == bytes)
    }
}
