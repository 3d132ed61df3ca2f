extension UnixTime {
    /// A Time of RFC 5280, 4.1.2.5: UTCTime through 2049, GeneralizedTime from 2050, both in whole seconds and
    /// ending in Z. Another form, a date that is not in the calendar and a 60th second are refused.
    init(tag: UInt8, contents: [UInt8]) throws(DERError) {
        guard contents.last == UInt8(ascii: "Z") else { throw .value }
        var digits: [Int64] = []
        for byte in contents.dropLast() {
            guard (0x30...0x39).contains(byte) else { throw .value }
            digits.append(Int64(byte - 0x30))
        }
        let year: Int64
        switch (tag, digits.count) {
        case (DERTag.utcTime, 12):
            let short = digits[0] * 10 + digits[1]
            year = short < 50 ? 2000 + short : 1900 + short
            digits.removeFirst(2)
        case (DERTag.generalizedTime, 14):
            year = digits[..<4].reduce(0) { $0 * 10 + $1 }
            guard year >= 2050 else { throw .value }
            digits.removeFirst(4)
        default: throw .value
        }
        let pairs = stride(from: 0, to: 10, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let (month, day, hour, minute, second) = (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4])
        guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day), hour < 24,
            minute < 60, second < 60
        else { throw .value }
        let days =
            Self.daysBefore(year) + (1..<month).reduce(0) { $0 + Self.days(in: $1, of: year) } + day - 1
        self.init(seconds: ((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    }

    static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// From 1970-01-01 to the first day of `year`.
    static func daysBefore(_ year: Int64) -> Int64 {
        let past = year - 1
        // 719,162 days are from 0001-01-01 to 1970-01-01 in the Gregorian calendar.
        return past * 365 + past / 4 - past / 100 + past / 400 - 719_162
    }
}
