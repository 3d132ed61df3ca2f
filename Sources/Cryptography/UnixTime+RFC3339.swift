extension UnixTime {
    /// RFC 3339 in UTC, in whole seconds, ASCII: `2026-06-01T00:30:00Z`. Only the years 1970 to 9999 have this form
    /// here; another is our mistake.
    package var rfc3339: [UInt8] {
        let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
        precondition(days >= 0 && days < Self.daysBefore(10_000), "not a year from 1970 to 9999")
        // Not later than the year itself, and a few years early at most.
        var year = 1970 + days / 366
        while Self.daysBefore(year + 1) <= days { year += 1 }
        var day = days - Self.daysBefore(year)
        var month: Int64 = 1
        while day >= Self.days(in: month, of: year) {
            day -= Self.days(in: month, of: year)
            month += 1
        }
        var text: [UInt8] = []
        let fields: [(value: Int64, digits: Int, end: UInt8)] = [
            (year, 4, UInt8(ascii: "-")), (month, 2, UInt8(ascii: "-")), (day + 1, 2, UInt8(ascii: "T")),
            (second / 3600, 2, UInt8(ascii: ":")), (second / 60 % 60, 2, UInt8(ascii: ":")),
            (second % 60, 2, UInt8(ascii: "Z")),
        ]
        for field in fields {
            let digits = Array(String(field.value).utf8)
            text += [UInt8](repeating: UInt8(ascii: "0"), count: field.digits - digits.count) + digits
            text.append(field.end)
        }
        return text
    }
}
