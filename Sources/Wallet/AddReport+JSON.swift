internal import Foundation

extension AddReport {
    private struct Wire: Encodable {
        let added: Bool
        let server: String
        let card: String
        let lastFour: String?
        let network: String?
        let device: String
        let status: Int?
        let milliseconds: Int?
        let requestId: String?
        let problem: IssuerProblem?
        let checks: [Finding]
        let phone: String
    }

    /// The report for machines: one JSON object, names sorted. `checks` is in the order of the steps.
    package func json() -> String {
        let wire = Wire(
            added: added, server: server, card: card, lastFour: lastFour, network: network,
            device: device.rawValue,
            status: status, milliseconds: milliseconds, requestId: requestID, problem: problem,
            checks: findings, phone: phoneTitle)
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers and lists of them: nothing that JSON cannot write.
        return String(decoding: try! encoder.encode(wire), as: UTF8.self)
    }
}
