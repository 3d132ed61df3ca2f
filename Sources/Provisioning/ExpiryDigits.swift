/// A card's expiry as networks write it: two digits for the month and two for the year, ASCII.
struct ExpiryDigits {
    let month: [UInt8]
    let year: [UInt8]

    /// Null for an expiry that is no month of a year.
    init?(of card: AuthorisedCard) {
        guard (1...12).contains(card.expiryMonth), (0...9999).contains(card.expiryYear) else { return nil }
        month = Self.twoDigits(card.expiryMonth)
        year = Self.twoDigits(card.expiryYear % 100)
    }

    private static func twoDigits(_ number: Int) -> [UInt8] {
        [UInt8(ascii: "0") + UInt8(number / 10), UInt8(ascii: "0") + UInt8(number % 10)]
    }
}
