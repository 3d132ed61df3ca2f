import FoundationEssentials
import HTTP
import Provisioning

/// What is known of one request on its way: for its log line, and for the record of a refusal that the database
/// has not seen.
struct RequestTrace {
    let requestID: UUID
    /// When the request was here whole, in nanoseconds of the monotonic clock; now, where it never was.
    let start: UInt64
    /// Nanoseconds until a worker took it.
    let waited: UInt64?
    var route: Route.Name = .none
    var problem: Problem?
    /// What failed after the card was authorised.
    var failure: Failure?
    /// Of the attempt, made when the caller is known and may try; until then the request's.
    private(set) var attempt: UUID
    var checks: Checks
    /// The refusal to be recorded after the answer.
    private(set) var unrecorded: RecordedRefusal?

    private var card: UUID?
    private var caller = ""
    private var policy: NoncePolicyName = .forward
    private(set) var device: DeviceType?
    private var appVersion: String?

    /// The request id is the caller's own if that is a UUID, else one that is made here.
    /// `received` is null where no worker has the request.
    init(head: HTTPHead?, received: UInt64? = nil, clock: Clock) {
        let own = head?.values("x-request-id") ?? []
        requestID =
            (own.count == 1 ? UUID(strict: own[0]) : nil)
            ?? RequestID.fresh(milliseconds: clock.milliseconds())
        attempt = requestID
        let now = clock.nanoseconds()
        start = received ?? now
        waited = received.map { now &- $0 }
        checks = Checks(nanoseconds: clock.nanoseconds)
    }

    mutating func begin(card: UUID, caller: String, policy: NoncePolicyName, clock: Clock) {
        attempt = RequestID.fresh(milliseconds: clock.milliseconds())
        self.card = card
        self.caller = caller
        self.policy = policy
    }

    /// The attempt's id once there is an attempt.
    var startedAttempt: UUID? { card == nil ? nil : attempt }

    mutating func read(_ body: ProvisioningBody) {
        device = body.device
        appVersion = body.appVersion
    }

    /// Keeps a refusal from before the database step.
    mutating func refuse(_ problem: Problem) {
        guard let card else { return }
        unrecorded = RecordedRefusal(
            attempt: attempt, requestID: requestID, cardholder: caller, card: card, device: device,
            appVersion: appVersion, error: problem.code.text, reason: problem.reason.text,
            noncePolicy: policy,
            checks: checks.lines)
    }
}
