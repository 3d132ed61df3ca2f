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
}
