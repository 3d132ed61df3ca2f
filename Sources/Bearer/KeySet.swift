internal import JSON

/// Why a JWKS file cannot be used. Nothing of the file is in it.
package enum KeySetError: Error, Hashable, Sendable {
    /// Not strict JSON with a list `keys`.
    case notAKeySet
    case empty
    /// The key at this place, counted from 0, is wrong in this way.
    case key(Int, KeyDefect)
}

/// What is wrong with one key of a JWKS.
package enum KeyDefect: Error, CaseIterable, Sendable {
    /// Not an object, or a member of another type than it should be.
    case malformed
    /// A private or a symmetric key: it does not belong on a server that only verifies.
    case secret
    /// `kty`, or `crv`, is not one that tokens are verified with.
    case kind
    /// `use` or `key_ops` says that it is for something else.
    case use
    /// `alg` is not the one for this kind of key.
    case algorithm
    /// No `kid`, or one that is not 1-128 bytes.
    case identifier
    /// Another key has the same `kid`.
    case identifierTwice
    /// Not an RSA key of 2048-4096 bits, or not a point on the curve, in the one encoding that each has.
    case numbers
    /// An RSA key of a generator that is known to be broken.
    case flawed
}

/// The public keys of those who may issue tokens, from a JWKS file (RFC 7517, section 5).
///
/// Stricter than the standard, which would ignore a key that it does not understand: the file is the operator's
/// own, and a key that is silently left out is found only when callers are turned away.
package struct KeySet: Sendable {
    private let keys: [[UInt8]: VerifyingKey]

    /// Reads the file's bytes, at most 64 KiB.
    package init(jwks: [UInt8]) throws(KeySetError) {
        let list: JSON.List?
        do throws(JSONError) { list = try JSON.parse(jwks)["keys"]?.list } catch { throw .notAKeySet }
        guard let list else { throw .notAKeySet }
        guard list.count > 0 else { throw .empty }
        var keys: [[UInt8]: VerifyingKey] = [:]
        for (place, value) in list.values.enumerated() {
            let read: (identifier: [UInt8], key: VerifyingKey)
            do throws(KeyDefect) { read = try JWK.parse(value) } catch { throw .key(place, error) }
            guard keys.updateValue(read.key, forKey: read.identifier) == nil else {
                throw .key(place, .identifierTwice)
            }
        }
        self.keys = keys
    }

    /// How many keys there are, at least one.
    package var count: Int { keys.count }

    /// The key that a token without `kid` is verified with: the only one, null where there are more.
    var only: VerifyingKey? { keys.count == 1 ? keys.values.first : nil }

    /// The key with exactly this `kid`.
    func key(_ identifier: JSON.Text) -> VerifyingKey? { keys[identifier.bytes] }
}
