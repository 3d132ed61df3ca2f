import Bearer
import JSON
import Testing

/// RFC 7515, A.2.2 and A.3.1, public halves.
let publishedN = """
    ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ\
    S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2\
    R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcD\
    TW9gb54h4FRWyuXpoQ
    """
let publishedX = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
let publishedY = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"

private func rsa(_ more: String = "", n: String = publishedN, e: String = "AQAB") -> String {
    #"{"kty":"RSA","kid":"rsa","n":"\#(n)","e":"\#(e)"\#(more)}"#
}

private func ec(_ more: String = "", x: String = publishedX, y: String = publishedY) -> String {
    #"{"kty":"EC","crv":"P-256","kid":"ec","x":"\#(x)","y":"\#(y)"\#(more)}"#
}

private func failure(_ jwks: String) -> KeySetError? {
    do throws(KeySetError) {
        _ = try KeySet(jwks: Array(jwks.utf8))
        return nil
    } catch {
        return error
    }
}

private func defect(_ key: String) -> KeyDefect? {
    guard case .key(1, let defect) = failure(#"{"keys":[\#(ec().replacing("ec", with: "first")),\#(key)]}"#)
    else {
        return nil
    }
    return defect
}

@Test func `a set of both kinds of keys is read`() throws {
    let keys = try KeySet(jwks: Array(#"{"keys":[\#(rsa()),\#(ec())],"more":1}"#.utf8))
    #expect(keys.count == 2)
}

@Test(arguments: [
    #","alg":"ES256","use":"sig""#, #","key_ops":["verify"]"#, #","key_ops":["sign","verify"]"#,
    #","x5c":["MIIB"],"x5t":"AA","x5u":"https://issuer.example/x5u""#,
])
func `members that agree or only describe are taken`(more: String) {
    #expect(failure(#"{"keys":[\#(ec(more))]}"#) == nil)
}

@Test(arguments: [
    "", "[]", "{}", #"{"keys":null}"#, #"{"keys":{}}"#, "[\(ec())]", ec(), #"{"keys":[]}x"#,
    #"{"keys":[\#(ec())],"keys":[\#(ec())]}"#, #"{"Keys":[\#(ec())]}"#,
])
func `what is not a key set is refused`(jwks: String) { #expect(failure(jwks) == .notAKeySet) }

@Test func `a set without a key is refused`() { #expect(failure(#"{"keys":[]}"#) == .empty) }

@Test(
    arguments: [
        ("1", .malformed), ("null", .malformed), ("{}", .kind), (#"{"kty":"OKP","kid":"k"}"#, .kind),
        (#"{"kty":"ec","kid":"k"}"#, .kind), (#"{"kty":1,"kid":"k"}"#, .malformed),
        (#"{"kty":"oct","kid":"k","k":"AAAA"}"#, .secret), (#"{"kty":"oct","kid":"k"}"#, .kind),
        (ec(#","d":"AAAA""#), .secret), (rsa(#","d":"AAAA""#), .secret), (rsa(#","p":"AAAA""#), .secret),
        (rsa(#","q":"AAAA""#), .secret), (rsa(#","dp":"AAAA""#), .secret), (rsa(#","dq":"AAAA""#), .secret),
        (rsa(#","qi":"AAAA""#), .secret), (rsa(#","oth":[]"#), .secret), (ec(#","k":null"#), .secret),
        (ec(#","use":"enc""#), .use), (ec(#","use":"SIG""#), .use), (ec(#","use":1"#), .malformed),
        (ec(#","key_ops":["encrypt"]"#), .use), (ec(#","key_ops":[]"#), .use),
        (ec(#","key_ops":"verify""#), .malformed),
        (ec(#","alg":"ES384""#), .algorithm), (ec(#","alg":"RS256""#), .algorithm),
        (ec(#","alg":"none""#), .algorithm),
        (rsa(#","alg":"ES256""#), .algorithm), (rsa(#","alg":"PS256""#), .algorithm),
        (rsa(#","alg":1"#), .malformed),
        (ec().replacing(#""kid":"ec","#, with: ""), .identifier),
        (ec().replacing(#""kid":"ec""#, with: #""kid":"""#), .identifier),
        (ec().replacing(#""kid":"ec""#, with: #""kid":7"#), .malformed),
        (ec().replacing("\"ec\"", with: "\"" + String(repeating: "k", count: 129) + "\""), .identifier),
        (ec().replacing("\"ec\"", with: "\"first\""), .identifierTwice),
        (ec().replacing("\"ec\"", with: "\"f\\u0069rst\""), .identifierTwice),
        (ec().replacing("P-256", with: "P-384"), .kind), (ec().replacing("P-256", with: "secp256k1"), .kind),
        (ec().replacing(#""crv":"P-256","#, with: ""), .kind), (ec(x: "f83O"), .numbers),
        // A point that is not on the curve; a coordinate of 33 and of 31 bytes; padding; the standard alphabet.
        (ec(x: publishedY, y: publishedX), .numbers),
        (ec(x: "AH_Nzidw9sRdQYPL7m_bS3tYBzM1e-nvE7rPbjx70VRF"), .numbers),
        (ec(x: "zc4ncPbEXUGDy-5v20t7WAczNXvp7xO6z248e9FURQ"), .numbers), (ec(x: publishedX + "="), .numbers),
        (ec(y: publishedY.replacing("_", with: "/")), .numbers),
        (ec().replacing(#""x":"#, with: #""X":"#), .malformed),
        (ec().replacing(#","y":"#, with: #","Y":"#), .malformed),
        (rsa(n: "AQAB"), .numbers), (rsa(n: "AA"), .numbers), (rsa(n: ""), .numbers),
        (rsa(e: "AQ"), .numbers),
        (rsa(e: "Ag"), .numbers), (rsa(e: ""), .numbers), (rsa(e: "AQAB="), .numbers),
        (rsa(n: "AAAA" + publishedN), .numbers),
        (rsa().replacing(#""n":"#, with: #""N":"#), .malformed),
        (rsa().replacing(#","e":"#, with: #","E":"#), .malformed),
    ] as [(String, KeyDefect)])
func `one key that is wrong is named, and none of the set is used`(key: String, expected: KeyDefect) {
    #expect(defect(key) == expected)
}

@Test func `a key's name may have 128 bytes`() {
    #expect(
        failure(
            #"{"keys":[\#(ec().replacing("\"ec\"", with: "\"" + String(repeating: "k", count: 128) + "\""))]}"#
        ) == nil)
}

@Test(arguments: [(2047, false), (2048, true), (4096, true), (4097, false)])
func `an RSA modulus has 2048 to 4096 bits`(bits: Int, isRead: Bool) {
    let count = (bits + 7) / 8
    var modulus = [UInt8](repeating: 0xFF, count: count)
    modulus[0] = UInt8((1 << (bits - (count - 1) * 8)) - 1)
    let n = Issuer.base64URL(modulus)
    #expect((failure(#"{"keys":[\#(rsa(n: n))]}"#) == nil) == isRead)
}

@Test func `an RSA modulus of the flawed generator is refused`() {
    // A power of 65537 has the generator's mark: 65537 ^ 128 has 2049 bits.
    var modulus: [UInt8] = [1]
    for _ in 0..<128 {
        var carry = 0
        let terms = zip(modulus + [0, 0], [0, 0] + modulus).reversed()
        var product = [UInt8](
            terms.map { high, low in
                let sum = Int(high) + Int(low) + carry
                carry = sum >> 8
                return UInt8(sum & 0xFF)
            }.reversed())
        if carry > 0 { product.insert(UInt8(carry), at: 0) }
        modulus = product
    }
    #expect(modulus.count == 257 && modulus.first == 1)
    #expect(defect(rsa(n: Issuer.base64URL(modulus))) == .flawed)
    // Not a power any more, and as long.
    modulus[128] ^= 0x55
    #expect(failure(#"{"keys":[\#(rsa(n: Issuer.base64URL(modulus)))]}"#) == nil)
}

@Test(arguments: [31, 33])
func `a byte of one coordinate does not stand in the other`(count: Int) throws {
    let bytes =
        try #require(Base64.decodeURL(Array(publishedX.utf8))) + #require(
            Base64.decodeURL(Array(publishedY.utf8)))
    let key = ec(x: Issuer.base64URL(Array(bytes[..<count])), y: Issuer.base64URL(Array(bytes[count...])))
    #expect(defect(key) == .numbers)
}
