internal import COpenSSL

/// A hash function of the SHA-2 family (FIPS 180-4).
enum Digest {
    case sha256, sha384

    var algorithm: Algorithm {
        switch self {
        case .sha256: .sha256
        case .sha384: .sha384
        }
    }

    private var count: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        }
    }

    func of(_ bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try unsafe of(bytes, bytes.count)
    }

    /// Of a message that is itself a secret.
    func of(_ bytes: borrowing SecretBytes) throws(CryptographyError) -> [UInt8] {
        try unsafe bytes.withUnsafeBytes { (bytes) throws(CryptographyError) in
            try unsafe of(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
    }

    private func of(_ start: UnsafePointer<UInt8>?, _ length: Int) throws(CryptographyError) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: count)
        unsafe try check(EVP_Digest(start, length, &hash, nil, algorithm.pointer, nil), "EVP_Digest")
        return hash
    }
}
