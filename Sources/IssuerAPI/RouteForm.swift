import FoundationEssentials

/// How a route is asked for: its path, with `{cardId}` for a card's id, and its methods.
struct RouteForm: Sendable {
    let path: String
    let methods: [String]
    /// The methods, as `Allow` has them.
    let allow: StaticString
    let route: @Sendable (UUID?) -> Route
    private let segments: [ArraySlice<UInt8>]

    /// Every route there is.
    static let all = [
        RouteForm(post: "/cards/{cardId}/apple-pay/provisioning") { .provisioning(card: $0) },
        RouteForm(get: "/cards") { _ in .cards },
        RouteForm(get: "/cards/{cardId}") { .card($0) },
        RouteForm(get: "/healthz") { _ in .liveness },
        RouteForm(get: "/readyz") { _ in .readiness },
        RouteForm(get: "/openapi.json") { _ in .document },
    ]

    private init(get path: String, _ route: @escaping @Sendable (UUID?) -> Route) {
        self.init(path, ["GET", "HEAD"], "GET, HEAD", route)
    }

    private init(post path: String, _ route: @escaping @Sendable (UUID?) -> Route) {
        self.init(path, ["POST"], "POST", route)
    }

    private init(
        _ path: String, _ methods: [String], _ allow: StaticString,
        _ route: @escaping @Sendable (UUID?) -> Route
    ) {
        self.path = path
        self.methods = methods
        self.allow = allow
        self.route = route
        segments = Array(path.utf8).split(separator: UInt8(ascii: "/"))
    }

    /// Whether these are the path's segments, without the prefix. An id is any text that is not empty.
    func matches(_ words: ArraySlice<ArraySlice<UInt8>>) -> Bool {
        words.count == segments.count
            && zip(words, segments).allSatisfy { word, segment in
                segment.first == UInt8(ascii: "{") ? !word.isEmpty : word.elementsEqual(segment)
            }
    }
}
