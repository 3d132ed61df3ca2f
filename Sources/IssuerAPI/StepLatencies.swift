internal import Provisioning
package import Telemetry

/// The steps of a provisioning, as its latency is told apart.
enum ProvisioningStep: String, CaseIterable {
    case body
    /// C01 to C13 together.
    case chain
    case nonceSignature = "nonce_signature"
    /// The round trip to the database.
    case authorise
    case vault, activation
    case passData = "ecc_v2"

    private static let all = allCases

    /// The step that a line of an attempt's record belongs to. No text is made of any of the seventeen lines, and most
    /// are the chain's rules, whose names are shorter than every step's.
    init(rule: StaticString) {
        self = Self.all.first { Self.isName(rule, $0.rawValue.utf8) } ?? .chain
    }

    private static func isName(_ rule: StaticString, _ name: String.UTF8View) -> Bool {
        rule.utf8CodeUnitCount == name.count && rule.withUTF8Buffer { unsafe $0.elementsEqual(name) }
    }
}

/// A histogram for each step of a provisioning.
package struct StepLatencies: Sendable {
    package static let family = MetricFamily(
        .histogram([
            0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
        ]),
        "passwright_step_seconds", "Seconds that a step of a provisioning took, whatever it found.")

    private let series: [HistogramSeries]

    init(_ metrics: Metrics) {
        series = ProvisioningStep.allCases.map { metrics.histogram(Self.family, [.word("step", $0)]) }
    }

    /// What each step took that was taken.
    func of(_ checks: Checks) -> [(series: HistogramSeries, seconds: Double)] {
        var observations: [(series: HistogramSeries, seconds: Double)] = []
        var current: ProvisioningStep?
        // The lines stand in the order of the steps.
        for line in checks.lines {
            let step = ProvisioningStep(rule: line.rule)
            let seconds = Double(line.microseconds) / 1e6
            if step == current {
                observations[observations.count - 1].seconds += seconds
            } else {
                observations.append((series[step.place], seconds))
                current = step
            }
        }
        return observations
    }
}

extension ProvisioningStep {
    fileprivate var place: Int {
        switch self {
        case .body: 0
        case .chain: 1
        case .nonceSignature: 2
        case .authorise: 3
        case .vault: 4
        case .activation: 5
        case .passData: 6
        }
    }
}
