import Bearer
import FoundationEssentials
package import HTTP
package import Provisioning

/// One thread's way from a request to its answer.
package struct IssuerWorker<Store: ProvisioningStore>: HTTPWorker {
    let rooms: IssuerAPI<Store>.Rooms
    let store: Store
    private var unrecorded: RecordedRefusal?

    init(rooms: IssuerAPI<Store>.Rooms, store: Store) {
        self.rooms = rooms
        self.store = store
    }

    package mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
        var trace = RequestTrace(head: request.head, received: request.received, clock: rooms.clock)
        let answer: Answer
        do throws(Problem) {
            answer = try self.answer(request, &trace)
        } catch {
            trace.problem = error
            answer = Answer(error, requestID: trace.requestID)
        }
        rooms.telemetry.record(trace, status: answer.status)
        unrecorded = trace.unrecorded
        return answer.response(requestID: trace.requestID)
    }

    package mutating func afterAnswer() {
        guard let refusal = unrecorded else { return }
        unrecorded = nil
        rooms.recordRefusal(refusal)
    }

    /// Path, method, media type, token, allowance, body, and then the domain: the order of the contract.
    private func answer(_ request: HTTPRequest, _ trace: inout RequestTrace) throws(Problem) -> Answer {
        let route = try Route.parse(method: request.head.method, path: request.head.path)
        trace.route = route.name
        switch route {
        case .liveness, .readiness, .document: throw .notFound  // answered before they come to a worker
        case .cards:
            let caller = try authenticate(request)
            return CardAnswer.list(try cards(of: caller, card: nil))
        case .card(let id):
            let caller = try authenticate(request)
            guard let card = try cards(of: caller, card: id ?? .unknown()).first else {
                throw Problem(.cardNotFound, retryAfter: nil)
            }
            return CardAnswer.one(card)
        case .provisioning(let card):
            try MediaType.check(request.head)
            let caller = try authenticate(request)
            return try provision(request, card: card ?? .unknown(), caller: caller, &trace)
        }
    }

    private func authenticate(_ request: HTTPRequest) throws(Problem) -> String {
        let header = request.head.single("authorization")
        do {
            return try rooms.service().tokens.verify(authorization: header, now: seconds).id
        } catch {
            throw Problem(error)
        }
    }

    private func cards(of caller: String, card: UUID?) throws(Problem) -> [CardSummary] {
        do { return try store.cards(of: caller, card: card) } catch { throw Problem(error) }
    }

    private func provision(
        _ request: HTTPRequest, card: UUID, caller: String, _ trace: inout RequestTrace
    ) throws(Problem) -> Answer {
        if let seconds = rooms.allowance.secondsToWait(caller, at: rooms.clock.nanoseconds()) {
            throw Problem(
                .callerAllowance, "Too many attempts by this caller.", retryAfter: seconds
            )
        }
        let provisioner = rooms.service().provisioner
        trace.begin(card: card, caller: caller, policy: provisioner.noncePolicyName, clock: rooms.clock)
        let start = trace.checks.start()
        let body: ProvisioningBody
        do {
            body = try ProvisioningBody(request.body)
        } catch {
            trace.checks.record("body", .refused, since: start)
            trace.refuse(error)
            throw error
        }
        trace.checks.record("body", .passed, since: start)
        trace.read(body)
        let question = ProvisioningRequest(
            attempt: trace.attempt, requestID: trace.requestID, cardholder: caller, card: card,
            certificates: body.certificates, nonce: body.nonce, nonceSignature: body.nonceSignature,
            device: body.device, appVersion: body.appVersion, productType: body.productType)
        do {
            let answer = try provisioner.provision(
                question, store: store, now: rooms.clock.now, checks: &trace.checks)
            return Answer(answer)
        } catch {
            let problem = Problem(error)
            switch error {
            // What the database refused it has written down itself.
            case .refused(let refusal, _): if refusal.isBeforeTheDatabase { trace.refuse(problem) }
            case .failed(let failure): trace.failure = failure
            case .unavailable: break
            }
            throw problem
        }
    }

    private var seconds: Int64 { Int64(rooms.clock.milliseconds() / 1000) }
}

extension UUID {
    /// The id of no card, for an id that is not a UUID: the database does the same work for it.
    fileprivate static func unknown() -> UUID { UUID() }
}

extension Refusal {
    /// Whether the request was refused before the database was asked, so that nothing is written down yet.
    fileprivate var isBeforeTheDatabase: Bool {
        switch self {
        case .certificateMalformed, .certificateCount, .certificateUntrusted, .certificateExpired,
            .certificateNotYetValid, .certificateWrongKind, .certificateKey, .certificateRevoked,
            .nonceSignatureInvalid:
            true
        case .nonceReplayed, .provisioningPaused, .cardNotFound, .cardholderBlocked, .cardFrozen,
            .cardBlocked,
            .cardLost, .cardStolen, .cardExpired, .cardClosed, .cardNotActivated, .programDisabled,
            .cardDisabled, .networkUnsupported, .invalidField, .cardAllowance, .cardholderAllowance:
            false
        }
    }
}
