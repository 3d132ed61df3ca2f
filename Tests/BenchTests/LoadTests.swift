import Foundation
import Testing
import Wallet

@testable import passwright_bench

/// What the load tells of a server, and how it reads answers.
struct LoadTests {
    private func outcome(_ milliseconds: [Int]) -> LoadOutcome {
        let shares = milliseconds.map { time in
            var share = LoadOutcome()
            share.add(status: 200, nanoseconds: time * 1_000_000)
            return share
        }
        return LoadOutcome(joining: shares, nanoseconds: 2_000_000_000)
    }

    @Test(arguments: [(0.5, 50), (0.9, 90), (0.99, 99), (0.999, 100), (1, 100), (0, 1)])
    func `a percentile is the nearest rank`(share: Double, milliseconds: Int) {
        #expect(outcome(Array((1...100).reversed())).latency(within: share) == milliseconds * 1_000_000)
    }

    @Test func `a single answer is every percentile, and none has none`() {
        #expect(outcome([7]).latency(within: 0.5) == 7_000_000)
        #expect(outcome([7]).latency(within: 0.999) == 7_000_000)
        #expect(outcome([]).latency(within: 0.5) == nil)
    }

    @Test func `refusals and silence are counted and have no latency`() {
        var share = LoadOutcome()
        share.add(status: 409, nanoseconds: 1_000_000)
        share.add(status: nil, nanoseconds: 10_000_000_000)
        let outcome = LoadOutcome(joining: [share, outcome([5])], nanoseconds: 2_000_000_000)
        #expect(outcome.statuses == [0: 1, 200: 1, 409: 1])
        #expect(outcome.total == 3)
        #expect(outcome.latency(within: 1) == 5_000_000)
        let spending = LoadReport.Spending(name: "server", nanoseconds: 3000, resident: 2_000_000)
        let report = LoadReport(outcome: outcome, connections: 1, spending: [spending])
        let text = report.text()
        #expect(text.contains("0.50 answers with 200 a second"))
        #expect(text.contains("no answer: 1") && text.contains("status 409: 1"))
        #expect(text.contains("server     1.00 us of processor time a request"))
        #expect(text.contains("memory of server: 2.00 MB resident"))
        #expect(!report.isGood)
    }

    @Test func `a run is good when all had 200 and what was opened was right`() {
        #expect(LoadReport(outcome: outcome([1, 2]), connections: 1).isGood)
        #expect(!LoadReport(outcome: outcome([1, 2]), connections: 1, defects: ["nonce: another"]).isGood)
    }

    @Test func `JSON has each figure under its name`() throws {
        var health = LoadOutcome()
        health.add(status: 200, nanoseconds: 1_500_000)
        var flood = LoadOutcome()
        for status in [400, 429, 400] { flood.add(status: status, nanoseconds: 1) }
        let report = LoadReport(
            outcome: outcome(Array(1...100)), rate: 50, connections: 4, spending: [],
            health: LoadOutcome(joining: [health], nanoseconds: 1), flood: flood, defects: ["nonce: another"])
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any])
        #expect(json["rate"] as? Int == 50 && json["answers_a_second"] as? Double == 50)
        #expect((json["latency_ms"] as? [String: Double])?["p99"] == 99)
        #expect((json["healthz_ms"] as? [String: Double])?["max"] == 1.5)
        #expect(json["flood_statuses"] as? [String: Int] == ["400": 2, "429": 1])
        #expect(json["wrong"] as? Int == 1)
    }

    @Test func `an answer ends where its length says`() throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\n"
        let whole = Array((head + "12345").utf8)
        let answer = try #require(AnswerHead(whole))
        #expect(answer.status == 200 && answer.length == whole.count && !answer.closes)
        #expect(AnswerHead(Array(head.utf8.dropLast())) == nil)
        #expect(AnswerHead(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)) == nil)
    }

    @Test func `a server that closes is noticed`() throws {
        let bytes = Array("HTTP/1.1 503 No\r\ncontent-length:0\r\nConnection: close\r\n\r\n".utf8)
        let answer = try #require(AnswerHead(bytes))
        #expect(answer.status == 503 && answer.length == bytes.count && answer.closes)
    }

    @Test(arguments: [
        "http://127.0.0.1:8080", "http://localhost:1", "http://127.0.0.1:8080/",
    ])
    func `a server's address is taken`(url: String) { #expect(ServerAddress(url) != nil) }

    @Test(arguments: [
        "https://127.0.0.1:8080", "http://example.com", "http://127.0.0.1:70000", "http://127.0.0.1/path", "",
    ])
    func `another address is not`(url: String) { #expect(ServerAddress(url) == nil) }

    @Test func `a process is told how much it has worked`() {
        let tree = ProcessTree(root: getpid())
        let before = tree.times()
        var sum = 0.0
        while tree.nanoseconds(since: before) < 20_000_000 { sum += sin(sum) }
        #expect(tree.nanoseconds(since: before) >= 20_000_000)
        #expect(ProcessTree(root: Int32.max).times().isEmpty)
    }
}

/// The command line.
struct ArgumentsTests {
    private func arguments(_ words: [String]) throws(Arguments.Mistake) -> Arguments {
        try Arguments(words, options: ["--requests"], repeated: ["--cpu"], flags: ["--json"])
    }

    @Test func `options, flags and what may be repeated`() throws {
        let found = try arguments(["--requests", "5", "--cpu", "a=1", "--json", "--cpu", "b=2"])
        #expect(try found.number("--requests", 1...5, otherwise: 1) == 5)
        #expect(found.all("--cpu") == ["a=1", "b=2"] && found.has("--json"))
        #expect(try arguments([]).number("--requests", 1...5, otherwise: 3) == 3)
    }

    @Test(arguments: [["--requests"], ["--requests", "1", "--requests", "2"], ["--other", "1"], ["word"]])
    func `anything else is a mistake`(words: [String]) {
        #expect(throws: Arguments.Mistake.self) { try arguments(words) }
    }

    @Test(arguments: ["0", "6", "x", "1.5"])
    func `a number keeps to its range`(text: String) throws {
        let found = try arguments(["--requests", text])
        #expect(throws: Arguments.Mistake.self) { try found.number("--requests", 1...5, otherwise: 1) }
    }
}
