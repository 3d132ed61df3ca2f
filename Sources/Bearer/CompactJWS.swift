internal import JSON

/// A signed token in the compact serialization (RFC 7515, section 7.1), parsed and not believed.
struct CompactJWS {
    /// What is signed: `header.payload` as received.
    private let input: [UInt8]
    private let payload: [UInt8]
    private let signature: [UInt8]
    private let header: JSON.Object

    /// The most bytes that a token may have.
    static let limit = 4096

    /// Parses `token`. An encrypted token has five parts, an unsecured one of `none` an empty third: neither is
    /// a case of its own here.
    init(_ token: some Collection<UInt8>) throws(TokenError) {
        guard token.count <= Self.limit else { throw .malformed }
        let parts = Array(token).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64.decodeURL(parts[0]),
            let payload = Base64.decodeURL(parts[1]), let signature = Base64.decodeURL(parts[2])
        else { throw .malformed }
        // A member that stands twice is refused by the parser (RFC 7515, section 4).
        do throws(JSONError) { self.header = try JSON.parse(header) } catch { throw .malformed }
        input = Array(token.prefix(parts[0].count + 1 + parts[1].count))
        self.payload = payload
        self.signature = signature
    }

    /// The payload, once a key of `keys` has verified it.
    func verified(by keys: KeySet) throws(TokenError) -> [UInt8] {
        for name in Self.refusedMembers where header[name] != nil { throw .header }
        try checkType()
        guard let name = header["alg"]?.text else { throw .malformed }
        guard let algorithm = SignatureAlgorithm(name) else { throw .algorithm }
        let key = try key(in: keys)
        // RFC 8725, 3.1: the key decides what it is used with, and the token must agree.
        guard algorithm == key.algorithm else { throw .algorithm }
        guard key.verifies(signature, of: input) else { throw .signatureInvalid }
        return payload
    }

    /// Members that bring their own key (`jwk`, `jku`, `x5u`, `x5c`), change what is signed (`b64`), must be
    /// understood (`crit`, and no extension is), or say that the payload is another token (`cty`, `enc`, `zip`).
    /// Others are ignored (RFC 7515, section 4).
    private static let refusedMembers = ["jwk", "jku", "x5u", "x5c", "crit", "b64", "cty", "enc", "zip"]

    /// RFC 8725, 3.11: what an issuer signs for another purpose is no access token. `typ` may be left out.
    private func checkType() throws(TokenError) {
        guard let type = header["typ"] else { return }
        guard let text = type.text else { throw .malformed }
        // A media type, in any case; "application/" is usually left out (RFC 7515, 4.1.9; RFC 9068, 2.1).
        let name = text.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let accepted = ["jwt", "at+jwt", "application/jwt", "application/at+jwt"]
        guard accepted.contains(where: { $0.utf8.elementsEqual(name) }) else { throw .header }
    }

    private func key(in keys: KeySet) throws(TokenError) -> VerifyingKey {
        let found: VerifyingKey?
        if let identifier = header["kid"] {
            guard let text = identifier.text else { throw .malformed }
            found = keys.key(text)
        } else {
            found = keys.only
        }
        guard let found else { throw .keyUnknown }
        return found
    }
}
