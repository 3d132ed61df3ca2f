import COpenSSL
import Foundation
import TestSupport
import Testing
import Wallet

@Suite struct VisaMBPACTests {
    private static let wsdKey = [UInt8](hex: "0123456789abcdeffedcba9876543210")
    /// `  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!` under that key: computed with another implementation.
    private static let mbpac =
        "MBPAC-1-FK-417190.1--TDEA-"
        + "A63296B5C0026E92A792912E2A0E2933110C9A0C5B57A009229EB85AF927D25E6E1CBBF4562242F6"

    private func visa(
        _ text: String, network: String? = "visa", key: [UInt8] = wsdKey, keySetID: String? = "417190.1"
    ) -> Finding {
        PaymentNetwork(visaKey: key, visaKeySetID: keySetID)
            .finding(in: Array(text.utf8), ActivationCase.question(network))
    }

    @Test func `the worked example of MBPAC is good for its nonce and for no other`() {
        #expect(visa(Self.mbpac).verdict == .passed)
        var other = ActivationCase.question("visa")
        other.nonce = [1, 2, 3, 4]
        let network = PaymentNetwork(visaKey: Self.wsdKey)
        #expect(network.finding(in: Array(Self.mbpac.utf8), other).reason == "the nonce is not the phone's")
    }

    @Test func `an MBPAC that is written, keyed or addressed wrongly is refused`() {
        #expect(visa(Self.mbpac.lowercased()).verdict == .failed)
        #expect(visa(Self.mbpac.replacingOccurrences(of: "--TDEA", with: "-TDEA")).reason.contains("form"))
        #expect(visa(Self.mbpac + "\n").reason.contains("form"))
        #expect(visa(String(Self.mbpac.dropLast(2))).reason.contains("8-byte blocks"))
        #expect(visa(Self.mbpac, keySetID: "1").reason.contains("key set"))
        #expect(visa(Self.mbpac, key: Self.wsdKey.reversed()).reason.contains("a wrong key?"))
        #expect(visa(Self.mbpac, key: []).reason.contains("cannot be decrypted"))
        #expect(visa(Self.mbpac, network: "mastercard").reason.contains("another network's"))
    }

    /// `block` in two-key 3DES-CBC, as the activation data of key set 417190.1.
    private func encrypted(_ block: String) -> String {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        EVP_EncryptInit_ex(context, EVP_des_ede_cbc(), nil, Self.wsdKey, [UInt8](repeating: 0, count: 8))
        EVP_CIPHER_CTX_set_padding(context, 0)
        var (length, sealed) = (Int32(0), [UInt8](repeating: 0, count: block.utf8.count))
        EVP_EncryptUpdate(context, &sealed, &length, Array(block.utf8), Int32(block.utf8.count))
        return "MBPAC-1-FK-417190.1--TDEA-" + sealed.hex.uppercased()
    }

    @Test(
        arguments: [
            ("  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!", nil),
            (" xAB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!", "two spaces"),
            ("  AB x30nonce=b9ef8f31;authcode=ZZLGEZ!!", "two spaces"),
            ("  AB3x33nonce=b9ef8f31;authcode=ZZLGEZ!!", "length"),
            ("  AB3x29nonce=b9ef8f31;authcode=ZZLGEZ!!", "padding"),
            ("  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!x", "padding"),
            ("  AB3x30nonce=b9ef8f31;authcode=ZZLGEZ!!!!!!!!!!", "padding"),
            ("  AB3x30nonce=b9ef8f31;authcode=zzlgez!!", "nonce=...;authcode"),
            ("  AB3x30nonce=B9EF8F31;authcode=ZZLGEZ!!", "nonce=...;authcode"),
        ] as [(String, String?)])
    func `an MBPAC block is read to the letter`(block: String, reason: String?) {
        let finding = visa(encrypted(block))
        if let reason {
            #expect(finding.verdict == .failed && finding.reason.contains(reason), "\(finding.reason)")
        } else {
            #expect(finding.verdict == .passed)
            #expect(encrypted(block) == Self.mbpac)
        }
    }
}
