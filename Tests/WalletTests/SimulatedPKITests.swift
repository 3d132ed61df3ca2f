import COpenSSL
import TestSupport
import Testing
import Wallet

/// A certificate as OpenSSL reads it, for judging what the builder wrote.
private final class Parsed {
    let pointer: OpaquePointer

    init(_ der: [UInt8]) throws {
        pointer = try #require(
            der.withUnsafeBufferPointer { bytes in
                var cursor = bytes.baseAddress
                return d2i_X509(nil, &cursor, bytes.count)
            })
    }

    deinit { X509_free(pointer) }

    /// Identifier and criticality of each extension, in order.
    var extensions: [String] {
        (0..<X509_get_ext_count(pointer)).map { index in
            let found = X509_get_ext(pointer, index)
            var text = [CChar](repeating: 0, count: 80)
            OBJ_obj2txt(&text, 80, X509_EXTENSION_get_object(found), 1)
            let oid = String(decoding: text.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
            return X509_EXTENSION_get_critical(found) == 1 ? oid + " critical" : oid
        }
    }

    /// The value of the extension that stands at `index`.
    func value(at index: Int) -> [UInt8] {
        let octets = X509_EXTENSION_get_data(X509_get_ext(pointer, Int32(index)))
        return Array(
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(octets), count: Int(ASN1_STRING_length(octets))))
    }

    var subject: String {
        var text = [CChar](repeating: 0, count: 400)
        X509_NAME_oneline(X509_get_subject_name(pointer), &text, 400)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// OpenSSL's verdict over a chain, with its strict rules, at `time`: 0 is good.
private func verdict(_ pki: SimulatedPKI, at time: Int64) throws -> Int32 {
    let (root, intermediate, leaf) = try (
        Parsed(pki.root), Parsed(pki.intermediate), Parsed(pki.leaf)
    )
    let store = X509_STORE_new()
    defer { X509_STORE_free(store) }
    X509_STORE_add_cert(store, root.pointer)
    let others = OPENSSL_sk_new_null()
    defer { OPENSSL_sk_free(others) }
    OPENSSL_sk_push(others, UnsafeRawPointer(intermediate.pointer))
    let context = X509_STORE_CTX_new()
    defer { X509_STORE_CTX_free(context) }
    X509_STORE_CTX_init(context, store, leaf.pointer, others)
    let rules = X509_STORE_CTX_get0_param(context)
    X509_VERIFY_PARAM_set_flags(rules, UInt(X509_V_FLAG_X509_STRICT))
    X509_VERIFY_PARAM_set_auth_level(rules, 2)
    X509_VERIFY_PARAM_set_time(rules, time_t(time))
    if X509_verify_cert(context) == 1 { return 0 }
    return X509_STORE_CTX_get_error(context)
}

@Suite struct SimulatedPKITests {
    let now: Int64 = 1_780_272_000

    @Test func `OpenSSL's strict rules stumble over the leaf's critical marker and over nothing else`() throws
    {
        // Apple's genuine leaf does the same: error 34, and no other once the marker is not critical.
        #expect(try verdict(.make(now: now), at: now) == X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION)
        let tame = try SimulatedPKI.make(
            now: now, leaf: { $0.change(ExtensionIdentifier.leafMarker) { $0.critical = false } })
        #expect(try verdict(tame, at: now) == 0)
    }

    @Test func `the chain is valid from its first second to its last`() throws {
        let pki = try SimulatedPKI.make(
            now: now,
            leaf: {
                $0.change(ExtensionIdentifier.leafMarker) { $0.critical = false }
                ($0.notBefore, $0.notAfter) = (1_780_272_000, 1_780_272_010)
            })
        #expect(try verdict(pki, at: now - 1) == X509_V_ERR_CERT_NOT_YET_VALID)
        #expect(try verdict(pki, at: now) == 0)
        // OpenSSL counts the last second itself as too late, RFC 5280 does not; so one second before and after.
        #expect(try verdict(pki, at: now + 9) == 0)
        #expect(try verdict(pki, at: now + 11) == X509_V_ERR_CERT_HAS_EXPIRED)
    }

    @Test func `a leaf signed by another key under the same name is no part of the chain`() throws {
        let pki = try SimulatedPKI.make(
            now: now, leaf: { $0.change(ExtensionIdentifier.leafMarker) { $0.critical = false } },
            leafSigner: SimulatedKey(.p256))
        #expect(try verdict(pki, at: now) == X509_V_ERR_CERT_SIGNATURE_FAILURE)
    }

    @Test(
        .enabled(
            if: SharedData.has("apple-pki/leaf-uc6-prod-2022-2024.pem"), "\(SharedData.missing)"),
        arguments: [
            "leaf-uc6-prod-2022-2024.pem", "apple-wwdr-ca-g2.pem", "apple-root-ca-g3.pem",
        ])
    func `each certificate has the extensions of Apple's own, in Apple's order`(file: String) throws {
        let pki = try SimulatedPKI.make(now: now)
        let simulated = file.contains("leaf") ? pki.leaf : file.contains("root") ? pki.root : pki.intermediate
        let text = String(decoding: try SharedData.bytes("apple-pki/" + file), as: UTF8.self)
        let genuine = try Parsed(try #require(try PEM.certificates(in: text).first))
        let ours = try Parsed(simulated)
        #expect(ours.extensions == genuine.extensions)
        for (index, name) in genuine.extensions.enumerated()
        where name.hasPrefix("2.5.29.15") || name.hasPrefix("2.5.29.19") || name.contains("113635.100.6.") {
            #expect(ours.value(at: index) == genuine.value(at: index), "\(name)")
        }
    }

    @Test func `the leaf has Apple's extensions and names`() throws {
        let pki = try SimulatedPKI.make(now: now)
        let leaf = try Parsed(pki.leaf)
        #expect(
            leaf.extensions == [
                "2.5.29.19 critical", "2.5.29.35", "1.3.6.1.5.5.7.1.1", "2.5.29.32", "2.5.29.31", "2.5.29.14",
                "2.5.29.15 critical", "1.2.840.113635.100.6.39 critical",
            ])
        #expect(leaf.value(at: 7) == [0x05, 0x00])
        #expect(leaf.value(at: 6) == [0x03, 0x02, 0x03, 0x28])
        #expect(
            leaf.subject
                == "/CN=ecc-crypto-services-encipherment_UC6-PROD/OU=iOS Systems/O=Apple Inc./C=US")
        #expect(try Parsed(pki.root).subject.contains("Simulated"))
    }

    @Test func `two chains share no key and no serial number`() throws {
        let (first, second) = (try SimulatedPKI.make(now: now), try SimulatedPKI.make(now: now))
        #expect(first.root != second.root)
        #expect(try first.leafKey.point() != second.leafKey.point())
    }

    @Test func `an extension that stands twice is written twice`() throws {
        let pki = try SimulatedPKI.make(
            now: now, leaf: { $0.extensions.append(.marker(ExtensionIdentifier.leafMarker, critical: true)) })
        #expect(
            try Parsed(pki.leaf).extensions.filter { $0.contains("6.39") }.count == 2)
    }

    @Test(arguments: PublicKeyShape.allCases)
    func `a leaf can carry its key in any shape`(shape: PublicKeyShape) throws {
        let key = try SimulatedKey(.p256)
        let odd = try key.subjectPublicKeyInfo(shape)
        let pki = try SimulatedPKI.make(
            now: now, leaf: { $0.subjectPublicKeyInfo = odd }, leafKey: key)
        _ = try Parsed(pki.leaf)
        #expect(pki.leaf.hex.contains(odd.hex))
        #expect((odd == (try key.subjectPublicKeyInfo())) == (shape == .uncompressed))
    }

    @Test(arguments: [SimulatedKey.Kind.rsa(bits: 2048), .p384, .curve("secp256k1"), .ed25519])
    func `a leaf can have a key of another kind, and any of them can sign`(kind: SimulatedKey.Kind) throws {
        let key = try SimulatedKey(kind)
        let pki = try SimulatedPKI.make(now: now, leafKey: key)
        let certificate = try Parsed(pki.leaf)
        #expect(X509_get0_pubkey(certificate.pointer) != nil)
        try key.verify(key.sign([1, 2, 3], .sha256), over: [1, 2, 3], .sha256)
        #expect(throws: WalletError.self) {
            try key.verify(key.sign([1, 2, 3], .sha256), over: [1, 2, 4], .sha256)
        }
    }
}
