import FoundationEssentials

/// What a request asks for, from its method and path.
enum Route: Sendable {
    case provisioning(card: UUID?)
    case cards
    case card(UUID?)
    case liveness
    case readiness

    /// The name in the log and in metrics.
    enum Name: String, CaseIterable, Sendable {
        case provisioning, cards, card, liveness, readiness
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
        }
    }

    /// Reads a path without its query, with or without `/user-api`. A card's id that is not a UUID is nil: to the
    /// caller that is a card that does not exist, not a route that does not.
    static func parse(method: String, path: String) throws(Problem) -> Route {
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst()
        guard path.utf8.first == UInt8(ascii: "/") else { throw .notFound }
        if segments.first.map({ $0.elementsEqual("user-api".utf8) }) == true {
            segments = segments.dropFirst()
        }
        let words = segments.map { Array($0) }

        func isWord(_ index: Int, _ text: String) -> Bool { words[index].elementsEqual(text.utf8) }
        switch words.count {
        case 1 where isWord(0, "healthz"): return try only(get: method, .liveness)
        case 1 where isWord(0, "readyz"): return try only(get: method, .readiness)
        case 1 where isWord(0, "cards"): return try only(get: method, .cards)
        case 2 where isWord(0, "cards") && !words[1].isEmpty:
            return try only(get: method, .card(UUID(strict: words[1])))
        case 4
        where isWord(0, "cards") && !words[1].isEmpty && isWord(2, "apple-pay") && isWord(3, "provisioning"):
            guard method == "POST" else { throw .methodNotAllowed(allow: "POST") }
            return .provisioning(card: UUID(strict: words[1]))
        default: throw .notFound
        }
    }

    private static func only(get method: String, _ route: Route) throws(Problem) -> Route {
        guard method == "GET" || method == "HEAD" else {
            throw .methodNotAllowed(allow: "GET, HEAD")
        }
        return route
    }
}

extension Problem {
    static var notFound: Problem { Problem(.notFound, "no_such_route", "There is no such route.") }

    static func methodNotAllowed(allow: StaticString) -> Problem {
        Problem(.methodNotAllowed, "method_not_allowed", "This route has no such method.", allow: allow)
    }
}
