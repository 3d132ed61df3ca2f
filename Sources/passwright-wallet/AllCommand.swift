import Foundation
import Wallet

/// `passwright-wallet add --all`: every card that should go into a wallet, on a phone and on a watch.
enum AllCommand {
    private struct Line: Encodable {
        let name: String
        let device: String
        let added: Bool
        let network: String?
        let lastFour: String?
        let firstWrong: String?
    }

    static func run(_ arguments: Arguments) throws(AddSetup.Defect) -> ExitStatus {
        for option in ["--card", "--card-name", "--network", "--device", "--save"]
        where arguments[option] != nil {
            throw .usage("--all and \(option) exclude each other")
        }
        guard !arguments.has("--chaos") else { throw .usage("--all and --chaos exclude each other") }
        let setup = try AddSetup(arguments)
        let names = try setup.activeCards()
        var style = Screen.style(ProcessInfo.processInfo.environment)
        // A mark, the longest name with its device, and a gap.
        style.second = max(style.second, 6 + (names.map(\.count).max() ?? 0) + ", iPhone".count + 2)
        var lines: [Line] = []
        for name in names {
            for device in Phone.Device.allCases {
                let order = try setup.order(
                    now: Int64(Date().timeIntervalSince1970), name: name, device: device)
                let report = order.run()
                let wrong = report.findings.first { $0.verdict == .failed }.map {
                    "\($0.check): \($0.reason)"
                }
                lines.append(
                    Line(
                        name: name, device: device.rawValue, added: report.added, network: report.network,
                        lastFour: report.lastFour, firstWrong: wrong))
                guard !arguments.has("--json") else { continue }
                let card = [report.network, report.lastFour.map { "···· \($0)" }].compactMap { $0 }
                let words = wrong ?? (card + [report.phoneTitle]).joined(separator: ", ")
                let check = "\(name), \(device == .watch ? "watch" : "iPhone")"
                let finding = Finding.check(.phone, check, report.added, words, otherwise: words)
                Screen.show(style.drawn(.finding(finding)))
            }
        }
        if arguments.has("--json") { print(MachineText.of(lines)) }
        return lines.allSatisfy(\.added) ? .good : .no
    }
}
