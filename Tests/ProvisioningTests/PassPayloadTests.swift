import Cryptography
import Foundation
import Provisioning
import TestSupport
import Testing
import Vault

private func card(
    name: String = "Alice Example", month: Int = 12, year: Int = 2030, network: Network = .visa,
    productType: String? = nil
) -> AuthorisedCard {
    AuthorisedCard(
        card: UUID(), cardholder: "alice", sealedPAN: [], lastFour: [], expiryMonth: month,
        expiryYear: year, cardholderName: name, network: network, activation: .issuerOTP,
        activationKey: nil, productType: productType)
}

private func payload(
    _ card: AuthorisedCard, pan digits: String = "4111111111111111",
    nonce: [UInt8] = [UInt8](hex: "c5846fb5"), signature: [UInt8] = [0x00, 0x0a, 0xff]
) throws -> [UInt8] {
    let pan = try PAN(SecretBytes(copying: Array(digits.utf8)))
    let payload = try PassPayload.write(pan, of: card, nonce: nonce, nonceSignature: signature)
    return payload.withUnsafeBytes { [UInt8]($0) }
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct `Pass payload` {
    @Test func `the members stand in Apple's order, each as documented`() throws {
        #expect(
            text(try payload(card()))
                == #"{"primaryAccountNumber":"4111111111111111","expiration":"12/30","#
                + #""name":"Alice Example","nonce":"c5846fb5","nonceSignature":"000aff"}"#)
    }

    @Test func `a Mastercard program's product type follows with its version`() throws {
        let bytes = try payload(
            card(network: .mastercard, productType: "DEBIT_WORLD"), pan: "5555555555554444")
        #expect(
            text(bytes)
                == #"{"primaryAccountNumber":"5555555555554444","expiration":"12/30","#
                + #""name":"Alice Example","nonce":"c5846fb5","nonceSignature":"000aff","#
                + #""productType":"DEBIT_WORLD","version":"1"}"#)
    }

    @Test func `a Mastercard program without a product type adds nothing`() throws {
        #expect(
            text(try payload(card(network: .mastercard), pan: "5555555555554444"))
                .hasSuffix(#""nonceSignature":"000aff"}"#))
    }

    @Test(arguments: [Network.visa, .amex, .discover])
    func `a product type of another network stays out`(network: Network) throws {
        #expect(
            text(try payload(card(network: network, productType: "DEBIT")))
                .hasSuffix(#""nonceSignature":"000aff"}"#))
    }

    @Test(arguments: [
        (#"Ann "Nan" O'Neil"#, #"Ann \"Nan\" O'Neil"#),
        (#"back\slash/"#, #"back\\slash/"#),
        ("tab\tline\nreturn\r", #"tab\u0009line\u000areturn\u000d"#),
        ("\u{0}\u{1F}\u{7F}", "\\u0000\\u001f\u{7F}"),
        ("Zoë Ångström 李 \u{2028}🂡", "Zoë Ångström 李 \u{2028}🂡"),
        ("e\u{301}", "e\u{301}"),
        (#"","nonce":""#, #"\",\"nonce\":\""#),
        ("", ""),
    ])
    func `a name is escaped where JSON asks for it, and nowhere else`(
        name: String, escaped: String
    ) throws {
        let bytes = try payload(card(name: name))
        // As bytes: String compares characters whatever their composition.
        #expect(
            bytes
                == Array(
                    (#"{"primaryAccountNumber":"4111111111111111","expiration":"12/30","#
                        + #""name":"\#(escaped)","nonce":"c5846fb5","nonceSignature":"000aff"}"#).utf8))
        let members = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: String]
        #expect(members.map { Array($0["name"]!.utf8) } == Array(name.utf8))
        #expect(members?.count == 5)
    }

    @Test(arguments: [(1, 2031, "01/31"), (12, 2099, "12/99"), (9, 2100, "09/00"), (10, 2009, "10/09")])
    func `the expiration is two digits each`(month: Int, year: Int, expected: String) throws {
        #expect(
            text(try payload(card(month: month, year: year)))
                .contains(#""expiration":"\#(expected)","#))
    }

    @Test(arguments: [(0, 2030), (13, 2030), (-1, 2030), (12, -1), (12, 10_000), (Int.max, Int.min)])
    func `an expiry that is no month is a failure and not a crash`(month: Int, year: Int) {
        #expect(throws: Failure.encryptionFailed) { try payload(card(month: month, year: year)) }
    }

    @Test(arguments: ["4222222222222", "378282246310005", "6799990100000000019"])
    func `a PAN of any length is written whole`(pan: String) throws {
        #expect(text(try payload(card(), pan: pan)).hasPrefix(#"{"primaryAccountNumber":"\#(pan)","#))
    }

    @Test func `the longest nonce and signature are written whole`() throws {
        let nonce = [UInt8](0..<32)
        let signature = [UInt8](0...255)
        let written = text(try payload(card(), nonce: nonce, signature: signature))
        #expect(
            written.hasSuffix(#","nonce":"\#(nonce.hex)","nonceSignature":"\#(signature.hex)"}"#))
    }
}
