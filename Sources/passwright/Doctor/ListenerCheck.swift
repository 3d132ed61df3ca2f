import HTTP

/// Where the server is to listen. Nothing is taken: a server may be listening there now.
struct ListenerCheck {
    private let settings: Settings
    private let doctor: Doctor

    init(_ settings: Settings, _ doctor: Doctor) {
        self.settings = settings
        self.doctor = doctor
    }

    func diagnoses() -> [Diagnosis] {
        var diagnoses: [Diagnosis] = []
        if !doctor.isUnusable("LISTEN", "LISTEN_ANYWHERE") {
            diagnoses.append(look("listener", "LISTEN", settings.listen))
        }
        if let listen = settings.metricsListen, !doctor.isUnusable("METRICS_LISTEN", "LISTEN_ANYWHERE") {
            diagnoses.append(look("metrics listener", "METRICS_LISTEN", listen))
        }
        return diagnoses
    }

    private func look(_ check: String, _ variable: String, _ listen: Settings.Listen) -> Diagnosis {
        .of(check, remedy: "listen on 127.0.0.1 or on a unix socket, and put TLS in front") {
            () throws(ConfigurationError) in
            do throws(HTTPServerError) {
                try Serving.listener(listen, settings).look()
            } catch {
                throw ConfigurationError("\(Setting.prefix)\(variable) \(Serving.sentence(error)).")
            }
            switch listen {
            case .tcp(let host, let port): return "\(host), port \(port)"
            case .unix(let path): return "unix:\(path)"
            }
        }
    }
}
