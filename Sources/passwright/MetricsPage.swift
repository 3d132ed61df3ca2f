import HTTP

/// `GET /metrics` on a listener of its own.
struct MetricsPage: HTTPApplication {
    let text: @Sendable () -> String

    init(text: @escaping @Sendable () -> String) { self.text = text }

    struct Worker: HTTPWorker {
        let page: MetricsPage

        mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
            guard request.head.path == "/metrics" else { return HTTPResponse(status: 404) }
            guard ["GET", "HEAD"].contains(request.head.method) else {
                return HTTPResponse(status: 405, fields: [HTTPField("Allow", "GET, HEAD")])
            }
            let type = HTTPField("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            return HTTPResponse(status: 200, fields: [type], body: Array(page.text().utf8))
        }
    }

    func makeWorker(_ index: Int) -> Worker { Worker(page: self) }

    func immediate(_ head: HTTPHead) -> HTTPResponse? { nil }

    func answer(to problem: HTTPProblem, head: HTTPHead?) -> HTTPResponse {
        switch problem {
        case .badRequest: HTTPResponse(status: 400)
        case .requestTimeout: HTTPResponse(status: 408)
        case .payloadTooLarge: HTTPResponse(status: 413)
        case .headersTooLarge: HTTPResponse(status: 431)
        case .queueFull, .overdue, .shuttingDown: HTTPResponse(status: 503)
        }
    }
}
