import FoundationEssentials

/// What a request asks for, from its method and path.
enum Route: Sendable {
    case provisioning(card: UUID?)
    case cards
    case card(UUID?)
    case liveness
    case readiness
    /// The contract as an OpenAPI document.
    case document

    /// The name in the log and in metrics.
    enum Name: String, CaseIterable, Sendable {
        case provisioning, cards, card, liveness, readiness, document
        /// No such route, or a request that was refused before its path was looked at.
        case none
    }

    var name: Name {
        switch self {
        case .provisioning: .provisioning
        case .cards: .cards
        case .card: .card
        case .liveness: .liveness
        case .readiness: .readiness
        case .document: .document
        }
    }

    /// Whether it may wait, and so is not answered by the thread that serves the connections.
    var needsWorker: Bool {
        switch self {
        case .provisioning, .cards, .card: true
        case .liveness, .readiness, .document: false
        }
    }

    /// Reads a path without its query, with or without `/user-api`. A card's id that is not a UUID is nil: to the
    /// caller that is a card that does not exist, not a route that does not.
    static func parse(method: String, path: String) throws(Problem) -> Route {
        var words = Array(path.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[
            ...]
        guard words.removeFirst().isEmpty else { throw .notFound }
        if words.first?.elementsEqual("user-api".utf8) == true { words.removeFirst() }
        guard let form = RouteForm.all.first(where: { $0.matches(words) }) else { throw .notFound }
        guard form.methods.contains(method) else { throw .methodNotAllowed(allow: form.allow) }
        return form.route(words.count > 1 ? UUID(strict: words[words.startIndex + 1]) : nil)
    }
}

extension Problem {
    static var notFound: Problem { Problem(.noSuchRoute, "There is no such route.") }

    static func methodNotAllowed(allow: StaticString) -> Problem {
        Problem(.methodNotAllowed, "This route has no such method.", allow: allow)
    }
}
