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
        let place: String
        let asking: String
        switch listen {
        case .tcp(let host, let port):
            place = "\(host), port \(port)"
            asking = "sport = :\(port)"
        case .unix(let path):
            place = "unix:\(path)"
            asking = "src = unix:\(path)"
        }
        do throws(HTTPServerError) {
            try Serving.listener(listen, settings).look()
            return .good(check, "\(place), free")
        } catch {
            guard error == .portTaken || error == .pathInUse else {
                return .bad(
                    check, "\(Setting.prefix)\(variable) \(Serving.sentence(error)).",
                    "listen on 127.0.0.1 or on a unix socket, and put TLS in front")
            }
            return .warning(
                check, "\(place) is taken: a server listens there now",
                "right if it is this one (ss -lp '\(asking)' names it); else end it, or set \(Setting.prefix)\(variable)"
            )
        }
    }
}
