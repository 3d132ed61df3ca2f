package import Bearer
package import HTTP
package import Provisioning

/// The routes over the rooms: one worker a thread, each with a store of its own.
package struct IssuerAPI<Store: ProvisioningStore>: HTTPApplication {
    /// What may change while the server runs, at SIGHUP: taken once a request.
    package struct Service: Sendable {
        package let provisioner: Provisioner
        package let tokens: TokenVerifier

        package init(provisioner: Provisioner, tokens: TokenVerifier) {
            self.provisioner = provisioner
            self.tokens = tokens
        }
    }

    /// The rooms that the routes are over, made by the composition.
    package struct Rooms: Sendable {
        package let service: @Sendable () -> Service
        package let makeStore: @Sendable (Int) -> Store
        package let recordRefusal: @Sendable (RecordedRefusal) -> Void
        /// The parts that are not ready, empty when all are.
        package let unready: @Sendable () -> [UnreadyPart]
        package let allowance: CallerAllowance
        package let clock: Clock
        package let telemetry: RequestTelemetry

        package init(
            service: @escaping @Sendable () -> Service, makeStore: @escaping @Sendable (Int) -> Store,
            recordRefusal: @escaping @Sendable (RecordedRefusal) -> Void,
            unready: @escaping @Sendable () -> [UnreadyPart], allowance: CallerAllowance, clock: Clock,
            telemetry: RequestTelemetry
        ) {
            self.service = service
            self.makeStore = makeStore
            self.recordRefusal = recordRefusal
            self.unready = unready
            self.allowance = allowance
            self.clock = clock
            self.telemetry = telemetry
        }
    }

    let rooms: Rooms

    package init(rooms: Rooms) { self.rooms = rooms }

    package func makeWorker(_ index: Int) -> IssuerWorker<Store> {
        IssuerWorker(rooms: rooms, store: rooms.makeStore(index))
    }

    /// Liveness, readiness and the OpenAPI document: answered from memory, so that they never wait behind the others.
    package func immediate(_ head: HTTPHead) -> HTTPResponse? {
        guard let route = try? Route.parse(method: head.method, path: head.path), !route.needsWorker else {
            return nil
        }
        var trace = RequestTrace(head: head, clock: rooms.clock)
        trace.route = route.name
        let answer: Answer
        switch route {
        case .liveness: answer = Answer(status: 200, body: Array("{\"status\":\"alive\"}".utf8))
        case .readiness: answer = ReadinessAnswer.make(rooms.unready())
        case .document: answer = Answer(status: 200, body: PackageResources.openapi_json)
        case .cards, .card, .provisioning: return nil
        }
        rooms.telemetry.record(trace, status: answer.status)
        return answer.response(requestID: trace.requestID)
    }

    package func answer(to problem: HTTPProblem, head: HTTPHead?) -> HTTPResponse {
        var trace = RequestTrace(head: head, clock: rooms.clock)
        let problem = Problem(problem)
        trace.problem = problem
        rooms.telemetry.record(trace, status: problem.code.status)
        return Answer(problem, requestID: trace.requestID).response(requestID: trace.requestID)
    }
}

/// A part of the server that an operator must look at, and why.
package struct UnreadyPart: Sendable {
    /// The closed set of the contract.
    package enum Part: String, CaseIterable, Sendable {
        case database, schema, activation, trust, server
    }

    package let part: Part
    package let why: StaticString
    /// The ids of the programs that it is about, where it is about programs.
    package let programs: [String]
    /// Whether the server serves all the same: what is said is no reason to send requests elsewhere.
    package let isNotice: Bool

    package init(
        part: Part, why: StaticString, programs: [String] = [], isNotice: Bool = false
    ) {
        self.part = part
        self.why = why
        self.programs = programs
        self.isNotice = isNotice
    }
}
