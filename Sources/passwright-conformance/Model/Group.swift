/// What a case is about: the chapters of a report.
enum Group: String, CaseIterable, Codable, Sendable {
    case contract, payload, activation, certificates, nonce, tokens, ownership, state, limits, replay
    case concurrency, operation

    /// For a person.
    var title: String {
        switch self {
        case .contract: "The HTTP contract"
        case .payload: "The pass that Apple opens"
        case .activation: "Activation data"
        case .certificates: "Certificates"
        case .nonce: "Nonce and its signature"
        case .tokens: "Bearer tokens"
        case .ownership: "Ownership"
        case .state: "States of a card"
        case .limits: "Limits"
        case .replay: "Replay"
        case .concurrency: "Many at once"
        case .operation: "Operation"
        }
    }
}

/// A selection of cases: each case is in exactly one.
enum Profile: String, CaseIterable, Codable, Sendable {
    case core
    case certificates
    case networkVisa = "network-visa"
    case networkMastercard = "network-mastercard"
    case operation
    case edge

    var sentence: String {
        switch self {
        case .core: "what every issuer must do, whatever its networks"
        case .certificates: "which chains a pass may be encrypted to"
        case .networkVisa: "Visa's activation data and payload"
        case .networkMastercard: "Mastercard's activation data and payload"
        case .operation: "health, readiness, metrics, drain and pause"
        case .edge: "what only a strict proxy in front of a server can refuse"
        }
    }

    /// Where a case of this group belongs unless it says otherwise.
    init(_ group: Group) {
        switch group {
        case .certificates: self = .certificates
        case .operation: self = .operation
        default: self = .core
        }
    }
}
