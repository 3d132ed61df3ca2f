import Database
import Foundation
import Glibc
import HTTP
import IssuerAPI
import Provisioning
import Telemetry

/// A running server: everything that `passwright serve` starts, in the order in which it can go wrong.
final class Serving {
    private let settings: Settings
    private let log = EventLog(descriptor: STDOUT_FILENO)
    private let metrics: Metrics
    private let current: Locked<Composition>
    private let watch: ReadinessWatch
    private let recorder: RefusalRecorder
    private let server: HTTPServer
    private let metricsServer: HTTPServer?
    private let isShortOfDescriptors: Bool
    private var signals = sigset_t()

    /// Longer than this and SIGTERM leaves accepted requests behind.
    private static let drainMilliseconds = 20_000

    /// Throws the one thing that is wrong: configuration, then keys, then the database, then the port.
    init(_ settings: Settings) throws(ConfigurationError) {
        self.settings = settings
        // Before any thread starts, so that every thread has them blocked and one `sigwait` gets them. Whoever starts
        // the server may have left it others blocked, or these ignored (nohup): a signal that is ignored never comes.
        unsafe sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP] {
            unsafe sigaddset(&signals, number)
            _ = signal(number, SIG_DFL)
        }
        unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)

        let composition = try Composition(settings)
        let database = DatabaseSettings(
            connectionString: settings.database, prepares: settings.prepare, answerWithin: 2.5)
        _ = try Self.readiness(database, allowsOwner: settings.mode == .development)

        let current = Locked(composition)
        self.current = current
        let clock = SystemClock.clock
        let metrics = Metrics(MetricFamilies.all)
        self.metrics = metrics
        let watch = ReadinessWatch(
            database: database, log: log, metrics: metrics, trust: { current.with { $0.trust } },
            activationKeys: { current.with { $0.activationKeys } })
        self.watch = watch
        let recorder = RefusalRecorder(database: database, metrics: metrics)
        self.recorder = recorder
        let stores = Locked<[WorkerStore]>([])
        let allowance = CallerAllowance(perMinute: settings.callerAllowance)
        let api = IssuerAPI<WorkerStore>(
            rooms: .init(
                service: {
                    current.with { IssuerAPI.Service(provisioner: $0.provisioner, tokens: $0.tokens) }
                },
                makeStore: { _ in
                    let store = WorkerStore(database)
                    stores.with { $0.append(store) }
                    return store
                },
                recordRefusal: { recorder.add($0) },
                unready: { watch.unready },
                allowance: allowance,
                clock: clock,
                telemetry: RequestTelemetry(log: log, metrics: metrics, clock: clock)))
        var limits = HTTPLimits()
        limits.workers = settings.workers
        Descriptors.raise()
        let wanted = limits.connections
        limits.connections = try Descriptors.connections(wanted, workers: settings.workers)
        isShortOfDescriptors = limits.connections < wanted
        server = try Self.listen(settings.listen, "PASSWRIGHT_LISTEN", settings, limits, api)
        if let listen = settings.metricsListen {
            var small = HTTPLimits()
            small.workers = 1
            small.connections = 16
            let standing = StandingMetrics(
                metrics: metrics, server: server, composition: { current.with { $0 } },
                stores: { stores.with { $0 } }, allowance: allowance)
            metricsServer = try Self.listen(
                listen, "PASSWRIGHT_METRICS_LISTEN", settings, small, MetricsPage { standing.text() })
        } else {
            metricsServer = nil
        }
        metrics.set(MetricFamilies.developmentMode, to: settings.mode == .development ? 1 : 0)
        metrics.set(MetricFamilies.startTime, to: Double(clock.milliseconds() / 1000))
    }
}

// MARK: Start

extension Serving {
    /// What the database says of itself, or the one sentence why a server must not start on it.
    static func readiness(
        _ database: DatabaseSettings, allowsOwner: Bool
    ) throws(ConfigurationError) -> Readiness {
        let variable = "PASSWRIGHT_DATABASE"
        do {
            return try DatabaseDoor.check(database, allowsOwner: allowsOwner)
        } catch {
            let what =
                switch error {
                case .cannotConnect: "does not lead to a database that takes the role's connection"
                case .noAnswer: "leads to a database that does not answer"
                case .notDeployed: "leads to a database without the schema: sqitch deploy makes it"
                case .wrongSchema(let found, let needed) where found < needed:
                    "leads to schema version \(found), and this server needs \(needed): sqitch deploy brings it there"
                case .wrongSchema(let found, _):
                    "leads to schema version \(found), which serves newer servers only: update this one"
                case .notGranted: "names a role that may not use the schema: grant it passwright_server"
                case .ownsTables: "names a role that owns the tables, which production mode refuses"
                }
            throw ConfigurationError("\(variable) \(what).")
        }
    }

    private static func listen(
        _ listen: Settings.Listen, _ variable: String, _ settings: Settings, _ limits: HTTPLimits,
        _ application: any HTTPApplication
    ) throws(ConfigurationError) -> HTTPServer {
        do {
            return try HTTPServer(
                listener: listener(listen, settings), limits: limits, application: application)
        } catch {
            throw ConfigurationError("\(variable) \(sentence(error)).")
        }
    }

    static func listener(_ listen: Settings.Listen, _ settings: Settings) -> HTTPListener {
        switch listen {
        case .tcp(let host, let port):
            .tcp(host: host, port: Int(port), beyondLoopback: settings.listenAnywhere)
        case .unix(let path): .unix(path: path, mode: 0o660)
        }
    }

    static func sentence(_ error: HTTPServerError) -> String {
        switch error {
        case .addressMalformed: "is not a numeric address and a port"
        case .addressNotLoopback:
            "is not a loopback address: PASSWRIGHT_LISTEN_ANYWHERE=yes says that this is meant"
        case .addressNotHere: "is an address that this machine does not have"
        case .portTaken: "is taken: something else listens there"
        case .pathMalformed: "is not a path for a socket"
        case .folderMissing: "names a folder that is not there"
        case .pathNotSocket: "names something that is not a socket"
        case .pathInUse: "names a socket on which another server listens"
        case .notPermitted: "may not be listened on by this user"
        case .noResources: "cannot be listened on: no descriptor, memory or thread is left"
        }
    }
}

// MARK: Life

extension Serving {
    /// Serves until SIGTERM or SIGINT, and ends without losing an accepted request.
    func untilSignalled() -> Int32 {
        watch.start()
        recorder.start()
        do throws(HTTPServerError) {
            try server.start()
            try metricsServer?.start()
        } catch {
            complain("the server \(Self.sentence(error)).", waits: false)
            return ExitStatus.configuration.rawValue
        }
        log.write(
            "listening",
            [
                .word("mode", settings.mode), .number("port", server.boundPort ?? 0),
                .number("metrics_port", metricsServer?.boundPort ?? 0),
                .word("nonce_signature", current.with { $0.provisioner.noncePolicyName }),
            ])
        if settings.mode == .development {
            log.write("warning", [.text("what", "development mode: a simulated root may be trusted")])
        }
        if isShortOfDescriptors {
            log.write(
                "warning", [.text("what", "the limit of descriptors allows fewer than 1,000 connections")])
        }
        while true {
            var signal: Int32 = 0
            guard unsafe sigwait(&signals, &signal) == 0 else { continue }
            if signal == SIGHUP { reload() } else { return end() }
        }
    }

    /// Takes the files anew; where one of them is wrong everything stays as it was, and the log says so.
    private func reload() {
        do {
            let composition = try Composition(settings)
            current.with { $0 = composition }
            log.write("reloaded")
        } catch {
            log.write("reload_refused", [.text("what", "the files as they are now would not start a server")])
            complain(error.sentence, waits: false)
        }
    }

    private func end() -> Int32 {
        watch.shutDown()
        log.write("draining")
        let outcome = server.drain(within: Self.drainMilliseconds)
        recorder.finish()
        switch outcome {
        case .drained:
            _ = metricsServer?.drain(within: 1000, idleMilliseconds: 100)
            log.write("stopped")
            return ExitStatus.good.rawValue
        case .stuck(let requests, let threads):
            log.write("stuck", [.number("requests", requests), .number("threads", threads)])
            // libmicrohttpd aborts the process where it is stopped with a request in it.
            _exit(ExitStatus.no.rawValue)
        }
    }
}
