import Foundation
import Wallet

extension AddSetup {
    /// What is known beside an answer that was saved. The leaf's key is given, or in the saved file, or in the
    /// fixtures.
    func circumstances(_ saved: SavedExchange?, now: Int64) throws(Defect) -> Diagnosis.Circumstances {
        let key: SimulatedKey
        if let path = arguments["--leaf-key"] {
            key = try privateKey(path)
        } else if let pem = saved?.secrets?.leafKey, let found = try? SimulatedKey(privateKeyPEM: pem) {
            key = found
        } else if let path = keyPath("leaf") ?? fixtures.pki?.leafKey {
            key = try privateKey(path)
        } else {
            throw missing("--leaf-key", "pki")
        }
        var known = Diagnosis.Circumstances(leafKey: key, now: now)
        known.intermediateKey = try intermediateKey()
        let id = arguments["--card"] ?? saved?.card
        guard id.map({ UUID(uuidString: $0) != nil }) ?? true else { throw .usage("--card is not a UUID") }
        known.card = id?.lowercased()
        known.details = saved?.secrets?.details ?? id.flatMap(fixtures.details(of:))
        known.network = arguments["--network"] ?? saved?.network
        known.paymentNetwork = try network()
        if let merchant = arguments["--merchant"] { known.merchants = [merchant] }
        if let path = arguments["--other"] {
            let other = try bytes(path, limit: ShortFile.longestAnswer)
            let exchange = SavedExchange(other)
            known.otherAnswers = [exchange?.body ?? other]
            known.otherRequests =
                exchange.flatMap { RequestReading(Array($0.request.utf8), leafKey: key).request }.map { [$0] }
                ?? []
        }
        return known
    }
}
