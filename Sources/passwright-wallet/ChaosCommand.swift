import Foundation
import Wallet

/// `passwright-wallet add --chaos`: plays an awkward phone.
enum ChaosCommand {
    static func run(_ order: AddCard, _ arguments: Arguments) throws(Arguments.Mistake) -> ExitStatus {
        let seed: UInt64
        if let text = arguments["--seed"] {
            guard let number = UInt64(text) else {
                throw Arguments.Mistake(text: "--seed is not a whole number")
            }
            seed = number
        } else {
            seed = UInt64.random(in: 0..<1_000_000)
        }
        guard let chaos = Chaos(order, seed: seed) else {
            throw Arguments.Mistake(text: "--chaos needs an address that can be connected to")
        }
        let style = Chaos.style(Screen.style(ProcessInfo.processInfo.environment))
        if arguments.has("--json") {
            let report = chaos.run()
            print(report.json())
            return report.isGood ? .good : .no
        }
        Screen.show(chaos.heading(style))
        let report = chaos.run { finding in Screen.show(style.drawn(.finding(finding))) }
        Screen.show(report.ending(style))
        return report.isGood ? .good : .no
    }
}
