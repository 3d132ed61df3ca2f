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
        let deviations: [WireDeviation]
        let advice: String?
        let phone: String
    }

    /// The report for machines: one JSON object, names sorted. `checks` is in the order of the steps.
    package func json() -> String {
        MachineText.of(
            Wire(
                added: added, server: server, card: card, lastFour: lastFour, network: network,
                device: device.rawValue,
                status: status, milliseconds: milliseconds, requestId: requestID, problem: problem,
                checks: findings, deviations: deviations.map(WireDeviation.init), advice: advice,
                phone: phoneTitle))
    }
}

/// A deviation as machines get it.
struct WireDeviation: Encodable {
    let id: String
    let subject: String
    let fault: String
    let remedy: String

    init(_ deviation: Deviation) {
        id = deviation.kind.id
        subject = deviation.subject
        fault = deviation.fault
        remedy = deviation.remedy
    }
}

/// JSON for machines.
package enum MachineText {
    package static func of(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers and lists of them: nothing that JSON cannot write.
        return String(decoding: try! encoder.encode(value), as: UTF8.self)
    }
}
