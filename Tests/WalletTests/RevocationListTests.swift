import COpenSSL
import Testing
import Wallet

@Suite struct RevocationListTests {
    private let now: Int64 = 1_780_272_000
    private let serial: [UInt8] = [0x51, 2, 3, 4]

    /// OpenSSL's verdict over the leaf with this list of the intermediate's beside it: 0 is good.
    private func verdict(_ pki: SimulatedPKI, _ list: [UInt8]) throws -> Int32 {
        let store = X509_STORE_new()
        defer { X509_STORE_free(store) }
        for der in [pki.root, pki.intermediate] {
            let certificate = try #require(read(der) { d2i_X509(nil, &$0, $1) })
            X509_STORE_add_cert(store, certificate)
            X509_free(certificate)
        }
        let revocations = try #require(read(list) { d2i_X509_CRL(nil, &$0, $1) })
        X509_STORE_add_crl(store, revocations)
        X509_CRL_free(revocations)
        let leaf = try #require(read(pki.leaf) { d2i_X509(nil, &$0, $1) })
        defer { X509_free(leaf) }
        let context = X509_STORE_CTX_new()
        defer { X509_STORE_CTX_free(context) }
        X509_STORE_CTX_init(context, store, leaf, nil)
        let rules = X509_STORE_CTX_get0_param(context)
        X509_VERIFY_PARAM_set_flags(rules, UInt(X509_V_FLAG_CRL_CHECK) | UInt(X509_V_FLAG_IGNORE_CRITICAL))
        X509_VERIFY_PARAM_set_time(rules, time_t(now))
        return X509_verify_cert(context) == 1 ? 0 : X509_STORE_CTX_get_error(context)
    }

    private func read(
        _ der: [UInt8], _ parse: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?
    ) -> OpaquePointer? {
        der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return parse(&cursor, bytes.count)
        }
    }

    @Test func `a leaf is revoked by its own serial number, in a list of its issuer that is in date`() throws
    {
        let pki = try SimulatedPKI.make(now: now, leaf: { $0.serial = [0x51, 2, 3, 4] })
        #expect(try verdict(pki, pki.leafRevocations([], now: now)) == 0)
        #expect(try verdict(pki, pki.leafRevocations([[1]], now: now)) == 0)
        #expect(try verdict(pki, pki.leafRevocations([[1], serial], now: now)) == X509_V_ERR_CERT_REVOKED)
        let past = try pki.leafRevocations([], now: now) { $0.nextUpdate = 1_780_271_999 }
        #expect(try verdict(pki, past) == X509_V_ERR_CRL_HAS_EXPIRED)
        let damaged = try pki.leafRevocations([serial], now: now) { $0.signatureDamage = 1 }
        #expect(try verdict(pki, damaged) == X509_V_ERR_CRL_SIGNATURE_FAILURE)
        #expect(
            try verdict(pki, pki.intermediateRevocations([serial], now: now)) == X509_V_ERR_UNABLE_TO_GET_CRL)
    }
}
