import Testing
import Wallet

@testable import passwright_conformance

@Suite struct RedactorTests {
    @Test(arguments: [
        ("1234567", "1234567"), ("12345678", "‹8 digits›"), ("1234 567 8", "‹8 digits›"),
        ("1234-5678", "‹8 digits›"), ("1234  5678", "1234  5678"), ("1234/5678", "1234/5678"),
        ("abcdefghijklmnopqrstuv7", "abcdefghijklmnopqrstuv7"),
        ("abcdefghijklmnopqrstuvw7", "‹24 characters›"),
        ("an_error_of_many_words_and_no_digit", "an_error_of_many_words_and_no_digit"),
        ("/cards/a11ce000-0000-4000-8000-000000000001", "/cards/a11ce000-0000-4000-8000-000000000001"),
        ("one\ttwo", "one\\x09two"), ("\u{202e}", "\\x202e"), ("é", "é"), ("", ""),
    ])
    func `what looks like a secret, or like an order to a terminal, is masked`(text: String, shown: String) {
        #expect(Redactor().text(text) == shown)
    }

    @Test(arguments: ["deadbeef", "DEADBEEF", "3q2+7w==", "3q2-7w"])
    func `what is known to be secret is masked in every spelling, at the ends and between`(spelling: String) {
        var redactor = Redactor()
        redactor.hide([0xde, 0xad, 0xbe, 0xef], as: "nonce")
        for text in [spelling, "\(spelling) é", "an \(spelling)", "é \(spelling) and \(spelling)"] {
            let shown = redactor.text(text)
            #expect(shown.contains("‹nonce, 4 bytes›"))
            #expect(!shown.contains(spelling))
        }
        #expect(redactor.text("deadbee") == "deadbee")
    }

    @Test func `a longer secret is masked whole where a shorter one is a part of it`() {
        var redactor = Redactor()
        redactor.hide("secret", as: "word")
        redactor.hide("secretary", as: "longer word")
        #expect(redactor.text("a secretary") == "a ‹longer word, 9 bytes›")
    }
}
