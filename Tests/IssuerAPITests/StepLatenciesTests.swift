import Foundation
import Provisioning
import Telemetry
import Testing

@testable import IssuerAPI

@Test(
    arguments: [
        ("body", ProvisioningStep.body), ("C01", .chain), ("C13", .chain),
        ("nonce_signature", .nonceSignature), ("authorise", .authorise), ("vault", .vault),
        ("activation", .activation), ("ecc_v2", .passData),
    ] as [(StaticString, ProvisioningStep)])
func `each line of an attempt's record belongs to its step`(rule: StaticString, step: ProvisioningStep) {
    #expect(ProvisioningStep(rule: rule) == step)
}

@Test func `an answer is counted by its route, status and reason, each time`() throws {
    let metrics = Metrics([RequestTelemetry.requests])
    let clock = Clock(milliseconds: { 0 }, nanoseconds: { 0 })
    let pipe = Pipe()
    let log = EventLog(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let telemetry = RequestTelemetry(log: log, metrics: metrics, clock: clock)
    var trace = RequestTrace(head: nil, clock: clock)
    trace.route = .liveness
    for _ in 0..<2 { telemetry.record(trace, status: 200) }
    trace.problem = .notFound
    telemetry.record(trace, status: 404)
    let text = metrics.text()
    #expect(text.contains(#"passwright_requests_total{route="liveness",status="200",reason="none"} 2"#))
    #expect(text.contains(#"{route="liveness",status="404",reason="no_such_route"} 1"#))
}
