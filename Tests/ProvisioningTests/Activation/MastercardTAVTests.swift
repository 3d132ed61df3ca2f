import Cryptography
import Foundation
import Provisioning
import TestSupport
import Testing
import Wallet

private let providers = [ActivationProvider.mastercardTAV3, .mastercardTAV4]

@Suite struct `Mastercard TAV` {
    /// What is signed, written out: the figures of the fixture, 30 minutes after its time.
    private static let signed: [ActivationProvider: String] = [
        .mastercardTAV3: "5555555555554444|0331|2026-09-21T14:43:20Z",
        .mastercardTAV4: "2026-09-21T14:43:20Z|5555555555554444|0331",
    ]

    private func signature(of provider: ActivationProvider) throws -> String {
        let message = try #require(Self.signed[provider])
        return Data(try ActivationFixture.rsa.sign(Array(message.utf8), .sha256)).base64EncodedString()
    }

    @Test func `version 3 is exactly this text`() throws {
        #expect(
            try ActivationFixture(.mastercardTAV3).text()
                == #"{"version":"3","signatureAlgorithm":"RSA-SHA256","#
                + #""dataValidUntilTimestamp":"2026-09-21T14:43:20Z","#
                + #""includedFieldsInOrder":"accountNumber|accountExpiry|dataValidUntilTimestamp","#
                + #""signature":"\#(signature(of: .mastercardTAV3))"}"#)
    }

    @Test func `version 4 is exactly this text, with the key's name as its alias`() throws {
        #expect(
            try ActivationFixture(.mastercardTAV4).text()
                == #"{"version":"4","keyAlias":"demo","signatureAlgorithm":"RSA-SHA256","#
                + #""includedFieldsInOrder":"dataValidUntilTimestamp|accountNumber|accountExpiry","#
                + #""dataValidUntilTimestamp":"2026-09-21T14:43:20Z","#
                + #""signature":"\#(signature(of: .mastercardTAV4))"}"#)
    }

    @Test(arguments: providers)
    func `the signature verifies with the public key over exactly the documented text`(
        provider: ActivationProvider
    ) throws {
        let data = Data(try ActivationFixture(provider).data())
        let members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
        let signature = [UInt8](try #require(members["signature"].flatMap { Data(base64Encoded: $0) }))
        #expect(signature.count == 256)
        let key = try SimulatedKey(publicKeyPEM: ActivationFixture.rsa.publicKeyPEM())
        let message = try #require(Self.signed[provider])
        try key.verify(signature, over: Array(message.utf8), .sha256)
        for wrong in [
            message + "|", message.replacing("0331", with: "03/31"), message.replacing("|", with: ""),
        ] {
            #expect(throws: WalletError.self) { try key.verify(signature, over: Array(wrong.utf8), .sha256) }
        }
    }

    @Test(arguments: providers)
    func `the network takes it for 30 minutes and not a second longer`(provider: ActivationProvider) throws {
        let fixture = ActivationFixture(provider)
        let data = try fixture.data()
        #expect(try fixture.finding(data).verdict == .passed)
        #expect(try fixture.finding(data, seconds: 1799).verdict == .passed)
        #expect(try fixture.finding(data, seconds: 1800).reason == "has expired")
    }

    @Test(arguments: providers, ["4222222222222", "2223000048400011", "6799990100000000019"])
    func `the network takes it for a PAN of any length, and for this one alone`(
        provider: ActivationProvider, pan: String
    ) throws {
        var fixture = ActivationFixture(provider)
        fixture.pan = pan
        let data = try fixture.data()
        #expect(try fixture.finding(data).verdict == .passed)
        #expect(!String(decoding: data, as: UTF8.self).contains(fixture.pan))
        fixture.month = 4
        #expect(try fixture.finding(data).reason.contains("does not verify"))
        fixture.month = 3
        fixture.pan = "5105105105105100"
        #expect(try fixture.finding(data).reason.contains("does not verify"))
    }

    @Test(arguments: providers)
    func `the largest key under the longest name stays within 2048 characters of base64`(
        provider: ActivationProvider
    ) throws {
        let name = String(repeating: "n", count: 64)
        var fixture = ActivationFixture(provider)
        fixture.keyName = name
        let data = try fixture.data(ActivationFixture.keys([name + ".tav.pem"]))
        // A key of 2048 bits signs in 344 characters; the largest that is taken, of 4096, in 684.
        let longest = data.count - 344 + 684
        #expect((longest + 2) / 3 * 4 <= 2048)
        #expect(data.count > 344 + (provider == .mastercardTAV4 ? 64 : 0))
    }

    @Test(arguments: providers, [(0, 2031), (13, 2031), (3, -1), (3, 10_000)])
    func `an expiry that is no month is a failed activation and not a crash`(
        provider: ActivationProvider, expiry: (month: Int, year: Int)
    ) {
        var fixture = ActivationFixture(provider)
        (fixture.month, fixture.year) = expiry
        #expect(throws: Failure.activationFailed) { try fixture.data() }
    }
}
