import Foundation
import Testing
import Wallet

@testable import passwright_bench

/// What a load is told on the command line.
struct LoadOptionsTests {
    private func options(_ words: [String]) throws(Arguments.Mistake) -> LoadOptions {
        try LoadOptions(
            Arguments(words, options: LoadOptions.options, repeated: ["--cpu"], flags: []))
    }

    @Test func `without a rate it is a closed loop of so many requests`() throws {
        let standard = try options([])
        #expect(standard.rates.isEmpty && standard.count(at: nil) == 2000 && standard.connections == 8)
        #expect(try options(["--requests", "7"]).count(at: nil) == 7)
    }

    @Test func `with rates it is an open loop for so many seconds at each`() throws {
        let open = try options(["--rate", "50,200", "--seconds", "3"])
        #expect(open.rates == [50, 200] && open.count(at: 200) == 600 && open.connections == 64)
    }

    @Test func `answers are opened and another caller floods only where that is asked for`() throws {
        let standard = try options([])
        #expect(standard.opened == nil && standard.flood == nil)
        let asked = try options(["--open", "10", "--flood", "100", "--rate", "100000"])
        #expect(asked.opened == 10 && asked.flood == 100)
    }

    @Test(arguments: [
        ["--rate", "0"], ["--rate", "100001"], ["--rate", "50,"], ["--rate", "fast"], ["--rate", ""],
        ["--rate", "5", "--requests", "5"], ["--seconds", "5"], ["--rate", "5", "--seconds", "3601"],
        ["--connections", "1001"], ["--flood", "100001"], ["--open", "0"], ["--requests", "1000001"],
        ["--cpu", "server"], ["--cpu", "server=0"],
    ])
    func `what does not fit is a mistake`(words: [String]) {
        #expect(throws: Arguments.Mistake.self) { try options(words) }
    }
}
