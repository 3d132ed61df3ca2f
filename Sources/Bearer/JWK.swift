internal import Cryptography
internal import JSON

/// One public key of a JWKS (RFC 7517, section 4; RFC 7518, section 6).
///
/// Members that only describe the key in another way (`x5c`, `x5t`, `x5u`) are not looked at: the numbers count.
enum JWK {
    /// The key and its `kid`.
    static func parse(_ value: JSON.Value) throws(KeyDefect) -> (identifier: [UInt8], key: VerifyingKey) {
        guard let members = value.object else { throw .malformed }
        for name in secretMembers where members[name] != nil { throw .secret }
        let kind = try text("kty", of: members)
        let key: VerifyingKey
        if kind?.equals("RSA") == true {
            key = .rsa(try rsa(members))
        } else if kind?.equals("EC") == true {
            key = .p256(try p256(members))
        } else {
            throw .kind
        }
        if let algorithm = try text("alg", of: members) {
            guard algorithm.equals(key.algorithm.rawValue) else { throw .algorithm }
        }
        try checkUse(members)
        guard let identifier = try text("kid", of: members), (1...128).contains(identifier.bytes.count) else {
            throw .identifier
        }
        return (identifier.bytes, key)
    }

    /// RFC 7518, 6.2.2, 6.3.2 and 6.4.1.
    private static let secretMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    private static func rsa(_ members: JSON.Object) throws(KeyDefect) -> RSAPublicKey {
        let modulus = try number("n", of: members)
        let exponent = try number("e", of: members)
        guard let key = try? RSAPublicKey(modulus: modulus, exponent: exponent) else { throw .numbers }
        guard !FlawedModulus.has(modulus) else { throw .flawed }
        return key
    }

    /// RFC 7518, 6.2.1.2: each coordinate has the full length of the field, leading zeros included.
    private static func p256(_ members: JSON.Object) throws(KeyDefect) -> P256.PublicKey {
        guard try text("crv", of: members)?.equals("P-256") == true else { throw .kind }
        let x = try number("x", of: members)
        let y = try number("y", of: members)
        guard x.count == 32, y.count == 32 else { throw .numbers }
        do { return try P256.PublicKey(point: [0x04] + x + y) } catch { throw .numbers }
    }

    private static func checkUse(_ members: JSON.Object) throws(KeyDefect) {
        if let use = try text("use", of: members) {
            guard use.equals("sig") else { throw .use }
        }
        if let operations = members["key_ops"] {
            guard let list = operations.list else { throw .malformed }
            guard list.values.contains(where: { $0.text?.equals("verify") == true }) else { throw .use }
        }
    }

    /// A member that is a string; null where it is not there.
    private static func text(_ name: String, of members: JSON.Object) throws(KeyDefect) -> JSON.Text? {
        guard let value = members[name] else { return nil }
        guard let text = value.text else { throw .malformed }
        return text
    }

    /// A member that has to be a number in base64url.
    private static func number(_ name: String, of members: JSON.Object) throws(KeyDefect) -> [UInt8] {
        guard let text = try text(name, of: members) else { throw .malformed }
        guard let number = text.base64URL() else { throw .numbers }
        return number
    }
}
