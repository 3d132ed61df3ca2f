import Wallet

/// What a load is to be, from the command line.
struct LoadOptions {
    /// Requests a second, one run for each; empty for one run as fast as the answers come.
    let rates: [Int]
    /// Requests of a run without a rate.
    let count: Int
    /// Seconds of a run with a rate.
    let seconds: Int
    let connections: Int
    let opened: Int?
    let flood: Int?
    let processes: [(name: String, tree: ProcessTree)]

    static let options: Set<String> = [
        "--requests", "--rate", "--seconds", "--connections", "--open", "--flood",
    ]
    static let usage = """
          --requests N       in all, 1 to 1000000; 2000
          --rate N,N,...     an open loop at N requests a second, and then at the next N: 1 to 100000 each
          --seconds N        how long each rate lasts, 1 to 3600; 10
          --connections N    1 to 1000; 8, and 64 with --rate
          --new-leaves       each request has a leaf of its own, by the fixtures' intermediate
          --open N           open one of N answers as Apple and the network do, 1 to 1000000
          --healthz          ask for /healthz fifty times a second beside the load
          --flood N          another caller sends N worthless certificates a second beside it, 1 to 100000
          --cpu NAME=PID     also print the processor time a request of this process and its children, and the
                             process's resident memory; once or more
        """

    init(_ arguments: Arguments) throws(Arguments.Mistake) {
        let rates = try Self.rates(arguments["--rate"])
        self.rates = rates
        guard rates.isEmpty || arguments["--requests"] == nil else {
            throw Arguments.Mistake(
                text: "--requests does not go with --rate: --seconds says how long it lasts")
        }
        guard !rates.isEmpty || arguments["--seconds"] == nil else {
            throw Arguments.Mistake(text: "--seconds goes with --rate: without it --requests says how many")
        }
        count = try arguments.number("--requests", 1...1_000_000, otherwise: 2000)
        seconds = try arguments.number("--seconds", 1...3600, otherwise: 10)
        connections = try arguments.number("--connections", 1...1000, otherwise: rates.isEmpty ? 8 : 64)
        opened =
            try arguments["--open"] == nil ? nil : arguments.number("--open", 1...1_000_000, otherwise: 1)
        flood =
            try arguments["--flood"] == nil ? nil : arguments.number("--flood", 1...100_000, otherwise: 1)
        processes = try arguments.all("--cpu").map { (word) throws(Arguments.Mistake) in
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let pid = Int32(parts[1]), pid > 0 else {
                throw Arguments.Mistake(text: "--cpu is NAME=PID")
            }
            return (String(parts[0]), ProcessTree(root: pid))
        }
    }

    private static func rates(_ text: String?) throws(Arguments.Mistake) -> [Int] {
        guard let text else { return [] }
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let rates = words.compactMap { Int($0) }.filter { (1...100_000).contains($0) }
        guard rates.count == words.count else {
            throw Arguments.Mistake(
                text: "--rate is a number from 1 to 100000, or several with commas between")
        }
        return rates
    }

    /// How many requests the run at this rate has.
    func count(at rate: Int?) -> Int { rate.map { $0 * seconds } ?? count }
}
