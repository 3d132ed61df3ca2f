internal import COpenSSL

extension Primitive {
    /// A fresh pair on P-256, and its point in 65 bytes.
    static func keyGeneration() throws(WalletError) -> Primitive {
        let context = try KeyContext.generatingP256()
        var point = [UInt8](repeating: 0, count: 65)
        return Primitive(name: .keyGeneration) {
            var key: OpaquePointer?
            defer { unsafe EVP_PKEY_free(key) }
            return unsafe EVP_PKEY_generate(context.pointer, &key) == 1
                && passwright_ec_point(key, &point, 65) == 1
        }
    }

    /// A key out of 65 bytes, checked to be on the curve. The cheapest way that there is: a copy of another key on the
    /// curve is given the point, where `EVP_PKEY_fromdata` builds the curve anew.
    static func vaultImport(_ point: [UInt8]) throws(WalletError) -> Primitive {
        let curve = try CurveKey(point)
        return Primitive(name: .vaultImport) {
            let key = unsafe passwright_ec_public_like(curve.pointer, point, point.count)
            defer { unsafe EVP_PKEY_free(key) }
            return unsafe key != nil
        }
    }

    /// ECDH with a key that stays, as the vault's does.
    static func vaultECDH(_ key: SimulatedKey, _ peer: SimulatedKey) throws(WalletError) -> Primitive {
        let context = try KeyContext.deriving(by: key)
        return Primitive(name: .vaultECDH) { derives(context, peer) }
    }

    /// ECDH with a key that is used once.
    static func leafECDH(_ key: SimulatedKey, _ peer: SimulatedKey) -> Primitive {
        Primitive(name: .leafECDH) {
            guard let context = try? KeyContext.deriving(by: key) else { return false }
            return derives(context, peer)
        }
    }

    /// The peer's point was checked when it was imported.
    private static func derives(_ context: KeyContext, _ peer: SimulatedKey) -> Bool {
        var secret = [UInt8](repeating: 0, count: 32)
        var count = 32
        return unsafe EVP_PKEY_derive_set_peer_ex(context.pointer, peer.pointer, 0) == 1
            && EVP_PKEY_derive(context.pointer, &secret, &count) == 1 && count == 32
    }

    /// The single-step KDF over 120 bytes, and AES-256-GCM over so many.
    static func cipher(_ name: Name, bytes count: Int) throws(WalletError) -> Primitive {
        let context = try CipherContext()
        let function = unsafe try Fetched(EVP_KDF_fetch(nil, "SSKDF", nil))
        let cipher = unsafe try Fetched(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))
        let (secret, information) = (try randomBytes(32), try randomBytes(84))
        let text = try randomBytes(count)
        let iv = [UInt8](repeating: 0, count: 12)
        var key = [UInt8](repeating: 0, count: 32)
        var sealed = [UInt8](repeating: 0, count: count + 16)
        var tag = [UInt8](repeating: 0, count: 16)
        return Primitive(name: name) {
            var written: Int32 = 0
            return unsafe passwright_sskdf(function.pointer, secret, 32, information, 84, &key, 32) == 1
                && EVP_EncryptInit_ex(context.pointer, cipher.pointer, nil, key, iv) == 1
                && EVP_EncryptUpdate(context.pointer, &sealed, &written, text, Int32(count)) == 1
                && EVP_EncryptFinal_ex(context.pointer, &sealed, &written) == 1
                && EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
        }
    }

    /// Two-key 3DES in CBC over 40 bytes.
    static func visaMBPAC() throws(WalletError) -> Primitive {
        let context = try CipherContext()
        let (key, text) = (try randomBytes(16), try randomBytes(40))
        let iv = [UInt8](repeating: 0, count: 8)
        var sealed = [UInt8](repeating: 0, count: 48)
        return Primitive(name: .visaMBPAC) {
            var written: Int32 = 0
            return unsafe EVP_EncryptInit_ex(context.pointer, EVP_des_ede_cbc(), nil, key, iv) == 1
                && EVP_CIPHER_CTX_set_padding(context.pointer, 0) == 1
                && EVP_EncryptUpdate(context.pointer, &sealed, &written, text, 40) == 1 && written == 40
        }
    }
}
