import Foundation
import Wallet

/// `passwright-wallet pki`: makes a simulated Apple chain.
enum PKICommand {
    static let usage = """
        passwright-wallet pki --folder F [--replace]

          Makes a simulated Apple chain: root, intermediate and leaf, each a certificate and a key in PEM
          (root_cert.pem, root_key.pem, ...; keys readable by their owner alone).
          --folder F   where; made if it is not there
          --replace    writes over a chain that is there: servers that trust the old one must be told
        """

    static func run(_ words: ArraySlice<String>) throws(Arguments.Mistake) -> ExitStatus {
        let arguments = try Arguments(words, options: ["--folder"], flags: ["--replace"])
        guard let path = arguments["--folder"] else { throw Arguments.Mistake(text: "--folder is needed") }
        do {
            let pki = try SimulatedPKI.make(now: Int64(Date().timeIntervalSince1970))
            try PKIFolder(path: path).write(pki, replacing: arguments.has("--replace"))
        } catch PKIFolder.Refusal.occupied {
            complain("\(path) holds a chain already; --replace makes a new one in its place.")
            return .no
        } catch PKIFolder.Refusal.system(let code) {
            let reason = unsafe String(cString: strerror(code))
            complain("\(path) cannot be written: \(reason).")
            return .no
        } catch {
            complain("The chain could not be made.")
            return .no
        }
        print("A simulated Apple chain is in \(path). Its root is for development alone.")
        return .good
    }
}
