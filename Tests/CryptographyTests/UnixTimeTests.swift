import Cryptography
import Testing

@Suite struct UnixTimeTests {
    // Computed with the date command.
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (951_868_799, "2000-02-29T23:59:59Z"),
        (951_868_800, "2000-03-01T00:00:00Z"), (1_790_001_800, "2026-09-21T14:43:20Z"),
        (1_798_761_599, "2026-12-31T23:59:59Z"), (1_798_761_600, "2027-01-01T00:00:00Z"),
        (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ])
    func `a time in RFC 3339 is whole seconds in UTC`(seconds: Int64, text: String) {
        #expect(UnixTime(seconds: seconds).rfc3339 == Array(text.utf8))
    }
}
