/// An instant as UTC calendar figures, by the proleptic Gregorian calendar.
package struct CivilTime: Sendable {
    package let year: Int64
    package let month: Int64
    package let day: Int64
    package let hour: Int64
    package let minute: Int64
    package let second: Int64

    package init(seconds: Int64) {
        var days = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
        // Days are counted from 0000-03-01, so that a leap day is the last of its year; eras have 146,097.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `YYYYMMDDHHMMSSZ`.
    package var compact: String {
        padded(year, 4) + [month, day, hour, minute, second].map { padded($0, 2) }.joined() + "Z"
    }

    private func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
