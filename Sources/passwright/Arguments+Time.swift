import Cryptography
import Foundation

extension Arguments {
    /// The time that an option gives: a day, or a second of one. What is not in the calendar is refused.
    func time(_ option: String) throws(Mistake) -> UnixTime? {
        guard let text = self[option] else { return nil }
        let whole = text.count == 10 ? text + "T00:00:00Z" : text
        guard let date = try? Date(whole, strategy: .iso8601), date.formatted(.iso8601) == whole else {
            throw Mistake(
                sentence: "\(option) must be a time in UTC, as in 2023-01-15 or 2023-01-15T12:00:00Z")
        }
        return UnixTime(seconds: Int64(date.timeIntervalSince1970))
    }
}
