import TestSupport
import Testing
import Wallet

/// What the wallet writes and reads by hand: DER, times, base64, JSON.
@Suite struct WritingTests {
    @Test(arguments: [(0, "0400"), (127, "047f"), (128, "048180"), (255, "0481ff"), (256, "04820100")])
    func `a DER length is as short as it can be`(count: Int, start: String) {
        let der = DER.octets([UInt8](repeating: 0xaa, count: count))
        #expect(der.hex.hasPrefix(start))
        #expect(der.count == start.count / 2 + count)
    }

    @Test(
        arguments: [
            ([], "020100"), ([0], "020100"), ([0x7f], "02017f"), ([0x80], "02020080"), ([0, 0, 1], "020101"),
        ] as [([UInt8], String)])
    func `a DER INTEGER has no byte too many and never turns negative`(magnitude: [UInt8], der: String) {
        #expect(DER.integer(magnitude).hex == der)
    }

    @Test(arguments: [
        ("1.2.840.113635.100.6.39", "06092a864886f763640627"), ("2.5.29.15", "0603551d0f"),
        ("1.2.840.113635.100.6.2.15", "060a2a864886f7636406020f"), ("2.999.3", "0603883703"),
    ])
    func `an object identifier is written in base 128`(dotted: String, der: String) {
        #expect(DER.oid(dotted).hex == der)
    }

    @Test(
        arguments: [
            (0, "19700101000000Z"), (951_782_400, "20000229000000Z"), (1_709_251_199, "20240229235959Z"),
            (1_709_251_200, "20240301000000Z"), (-1, "19691231235959Z"), (4_107_542_400, "21000301000000Z"),
            (4_107_542_399, "21000228235959Z"), (1_872_805_404, "20290506234324Z"),
        ] as [(Int64, String)])
    func `seconds become calendar figures`(seconds: Int64, text: String) {
        #expect(CivilTime(seconds: seconds).compact == text)
    }

    @Test func `a time is UTCTime to the end of 2049 and GeneralizedTime after`() {
        #expect(DER.time(2_524_607_999) == DER.utcTime("491231235959Z"))
        #expect(DER.time(2_524_608_000) == DER.generalizedTime("20500101000000Z"))
    }

    @Test(arguments: ["", "AA==", "AAA=", "AAAA", "/+8="])
    func `canonical base64 is read`(text: String) {
        #expect(Base64.decode(text).map(Base64.encode) == text)
    }

    @Test(arguments: ["A", "AA", "AA=", "AB==", "AA==\n", " AA==", "AA-_", "====", "AAAA====", "AA==AA=="])
    func `any other base64 is not`(text: String) { #expect(Base64.decode(text) == nil) }

    @Test(arguments: ["A", "AA==", "AB", "A+", "A/", "AA\n", "é"])
    func `any other base64url is not`(text: String) { #expect(Base64.decodeURL(text) == nil) }

    @Test func `base64url is read without padding`() {
        #expect(Base64.decodeURL("_-8") == [0xff, 0xef])
        #expect(Base64.encodeURL([0xff, 0xef]) == "_-8")
    }

    @Test func `a flat JSON object is read with its order and its escapes`() throws {
        let text =
            #" { "b" : "x\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00", "a":-0.5e+3,"c":true ,"d":false,"e":null} "#
        let object = try FlatJSON(Array(text.utf8))
        #expect(object.names == ["b", "a", "c", "d", "e"])
        #expect(object.text("b") == "x\"\\/\u{8}\u{c}\n\r\té😀")
        #expect(object["a"] == .number("-0.5e+3"))
        #expect(object["c"] == .boolean(true))
        #expect(object["e"] == .null)
        #expect(try FlatJSON(Array(#"{"i":12}"#.utf8)).integer("i") == 12)
        #expect(try FlatJSON(Array("{}".utf8)).names.isEmpty)
    }

    @Test(arguments: [
        "", "{", "}", "[]", "\"a\"", #"{"a":1,}"#, #"{,}"#, #"{"a":1}x"#, #"{"a":1}{}"#, #"{"a"}"#, #"{a:1}"#,
        #"{'a':1}"#, #"{"a":1,"a":2}"#, #"{"a":[]}"#, #"{"a":{}}"#, #"{"a":01}"#, #"{"a":.5}"#, #"{"a":1.}"#,
        #"{"a":+1}"#, #"{"a":1e}"#, #"{"a":NaN}"#, #"{"a":tru}"#, #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#,
        #"{"a":"\u+123"}"#, #"{"a":"\ud800"}"#, #"{"a":"\ud800\u0041"}"#, #"{"a":"\udc00"}"#,
        "{\"a\":\"\n\"}",
        #"{"a":"b}"#, #"{"a":1 "b":2}"#, "\u{feff}{}", "{\"a\":1/**/}", "{\u{a0}}",
    ])
    func `anything else is refused`(text: String) {
        #expect(throws: WalletError.self) { try FlatJSON(Array(text.utf8)) }
    }

    @Test func `text that is not UTF-8 is refused`() {
        #expect(throws: WalletError.self) {
            try FlatJSON(Array(#"{"a":""#.utf8) + [0xff] + Array("\"}".utf8))
        }
    }

    @Test func `an ECDSA signature has two spellings and keeps its numbers`() throws {
        let key = try SimulatedKey(.p256)
        let raw = try key.signRaw([1, 2, 3, 4])
        #expect(raw.count == 64)
        let signature = try ECDSASignature(raw: raw)
        #expect(try ECDSASignature(der: signature.der).raw == raw)
        try key.verify(signature.der, over: [1, 2, 3, 4], .sha256)
        let small = try ECDSASignature(
            raw: [UInt8](repeating: 0, count: 31) + [1] + [0x80] + Array(repeating: 0, count: 31))
        #expect(small.der.hex.hasPrefix("302602010102210080"))
        #expect(try ECDSASignature(der: small.der).raw == small.raw)
        #expect(throws: WalletError.self) { try ECDSASignature(raw: Array(raw.dropLast())) }
    }

    @Test func `keys survive PEM`() throws {
        let key = try SimulatedKey(.p256)
        #expect(try SimulatedKey(privateKeyPEM: key.privateKeyPEM()).point() == key.point())
        #expect(try SimulatedKey(publicKeyPEM: key.publicKeyPEM()).point() == key.point())
        #expect(throws: WalletError.self) { try SimulatedKey(privateKeyPEM: "nothing") }
        let pki = try SimulatedPKI.make(now: 1_780_272_000)
        #expect(try PEM.certificates(in: pki.leafPEM + pki.rootPEM) == [pki.leaf, pki.root])
        #expect(try PEM.certificates(in: "nothing").isEmpty)
        #expect(throws: WalletError.self) { try PEM.certificates(in: "-----BEGIN CERTIFICATE-----\nAAAA") }
    }
}
