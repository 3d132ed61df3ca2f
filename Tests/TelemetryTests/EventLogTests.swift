import Foundation
import Testing

@testable import Telemetry

private enum Colour: String, CaseIterable { case red, green }

/// A pipe whose reading end a test holds.
private struct Reader {
    let pipe = Pipe()
    var log: EventLog { EventLog(descriptor: pipe.fileHandleForWriting.fileDescriptor) }

    /// All that is in the pipe now.
    func lines() -> [String] {
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &part, part.count), count > 0 { all += part[..<count] }
        return String(decoding: all, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

@Test func `an event is one line of JSON with its fields in order`() throws {
    let id = UUID(uuidString: "01890A5D-AC96-774B-BCCE-B302099A8057")!
    let fields: [Field] = [
        .id("request_id", id), .number("status", 200), .text("reason", "nonce_replayed"),
        .word("colour", Colour.green),
    ]
    let line = EventLog.line("request", fields, time: "2026-06-01T00:00:00.000Z")
    #expect(
        String(decoding: line, as: UTF8.self)
            == #"{"time":"2026-06-01T00:00:00.000Z","event":"request","#
            + #""request_id":"01890a5d-ac96-774b-bcce-b302099a8057","status":200,"reason":"nonce_replayed","#
            + #""colour":"green"}"# + "\n")
}

@Test func `the time is RFC 3339 in UTC with milliseconds`() {
    var time = LogTime()
    let texts = [1_700_000_000.25, 1_700_000_000.0, 1_700_000_000.999, 1_700_000_001.007, 1_699_999_999.5].map
    {
        time.text(Date(timeIntervalSince1970: $0))
    }
    #expect(
        texts == [
            "2023-11-14T22:13:20.250Z", "2023-11-14T22:13:20.000Z", "2023-11-14T22:13:20.999Z",
            "2023-11-14T22:13:21.007Z", "2023-11-14T22:13:19.500Z",
        ])
}

@Test func `what is written arrives whole`() throws {
    let reader = Reader()
    reader.log.write("start", [.number("port", 8080)])
    let line = try #require(reader.lines().first)
    let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["event"] as? String == "start")
    #expect(object["port"] as? Int == 8080)
}

@Test func `a reader that has stopped loses lines and not the server, and the next line counts them`() throws
{
    let reader = Reader()
    let log = reader.log
    var written = 0
    while log.droppedLines == 0 {
        log.write("request", [.number("n", written)])
        written += 1
        try #require(written < 1_000_000)
    }
    log.write("request")
    #expect(log.droppedLines == 2)
    _ = reader.lines()
    log.write("request")
    #expect(log.droppedLines == 0)
    let last = try #require(reader.lines().last)
    #expect(last.contains(#""dropped_lines":2"#))
}

@Test func `a reader that has gone away is no signal`() throws {
    let reader = Reader()
    let log = reader.log
    try reader.pipe.fileHandleForReading.close()
    log.write("request")
    #expect(log.droppedLines == 1)
}
