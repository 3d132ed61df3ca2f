import Foundation
import TestSupport
import Testing

/// What a server's memory still holds when it has nothing to do.
@Suite(
    .enabled(if: Demonstration.isPossible, "\(Demonstration.missing)"),
    .enabled(if: MemoryImage.isPossible, "another process's memory takes root's rights"),
    .disabled(if: Demonstration.isSanitized, "a sanitizer's own memory is too much to read"))
struct MemoryImageTests {
    /// The PAN's digits in each form in which they could be kept.
    private func forms(of pan: String) -> [[UInt8]] {
        let packed = stride(from: 0, to: pan.count - 1, by: 2).map { place in
            UInt8(pan.dropFirst(place).prefix(2), radix: 16)!
        }
        return Marks.of(pan).map { Array($0.utf8) } + [packed]
    }

    @Test func `after many requests an idle server has no PAN and no payload in its memory`() throws {
        let server = try RunningServer(
            database: try Demonstration.database(), settings: ["PASSWRIGHT_CALLER_ALLOWANCE": "1000000"])
        // The program's own text has a number of the networks too, which seals and opens as a check.
        let before = try MemoryImage(of: server.process.processIdentifier)
        let load = try Crowd(server, cards: ["active_visa", "active_mastercard", "active_otp"])
        defer { load.stop() }
        try waitUntil(seconds: 900) { load.journal.count(200) >= FaultRounds.requestsBeforeImage }
        #expect(load.stop().violations == [])
        let image = try MemoryImage(of: server.process.processIdentifier)

        // What a server has to hold is found, or the search could not fail.
        #expect(try image.places(of: [Array(server.database.name.utf8)]) > 0)
        for pan in Set(Demonstration.pans) {
            let more = try image.places(of: forms(of: pan)) - before.places(of: forms(of: pan))
            #expect(more <= 0, "a PAN, \(more) times in \(image.count) bytes")
        }
        // Between quotes these names stand in a payload alone.
        for text in ["\"nonceSignature\":\""] + (2...6).map({ "\"primaryAccountNumber\":\"\($0)" }) {
            let places = try image.places(of: [Array(text.utf8)])
            #expect(places == 0, "a payload at \(text), \(places) times")
        }
    }
}
