package import FoundationEssentials

/// What a sealed PAN is bound to: moved to another card, cardholder or expiry it no longer opens.
package struct PANContext: Sendable {
    package let card: UUID
    /// 1-128 bytes of UTF-8, exactly the token's cardholder claim.
    package let cardholder: String
    /// 1-12.
    package let expiryMonth: Int
    /// Four digits.
    package let expiryYear: Int

    package init(card: UUID, cardholder: String, expiryMonth: Int, expiryYear: Int) {
        self.card = card
        self.cardholder = cardholder
        self.expiryMonth = expiryMonth
        self.expiryYear = expiryYear
    }

    /// `"passwright/pan/1" | key id | card (16) | length (2) | cardholder | YYYYMM`. Every part but the
    /// cardholder has its one length, so that no two contexts give the same bytes.
    func aad(for key: VaultKeyID) throws(VaultError) -> [UInt8] {
        let holder = Array(cardholder.utf8)
        guard (1...128).contains(holder.count), (1...12).contains(expiryMonth),
            (1000...9999).contains(expiryYear)
        else { throw .impossibleContext }
        let id = card.uuid
        return sealLabel + key.bytes
            + [
                id.0, id.1, id.2, id.3, id.4, id.5, id.6, id.7, id.8, id.9, id.10, id.11, id.12, id.13, id.14,
                id.15,
            ] + [UInt8(holder.count >> 8), UInt8(holder.count & 0xff)] + holder
            + Array(String(expiryYear * 100 + expiryMonth).utf8)
    }
}
