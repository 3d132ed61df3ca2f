/// Why a line is not sealed, in words that follow the line's number. None repeats what the line holds.
enum CardRefusal: String, Error, CaseIterable {
    case missing = "standard input is empty: card id, cardholder id, PAN, expiry"
    case tooLong = "longer than 4096 bytes"
    case controlCharacter = "holds a control character"
    case notCSV = "not comma-separated values: a quote is open or stands inside a field"
    case fieldCount = "another number of fields than expected"
    case panLength = "the PAN has not 12 to 19 digits"
    case pan = "the PAN holds something else than digits, or its last digit is wrong"
    case panElsewhere = "the PAN stands in another field too"
    case card = "the card id is not a UUID"
    case cardholder = "the cardholder id is not 1 to 128 bytes of UTF-8"
    case expiry = "the expiry is not a month of 2000 to 2099, written YYYY-MM, MM/YYYY or MM/YY"
    case program = "the program id is not a short lower-case word"
    case name = "the cardholder's name has more than 100 characters or is not UTF-8"
    case status = "the status is not one of a card's"
    case virtual = "virtual is neither true nor false"
    case seal = "OpenSSL did not seal it"
}
