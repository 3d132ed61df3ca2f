import Cryptography
import Foundation
import Provisioning
import TestSupport
import Testing
import Wallet

@Suite struct `Visa MBPAC` {
    private static let vectors = "ecc_v2/vectors.json"

    private func data(
        nonce: String = "b9ef8f31", authcode: String = "ZZLGEZ", random: String = "AB3x"
    ) throws -> String {
        var fixture = ActivationFixture(.visaMBPAC)
        fixture.nonce = [UInt8](hex: nonce)
        fixture.randomness = Dice([Dice.authcode(authcode), Dice.printable(random)]).randomness
        return try fixture.text()
    }

    // The block is `  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!`, encrypted by another implementation.
    @Test func `the worked example comes out byte for byte`() throws {
        #expect(
            try data()
                == "MBPAC-1-FK-417190.1--TDEA-A63296B5C0026E92A792912E2A0E2933110C9A0C5B57A009229EB85AF927D25E"
                + "6E1CBBF4562242F6")
    }

    private struct Published: Decodable {
        struct Example: Decodable {
            let key_2tdea: String
            let clear: String
            let random4: String
            let activation_data: String?
        }
        let visa_wsd_derived: [Example]
    }

    @Test(.enabled(if: SharedData.has(vectors), "\(SharedData.missing)"))
    func `the published examples come out byte for byte`() throws {
        let examples = try SharedData.json(Self.vectors, as: Published.self).visa_wsd_derived
            .filter { $0.activation_data != nil }
        #expect(!examples.isEmpty)
        for example in examples {
            #expect([UInt8](hex: example.key_2tdea) == ActivationFixture.wsdKey)
            let match = try #require(example.clear.wholeMatch(of: /nonce=([0-9a-f]+);authcode=([A-Z0-9]+)/))
            let made = try data(
                nonce: String(match.1), authcode: String(match.2), random: example.random4)
            #expect(made == example.activation_data)
        }
    }

    /// The clear text has 22 characters and two for each byte: with what stands before it 32 for a nonce of 1, so
    /// that at 1, 5, 9, ... bytes there is nothing to fill up.
    @Test(arguments: 1...32)
    func `the network finds the nonce of any length, and no other`(count: Int) throws {
        var fixture = ActivationFixture(.visaMBPAC)
        fixture.nonce = (0..<count).map { UInt8(255 - $0) }
        let data = try fixture.data()
        #expect(try fixture.finding(data).verdict == .passed)
        #expect((data.count - "MBPAC-1-FK-417190.1--TDEA-".utf8.count) / 2 == (30 + 2 * count + 7) / 8 * 8)
        fixture.nonce[0] ^= 1
        #expect(try fixture.finding(data).verdict == .failed)
    }

    @Test func `the same nonce twice gives other data and another authcode`() throws {
        let fixture = ActivationFixture(.visaMBPAC)
        #expect(try fixture.data() != fixture.data())
        // The random characters alone change the ciphertext.
        #expect(try data(random: "AB3x") != data(random: "AB3y"))
        #expect(try data(authcode: "ZZLGEZ") != data(authcode: "ZZLGE0"))
    }

    @Test func `no PAN is in it or needed for it`() throws {
        #expect(try !data().contains("4111111111111111"))
        var fixture = ActivationFixture(.visaMBPAC)
        fixture.month = 13
        #expect(try fixture.finding(fixture.data()).verdict == .passed)
    }

    @Test func `a randomness that fails is a failed activation`() throws {
        var fixture = ActivationFixture(.visaMBPAC)
        fixture.randomness = Dice([Dice.authcode("ABCDEF")]).randomness
        #expect(throws: Failure.activationFailed) { try fixture.data() }
    }
}

@Suite struct `Drawing characters` {
    private func characters(_ dice: Dice) throws -> String {
        let authcode = try Authcode(from: dice.randomness)
        return authcode.characters.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `the alphabet is A to Z and 0 to 9, the last fair byte included`() throws {
        #expect(try characters(Dice([[0, 25, 26, 35, 36, 251]])) == "AZ09A9")
    }

    @Test func `bytes that would make some characters likelier are drawn again`() throws {
        let dice = Dice([[252, 1, 255, 2, 3, 253], [254, 4, 5], [6]])
        #expect(try characters(dice) == "BCDEFG")
        #expect(dice.asked == [6, 3, 1])
    }

    @Test func `each call draws anew`() throws {
        var seen: Set<String> = []
        for _ in 0..<100 {
            let authcode = try Authcode(
                from: { (count: Int) throws(CryptographyError) in try Random.bytes(count) })
            seen.insert(authcode.characters.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        }
        #expect(seen.count == 100)
        #expect(seen.allSatisfy { $0.wholeMatch(of: /[A-Z0-9]{6}/) != nil })
    }

    @Test
    func `random printable characters run from ! to ~, and the byte past the last fair one is drawn again`()
        throws
    {
        var fixture = ActivationFixture(.visaMBPAC)
        let whole = Dice([Dice.authcode("ABCDEF"), [0, 93, 94, 187]])
        let again = Dice([Dice.authcode("ABCDEF"), [188, 0, 255, 93], [94, 187]])
        fixture.randomness = whole.randomness
        let expected = try fixture.data()
        fixture.randomness = again.randomness
        #expect(try fixture.data() == expected)
        #expect(again.asked == [6, 4, 2])
    }
}
