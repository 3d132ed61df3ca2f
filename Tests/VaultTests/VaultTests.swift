import Cryptography
import Foundation
import TestSupport
import Testing
import Vault

/// One card, the key of RFC 5903's first scalar, and what another program sealed for it with the second as the
/// ephemeral key.
private enum Figure {
    static let card = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!
    static let context = PANContext(card: card, cardholder: "cardholder-1", expiryMonth: 5, expiryYear: 2031)
    static let pan = "4111111111111111"
    static let header =
        "01f2f0eaf804d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf6356fbf3ca366cc23e8157"
        + "854c13c58d6aac23f046ada30f8353e74f33039872ab"
    static let sealed = [UInt8](
        hex: header + "86b981f21d3d1a4472be10da101fd60f9f06ae4b646d82bb088426546d124b41")

    static func key() throws -> FileVaultKey {
        let scalar = "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433"
        return try FileVaultKey(P256.PrivateKey(scalar: SecretBytes(copying: [UInt8](hex: scalar))))
    }

    static func vault() throws -> Vault { Vault(keys: [try key()]) }
}

/// The digits that open, or the name of the refusal.
private func outcome(
    _ vault: Vault, _ sealed: [UInt8], _ context: PANContext = Figure.context, lastFour: String = "1111"
) -> String {
    do {
        let pan = try vault.open(sealed, context: context, lastFour: Array(lastFour.utf8))
        return String(decoding: pan.digits.revealed, as: UTF8.self)
    } catch {
        return "\(error)"
    }
}

private func pan(_ digits: String) throws -> PAN { try PAN(SecretBytes(copying: Array(digits.utf8))) }

@Suite struct VaultTests {
    @Test func `a key's id is the start of the digest of its SubjectPublicKeyInfo`() throws {
        let id = try Figure.key().publicKey.id
        #expect(id.bytes.hex == "f2f0eaf8")
        #expect("\(id)" == "f2f0eaf8")
        #expect(try Figure.vault().keyIDs == [id])
    }

    @Test func `what another program sealed by the same words opens`() throws {
        #expect(try outcome(Figure.vault(), Figure.sealed) == Figure.pan)
    }

    @Test(arguments: ["411111111117", "378282246310005", "5555555555554444", "4111111111111111110"])
    func `a sealed PAN opens to itself`(digits: String) throws {
        let key = try FileVaultKey(P256.PrivateKey())
        let sealed = try key.publicKey.seal(pan(digits), context: Figure.context)
        #expect(sealed.count == 86 + digits.count)
        #expect(sealed.starts(with: [1] + key.publicKey.id.bytes + [4]))
        #expect(try SealedPAN(parsing: sealed).bytes == sealed)
        #expect(outcome(Vault(keys: [key]), sealed, lastFour: String(digits.suffix(4))) == digits)
    }

    @Test func `the same PAN sealed twice shares no more than its header`() throws {
        let key = try Figure.key().publicKey
        let first = try key.seal(pan(Figure.pan), context: Figure.context)
        let second = try key.seal(pan(Figure.pan), context: Figure.context)
        #expect(first.prefix(6) == second.prefix(6))
        #expect(first[6..<70] != second[6..<70])
        #expect(first[70...] != second[70...])
    }

    static let otherContexts: [PANContext] = [
        PANContext(card: UUID(), cardholder: "cardholder-1", expiryMonth: 5, expiryYear: 2031),
        PANContext(card: Figure.card, cardholder: "cardholder-2", expiryMonth: 5, expiryYear: 2031),
        PANContext(card: Figure.card, cardholder: "Cardholder-1", expiryMonth: 5, expiryYear: 2031),
        PANContext(card: Figure.card, cardholder: "cardholder-1 ", expiryMonth: 5, expiryYear: 2031),
        PANContext(card: Figure.card, cardholder: "cardholder-", expiryMonth: 5, expiryYear: 2031),
        PANContext(card: Figure.card, cardholder: "cardholder-1", expiryMonth: 6, expiryYear: 2031),
        PANContext(card: Figure.card, cardholder: "cardholder-1", expiryMonth: 5, expiryYear: 2032),
    ]

    @Test(arguments: otherContexts)
    func `a sealed PAN moved to another card, cardholder or expiry does not open`(context: PANContext) throws
    {
        #expect(try outcome(Figure.vault(), Figure.sealed, context) == "doesNotOpen")
    }

    @Test func `a sealed PAN with any bit altered does not open`() throws {
        let vault = try Figure.vault()
        for position in Figure.sealed.indices {
            for bit in 0..<8 {
                var altered = Figure.sealed
                altered[position] ^= 1 << bit
                let expected: Set<String> =
                    switch position {
                    case 0: ["unknownVersion"]
                    case 1..<5: ["unknownKey"]
                    case 5..<70: ["malformed"]
                    default: ["doesNotOpen"]
                    }
                #expect(expected.contains(outcome(vault, altered)), "byte \(position), bit \(bit)")
            }
        }
    }

    @Test func `a sealed PAN whose point is another's does not open`() throws {
        var altered = Figure.sealed
        altered.replaceSubrange(5..<70, with: try P256.PrivateKey().publicKey.point)
        #expect(try outcome(Figure.vault(), altered) == "doesNotOpen")
    }

    @Test func `a sealed PAN that is cut or longer does not open`() throws {
        let vault = try Figure.vault()
        for count in 0..<Figure.sealed.count {
            let expected = count < 98 ? "malformed" : "doesNotOpen"
            #expect(outcome(vault, Array(Figure.sealed.prefix(count))) == expected, "\(count) bytes")
        }
        for count in 1...10 {
            let longer = Figure.sealed + [UInt8](repeating: 0, count: count)
            #expect(outcome(vault, longer) == (longer.count > 105 ? "malformed" : "doesNotOpen"))
        }
    }

    @Test(arguments: [0, 2, 255])
    func `another version is unknown`(version: UInt8) throws {
        #expect(try outcome(Figure.vault(), [version] + Figure.sealed.dropFirst()) == "unknownVersion")
        #expect(try outcome(Figure.vault(), [version]) == "unknownVersion")
    }

    @Test func `several keys are open at once and each opens its own`() throws {
        let newer = try FileVaultKey(P256.PrivateKey())
        let vault = Vault(keys: [try Figure.key(), newer])
        #expect(outcome(vault, Figure.sealed) == Figure.pan)
        let sealed = try newer.publicKey.seal(pan(Figure.pan), context: Figure.context)
        #expect(outcome(vault, sealed) == Figure.pan)
    }

    @Test func `a key that is retired fails closed`() throws {
        let newer = Vault(keys: [try FileVaultKey(P256.PrivateKey())])
        #expect(outcome(newer, Figure.sealed) == "unknownKey")
        #expect(outcome(Vault(keys: []), Figure.sealed) == "unknownKey")
    }

    @Test func `a sealed PAN under another key's id does not open`() throws {
        let newer = try FileVaultKey(P256.PrivateKey())
        let vault = Vault(keys: [try Figure.key(), newer])
        var altered = Figure.sealed
        altered.replaceSubrange(1..<5, with: newer.publicKey.id.bytes)
        #expect(outcome(vault, altered) == "doesNotOpen")
    }

    @Test(arguments: [
        ("a wrong last digit", "86b981f21d3d1a4472be10da101fd60c6f1ca8a311826883c9a57de06123cf37"),
        ("a letter", "86b981f21d3d1a4472be108a101fd60f2c054adf52534f7a4dacefee9fce44e9"),
        ("a space", "86b981f21d3d1a4463be10da101fd60ffd484214c8289a05fd97bc977da05666"),
    ])
    func `what opens and is no PAN is refused`(defect: String, ciphertext: String) throws {
        let sealed = [UInt8](hex: Figure.header + ciphertext)
        #expect(try outcome(Figure.vault(), sealed, lastFour: "1112") == "notAPAN", "\(defect)")
    }

    @Test(arguments: ["1112", "2111", "111", "11111", ""])
    func `a PAN whose last four are not those beside it is refused`(lastFour: String) throws {
        #expect(try outcome(Figure.vault(), Figure.sealed, lastFour: lastFour) == "lastFourDiffers")
    }

    static let impossible: [PANContext] = [
        ("", 5, 2031), (String(repeating: "c", count: 129), 5, 2031),
        (String(repeating: "é", count: 65), 5, 2031),
        ("c", 0, 2031), ("c", 13, 2031), ("c", 5, 999), ("c", 5, 10000), ("c", -1, 2031),
    ].map { PANContext(card: Figure.card, cardholder: $0.0, expiryMonth: $0.1, expiryYear: $0.2) }

    @Test(arguments: impossible)
    func `a context that cannot be is refused on both ways`(context: PANContext) throws {
        #expect(try outcome(Figure.vault(), Figure.sealed, context) == "impossibleContext")
        var refusal = "sealed"
        do { _ = try Figure.key().publicKey.seal(pan(Figure.pan), context: context) } catch {
            refusal = "\(error)"
        }
        #expect(refusal == "impossibleContext")
    }

    static let limits: [PANContext] = [
        ("c", 1, 1000), (String(repeating: "c", count: 128), 12, 9999),
        (String(repeating: "é", count: 64), 1, 2031),
    ].map { PANContext(card: Figure.card, cardholder: $0.0, expiryMonth: $0.1, expiryYear: $0.2) }

    @Test(arguments: limits)
    func `a context at its limits seals and opens`(context: PANContext) throws {
        let sealed = try Figure.key().publicKey.seal(pan(Figure.pan), context: context)
        #expect(try outcome(Figure.vault(), sealed, context) == Figure.pan)
    }

    @Test func `a key that is written in PEM opens what it opened`() throws {
        let key = try P256.PrivateKey()
        let sealed = try VaultPublicKey(key.publicKey).seal(pan(Figure.pan), context: Figure.context)
        let again = try FileVaultKey(pem: key.pem())
        #expect(outcome(Vault(keys: [again]), sealed) == Figure.pan)
    }

    @Test func `nothing of a key or a sealed PAN's content is in a dump`() throws {
        let key = try Figure.key()
        var text = ""
        dump((key, Vault(keys: [key])), to: &text)
        text += "\(key) \(Vault(keys: [key]))"
        for secret in ["c88f01f5", "200, 143, 1, 245", "4111111111111111", "0xc8"] {
            #expect(!text.contains(secret))
        }
    }
}
