import Foundation
import Wallet

/// Prepares and runs loads, one after the other.
struct LoadBench {
    private let options: LoadOptions
    private let probesHealth: Bool
    private let chains: Chains
    private let check: AnswerCheck
    private let flood: (load: Load, connections: Int)?
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
        // More than any memory of chains would hold.
        flood = try options.floodConnections.map { (connections) throws(LoadSetup.Defect) in
            (try maker.worthless(128, now: now), connections)
        }
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
            probesHealth ? HealthProbe.beside(loop.load.address, loop.run) : (loop.run(), nil)
        }
        guard let flood else {
            let (load, health) = probed()
            return (load, health, nil)
        }
        let ((load, health), flooded) = Flood.beside(flood.load, connections: flood.connections, probed)
        return (load, health, flooded)
    }
}
