internal import Foundation
internal import FoundationNetworking

/// An issuer's server over HTTP, called like a phone's app calls it: no redirect followed, no cookie, no cache.
package final class HTTPIssuer: Issuer {
    /// PassKit's own limit.
    package static let phoneLimit = 20
    /// No honest answer comes near it.
    static let longestAnswer = ShortFile.longestAnswer

    package let name: String
    private let address: URL
    private let limit: Int
    private let session: URLSession

    /// `nil` where `address` is no http or https address with a host.
    package init?(address: String, limit: Int = phoneLimit) {
        let trimmed = address.hasSuffix("/") ? String(address.dropLast()) : address
        guard let url = URL(string: trimmed), let host = url.host, !host.isEmpty,
            ["http", "https"].contains(url.scheme?.lowercased()), url.query == nil, url.fragment == nil
        else { return nil }
        self.address = url
        let port = url.port.map { ":\($0)" } ?? ""
        name = "\(url.scheme ?? "http")://\(host)\(port)\(url.path)"
        self.limit = limit
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = TimeInterval(limit)
        configuration.timeoutIntervalForResource = TimeInterval(limit)
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: NoRedirect(), delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    package func send(_ call: IssuerCall) throws(IssuerSilence) -> IssuerAnswer {
        guard let url = URL(string: address.absoluteString + call.path) else { throw .notReachable }
        var request = URLRequest(url: url)
        request.httpMethod = call.method
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let token = call.token {
            request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
        }
        if let body = call.body {
            request.httpBody = Data(body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let outcome = Outcome()
        let start = ContinuousClock.now
        let task = session.dataTask(with: request) { body, response, error in
            outcome.settle(body: body, response: response, error: error)
        }
        task.resume()
        // URLSession counts its own limit from the last byte; a server that drips is cut here.
        guard outcome.wait(seconds: limit) else {
            task.cancel()
            throw .timedOut(seconds: limit)
        }
        let elapsed = start.duration(to: .now)
        return try outcome.answer(
            milliseconds: Int(elapsed / .milliseconds(1)), limit: limit)
    }
}

/// A redirect is an answer like any other: a token is not carried to another address.
private final class NoRedirect: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// What a task ended with, handed from the session's thread to the one that waits.
private final class Outcome: @unchecked Sendable {
    private let condition = NSCondition()
    private var settled = false
    private var body: Data?
    private var response: HTTPURLResponse?
    private var code: URLError.Code?

    func settle(body: Data?, response: URLResponse?, error: (any Error)?) {
        condition.lock()
        self.body = body
        self.response = response as? HTTPURLResponse
        code = error.map { ($0 as? URLError)?.code ?? .unknown }
        settled = true
        condition.broadcast()
        condition.unlock()
    }

    /// Whether the task ended in time.
    func wait(seconds: Int) -> Bool {
        let deadline = Date(timeIntervalSinceNow: TimeInterval(seconds))
        condition.lock()
        defer { condition.unlock() }
        while !settled { guard condition.wait(until: deadline) else { return settled } }
        return true
    }

    func answer(milliseconds: Int, limit: Int) throws(IssuerSilence) -> IssuerAnswer {
        switch code {
        case nil: break
        case .timedOut: throw .timedOut(seconds: limit)
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
            throw .notReachable
        default: throw .brokenOff
        }
        guard let response else { throw .brokenOff }
        let bytes = Array(body ?? Data())
        guard bytes.count <= HTTPIssuer.longestAnswer else { throw .tooLarge }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            headers["\(name)".lowercased()] = "\(value)"
        }
        return IssuerAnswer(
            status: response.statusCode, headers: headers, body: bytes, milliseconds: milliseconds)
    }
}
