import Foundation
import Wallet

/// Prepares and runs loads, one after the other.
struct LoadBench {
    private let options: LoadOptions
    private let probesHealth: Bool
    private let chains: Chains
    private let check: AnswerCheck
    private let flood: Loop?
    private let health: Loop
    private var maker: RequestMaker

    init(_ arguments: Arguments, _ options: LoadOptions) throws(LoadSetup.Defect) {
        let now = Int64(Date().timeIntervalSince1970)
        let setup = try LoadSetup(arguments)
        self.options = options
        probesHealth = arguments.has("--healthz")
        chains = try setup.chains(fresh: arguments.has("--new-leaves"), now: now)
        check = AnswerCheck(network: try setup.network(), now: now)
        var maker = RequestMaker(
            setup, cards: try setup.cards(in: arguments["--cards"]), mint: try setup.mint(now: now),
            opened: options.opened)
        // More chains than any memory of chains holds.
        flood = try options.flood.map { (rate) throws(LoadSetup.Defect) in
            Loop(load: try maker.worthless(128, now: now), connections: 16, rate: rate)
        }
        health = Loop(load: maker.health(), connections: 4, rate: 50)
        self.maker = maker
    }

    mutating func run(at rate: Int?) throws(LoadSetup.Defect) -> LoadReport {
        let load = try maker.load(options.count(at: rate), chains)
        let loop = Loop(load: load, connections: options.connections, rate: rate)
        let before = options.processes.map { $0.tree.times() }
        let measured = runBesideOthers(loop)
        let spent = zip(options.processes, before).map { process, before in
            LoadReport.Spending(
                name: process.name, nanoseconds: process.tree.nanoseconds(since: before),
                resident: process.tree.residentBytes)
        }
        return LoadReport(
            outcome: measured.load, rate: rate, connections: options.connections, spending: spent,
            health: measured.health, flood: measured.flood,
            defects: check.defects(in: measured.load.samples))
    }

    private func runBesideOthers(
        _ loop: Loop
    ) -> (load: LoadOutcome, health: LoadOutcome?, flood: LoadOutcome?) {
        func probed() -> (LoadOutcome, LoadOutcome?) {
            probesHealth ? beside(self.health) { loop.run() } : (loop.run(), nil)
        }
        guard let flood else {
            let (load, health) = probed()
            return (load, health, nil)
        }
        let ((load, health), flooded) = beside(flood, probed)
        return (load, health, flooded)
    }
}
