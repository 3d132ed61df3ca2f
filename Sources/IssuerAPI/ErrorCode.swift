/// The stable word that a client switches on, with its HTTP status: the closed set of the contract.
package enum ErrorCode: String, CaseIterable, Sendable {
    case invalidData = "APPLE_PAY_INVALID_DATA"
    case unauthorized = "UNAUTHORIZED"
    case cardNotFound = "CARD_NOT_FOUND"
    case notAvailable = "APPLE_PAY_NOT_AVAILABLE"
    case tooManyRequests = "TOO_MANY_REQUESTS"
    case provisioningFailed = "APPLE_PAY_PROVISIONING_FAILED"
    case unavailable = "APPLE_PAY_PROVISIONING_UNAVAILABLE"
    case badRequest = "BAD_REQUEST"
    case notFound = "NOT_FOUND"
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    case requestTimeout = "REQUEST_TIMEOUT"
    case payloadTooLarge = "PAYLOAD_TOO_LARGE"
    case unsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
    case headersTooLarge = "HEADERS_TOO_LARGE"

    package var status: Int {
        switch self {
        case .invalidData, .badRequest: 400
        case .unauthorized: 401
        case .cardNotFound, .notFound: 404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .notAvailable: 409
        case .payloadTooLarge: 413
        case .unsupportedMediaType: 415
        case .tooManyRequests: 429
        case .headersTooLarge: 431
        case .provisioningFailed: 502
        case .unavailable: 503
        }
    }

    /// The raw value as a text of the source, for the record of a refusal.
    var text: StaticString {
        switch self {
        case .invalidData: "APPLE_PAY_INVALID_DATA"
        case .unauthorized: "UNAUTHORIZED"
        case .cardNotFound: "CARD_NOT_FOUND"
        case .notAvailable: "APPLE_PAY_NOT_AVAILABLE"
        case .tooManyRequests: "TOO_MANY_REQUESTS"
        case .provisioningFailed: "APPLE_PAY_PROVISIONING_FAILED"
        case .unavailable: "APPLE_PAY_PROVISIONING_UNAVAILABLE"
        case .badRequest: "BAD_REQUEST"
        case .notFound: "NOT_FOUND"
        case .methodNotAllowed: "METHOD_NOT_ALLOWED"
        case .requestTimeout: "REQUEST_TIMEOUT"
        case .payloadTooLarge: "PAYLOAD_TOO_LARGE"
        case .unsupportedMediaType: "UNSUPPORTED_MEDIA_TYPE"
        case .headersTooLarge: "HEADERS_TOO_LARGE"
        }
    }
}
