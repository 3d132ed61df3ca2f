import FoundationEssentials
import Vault

/// A card as a line names it, checked: what a PAN is sealed with, and its seal.
struct CardToSeal {
    let context: PANContext
    /// As it is stored.
    let sealed: [UInt8]
    /// Four ASCII digits.
    let lastFour: [UInt8]

    /// Where the four fields stand in a record.
    struct Places {
        let card: Int
        let cardholder: Int
        let pan: Int
        let expiry: Int
    }

    /// The PAN is judged first: no other field becomes a text before it is known that it does not hold it.
    init(
        _ record: borrowing SecretRecord, _ places: Places, sealingFor key: VaultPublicKey
    ) throws(CardRefusal) {
        guard (12...19).contains(record.length(places.pan)) else { throw .panLength }
        let pan: PAN
        do { pan = try PAN(record.secret(places.pan)) } catch { throw .pan }
        for field in 0..<record.count where field != places.pan {
            guard !record.field(field, contains: places.pan) else { throw .panElsewhere }
        }
        guard record.length(places.card) == 36, let card = record.text(places.card).flatMap(UUID.init) else {
            throw .card
        }
        guard (1...128).contains(record.length(places.cardholder)),
            let cardholder = record.text(places.cardholder)
        else { throw .cardholder }
        guard (5...7).contains(record.length(places.expiry)),
            let expiry = record.text(places.expiry).flatMap(Self.expiry)
        else { throw .expiry }
        context = PANContext(
            card: card, cardholder: cardholder, expiryMonth: expiry.month, expiryYear: expiry.year)
        do { sealed = try key.seal(pan, context: context) } catch { throw .seal }
        lastFour = pan.lastFour
    }

    /// `YYYY-MM`, `MM/YYYY` or `MM/YY`, which is of this century. A month that is over is taken: whoever moves
    /// cards here has expired ones too.
    private static func expiry(_ text: String) -> (month: Int, year: Int)? {
        let bytes = Array(text.utf8)
        let dashed = bytes.count == 7 && bytes[4] == UInt8(ascii: "-")
        let slashed = bytes[2] == UInt8(ascii: "/")
        guard dashed || (slashed && bytes.count != 6) else { return nil }
        let month = number(dashed ? bytes[5...] : bytes[..<2])
        let year = number(dashed ? bytes[..<4] : bytes[3...])
        guard let month, var year else { return nil }
        if bytes.count == 5 { year += 2000 }
        return (1...12).contains(month) && (2000...2099).contains(year) ? (month, year) : nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = 10 * number + Int(digit) - 0x30
        }
        return number
    }
}
