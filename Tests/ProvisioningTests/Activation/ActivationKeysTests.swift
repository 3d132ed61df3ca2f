import Cryptography
import Provisioning
import TestSupport
import Testing
import Wallet

private let providers = ActivationProvider.allCases

/// What `add` says of one file.
private func refusal(_ file: String, _ contents: String) -> ConfigurationError? {
    var keys = ActivationKeys()
    do throws(ConfigurationError) {
        try keys.add(file: file, contents: SecretBytes(copying: Array(contents.utf8)))
        return nil
    } catch {
        return error
    }
}

@Suite struct `Activation keys` {
    @Test(arguments: [
        ("demo.otp.pem", [ActivationProvider.issuerOTP]), ("demo.wsd", [.visaMBPAC]),
        ("demo.tav.pem", [.mastercardTAV3, .mastercardTAV4]),
    ])
    func `a file is a key for its own providers, under its own name`(
        file: String, its: [ActivationProvider]
    ) throws {
        let keys = try ActivationFixture.keys([file])
        for provider in providers {
            #expect(keys.has("demo", for: provider) == its.contains(provider))
            #expect(!keys.has("other", for: provider))
            #expect(!keys.has("", for: provider))
            #expect(!keys.has(file, for: provider))
        }
    }

    @Test(arguments: providers)
    func `a provider without a key of its own kind is a missing key`(provider: ActivationProvider) throws {
        let others = try ActivationFixture.keys(
            ["demo.otp.pem", "demo.wsd", "demo.tav.pem"].filter { file in
                switch provider {
                case .issuerOTP: !file.hasSuffix(".otp.pem")
                case .visaMBPAC: !file.hasSuffix(".wsd")
                case .mastercardTAV3, .mastercardTAV4: !file.hasSuffix(".tav.pem")
                }
            })
        #expect(throws: Failure.activationKeyMissing) { try ActivationFixture(provider).data(others) }
        #expect(throws: Never.self) { try ActivationFixture(provider).data() }
    }

    @Test(arguments: providers, [nil, "", "other", "demo.otp", "DEMO"])
    func `a name that is not in the folder is a missing key`(
        provider: ActivationProvider, name: String?
    ) {
        var fixture = ActivationFixture(provider)
        fixture.keyName = name
        #expect(throws: Failure.activationKeyMissing) { try fixture.data() }
    }

    @Test func `keys of all kinds may have one name, and of one kind many`() throws {
        let keys = try ActivationFixture.keys([
            "demo.otp.pem", "demo.wsd", "demo.tav.pem", "second.wsd", "second.tav.pem", "2.otp.pem",
        ])
        for provider in providers { #expect(keys.has("demo", for: provider)) }
        #expect(keys.has("second", for: .visaMBPAC))
        #expect(!keys.has("second", for: .issuerOTP))
        #expect(keys.has("2", for: .issuerOTP))
    }

    @Test(arguments: ["demo.otp.pem", "demo.wsd", "demo.tav.pem"])
    func `the same file twice is refused`(file: String) {
        #expect(throws: ConfigurationError.activationKeyTwice) { try ActivationFixture.keys([file, file]) }
    }

    @Test(arguments: [
        "issuer.pem", "issuer.otp", ".otp.pem", ".wsd", ".tav.pem", "issuer.otp.pem~", "issuer.wsd.pem",
        "wsd",
        "issuer.WSD", "issuer.tav", "", "README", "two words.wsd", "-a.wsd", "_a.wsd", ".a.wsd", "a/b.wsd",
        "ä.wsd", "a\"b.tav.pem", "a|b.tav.pem",
    ])
    func `a file whose name does not say what it is, or for which program, is refused`(file: String) {
        #expect(refusal(file, ActivationFixture.wsd) == .activationKeyName)
    }

    @Test(
        arguments: [".otp.pem", ".wsd", ".tav.pem"],
        [(1, nil), (64, nil), (65, ConfigurationError.activationKeyName)])
    func `a name has 1 to 64 characters, as in the database`(
        ending: String, length: (count: Int, refusal: ConfigurationError?)
    ) throws {
        let file = String(repeating: "n", count: length.count) + ending
        #expect(try refusal(file, ActivationFixture.contents(of: file)) == length.refusal)
        let odd = "9-_." + ending
        #expect(try refusal(odd, ActivationFixture.contents(of: odd)) == nil)
    }

    @Test(arguments: [
        ("a.otp.pem", SimulatedKey.Kind.p384), ("a.otp.pem", .rsa(bits: 2048)), ("a.tav.pem", .p256),
        ("a.tav.pem", .rsa(bits: 1024)), ("a.wsd", .p256),
    ])
    func `a key of another kind or size is refused`(file: String, kind: SimulatedKey.Kind) throws {
        #expect(try refusal(file, SimulatedKey(kind).privateKeyPEM()) == .activationKeyMalformed)
    }

    @Test(arguments: ["a.otp.pem", "a.wsd", "a.tav.pem"], ["", "-----BEGIN PRIVATE KEY-----", "\n"])
    func `a text that is no key is refused`(file: String, text: String) {
        #expect(refusal(file, text) == .activationKeyMalformed)
    }

    @Test func `a public key is refused where a private one belongs`() throws {
        #expect(try refusal("a.otp.pem", SimulatedKey(.p256).publicKeyPEM()) == .activationKeyMalformed)
        #expect(try refusal("a.tav.pem", ActivationFixture.rsa.publicKeyPEM()) == .activationKeyMalformed)
    }
}

@Suite struct `WSD key file` {
    private static let key = "0123456789abcdeffedcba9876543210"

    @Test(arguments: [
        "417190.1 \(key)", "417190.1 \(key)\n", "417190.1 \(key) 08d7b4",
        "417190.1 \(key.uppercased()) 08D7B4\n",
        "x \(key)", String(repeating: "Z", count: 32) + " \(key)",
    ])
    func `a line has the key set, the key, and perhaps its check value`(line: String) throws {
        var keys = ActivationKeys()
        try keys.add(file: "demo.wsd", contents: SecretBytes(copying: Array(line.utf8)))
        let data = String(decoding: try ActivationFixture(.visaMBPAC).data(keys), as: UTF8.self)
        #expect(data.hasPrefix("MBPAC-1-FK-\(line.prefix { $0 != " " })--TDEA-"))
    }

    @Test(arguments: [
        key, " \(key)", "417190.1\(key)", "417190.1  \(key)", "417190.1\t\(key)", "417190.1 \(key) ",
        "417190.1 \(key)\n\n", "417190.1 \(key)\r\n", "\n417190.1 \(key)", "417190.1 \(key)\n417190.2 \(key)",
        "417190.1 \(key.dropLast())", "417190.1 \(key)0", "417190.1 \(key.dropLast(2))", "417190.1 \(key)00",
        "417190.1 \(key.dropLast())g", "417190-1 \(key)", "417190_1 \(key)", "é \(key)",
        String(repeating: "Z", count: 33) + " \(key)", "417190.1 \(key) 08D7B", "417190.1 \(key) 08D7B40",
        "417190.1 \(key) 08D7BG", "417190.1 \(key) 08D7B4 ", "417190.1 \(key) 08D7B4 1",
        "417190.1 0123456789abcdef0123456789abcdef", "417190.1 00000000000000000000000000000000",
    ])
    func `anything else is refused`(line: String) {
        #expect(refusal("demo.wsd", line) == .activationKeyMalformed)
    }

    @Test(arguments: ["08D7B5", "000000", "B4D708"])
    func `a check value that is another key's is refused`(value: String) {
        #expect(refusal("demo.wsd", "417190.1 \(Self.key) \(value)\n") == .activationKeyCheckValue)
    }
}
