import Foundation
import Wallet

/// The floor in a table for a person, or in JSON.
struct FloorReport {
    let floor: Floor
    let configuration: FloorConfiguration

    private var sums: [(name: String, cost: Floor.Cost)] {
        [
            ("warm", floor.cost(of: configuration.warm)),
            ("cold", floor.cost(of: configuration.cold)),
        ]
    }

    func text() -> String {
        var lines = ["microseconds of processor time    best  median"]
        for name in Primitive.Name.allCases {
            let part =
                configuration.warm.contains(name) ? "warm" : configuration.cold.contains(name) ? "cold" : ""
            lines.append(line(name.rawValue, part, floor.cost(of: name)))
        }
        lines.append("")
        for sum in sums { lines.append(line("floor", sum.name, sum.cost)) }
        lines.append(
            "tokens \(configuration.token.rawValue), nonce signatures \(configuration.nonce.rawValue), "
                + "activation data \(configuration.activation.rawValue)")
        return lines.joined(separator: "\n")
    }

    private func line(_ name: String, _ part: String, _ cost: Floor.Cost) -> String {
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return pad(name, 20) + pad(part, 8) + String(format: "%10.1f%8.1f", cost.best, cost.median)
    }

    /// What another report is made of, too.
    var members: [String: Any] {
        func object(_ cost: Floor.Cost) -> [String: Double] {
            ["best_us": (cost.best * 10).rounded() / 10, "median_us": (cost.median * 10).rounded() / 10]
        }
        return [
            "primitives": Dictionary(
                uniqueKeysWithValues: Primitive.Name.allCases.map {
                    ($0.rawValue, object(floor.cost(of: $0)))
                }),
            "floor": Dictionary(uniqueKeysWithValues: sums.map { ($0.name, object($0.cost)) }),
            "token": configuration.token.rawValue, "nonce": configuration.nonce.rawValue,
            "activation": configuration.activation.rawValue,
        ]
    }

    func json() -> String {
        // Texts and finite numbers: nothing that JSON cannot write.
        let data = try! JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }
}
