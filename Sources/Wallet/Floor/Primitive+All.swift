extension Primitive {
    /// Every one, over keys and a chain that are made for it.
    package static func all(now: Int64) throws(WalletError) -> [Primitive] {
        let pki = try SimulatedPKI.make(now: now)
        let (vault, ephemeral) = (try SimulatedKey(.p256), try SimulatedKey(.p256))
        let rsa = try SimulatedKey(.rsa(bits: 2048))
        let token = 320
        return [
            try verification(.tokenES256, by: SimulatedKey(.p256), length: token),
            try verification(.tokenRS256, by: rsa, length: token),
            try verification(.nonceSignature, by: pki.leafKey, length: 4),
            try vaultImport(ephemeral.point()),
            try vaultECDH(vault, ephemeral),
            try cipher(.vaultOpening, bytes: 16),
            try keyGeneration(),
            leafECDH(ephemeral, pki.leafKey),
            try cipher(.sealing, bytes: 320),
            try cipher(.check, bytes: 320),
            try visaMBPAC(),
            try signing(.mastercardTAV, by: rsa, length: 48),
            try signing(.issuerOTP, by: SimulatedKey(.p256), length: 320),
            leafParsing(pki.leaf),
            try leafVerification(pki.leaf, by: pki.intermediateKey),
        ]
    }
}
