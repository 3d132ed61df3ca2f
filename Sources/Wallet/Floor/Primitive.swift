internal import Glibc

/// One operation of OpenSSL that a provisioning cannot do without. Keys and contexts were made beforehand, so that
/// this is the least that it costs, whatever is around it.
package struct Primitive {
    /// What it is part of.
    package enum Name: String, CaseIterable, Sendable {
        case tokenES256 = "token_es256"
        case tokenRS256 = "token_rs256"
        case nonceSignature = "nonce_signature"
        case vaultImport = "vault_import"
        case vaultECDH = "vault_ecdh"
        case vaultOpening = "vault_kdf_gcm"
        case keyGeneration = "key_generation"
        case leafECDH = "leaf_ecdh"
        case sealing = "seal_kdf_gcm"
        case check = "check_kdf_gcm"
        case visaMBPAC = "visa_mbpac"
        case mastercardTAV = "mastercard_tav"
        case issuerOTP = "issuer_otp"
        case leafParsing = "leaf_parse"
        case leafVerification = "leaf_verify"
    }

    package let name: Name
    /// Whether it came out as it should.
    let operation: () -> Bool

    /// Does it so often; nanoseconds of processor time of this thread for each.
    package func nanoseconds(repeating count: Int) throws(WalletError) -> Double {
        let start = Self.processorTime()
        for _ in 0..<count {
            guard operation() else { throw .malformed("a primitive of OpenSSL") }
        }
        return Double(Self.processorTime() - start) / Double(max(count, 1))
    }

    private static func processorTime() -> UInt64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}
