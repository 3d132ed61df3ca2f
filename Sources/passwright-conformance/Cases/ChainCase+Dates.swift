import Wallet

// C12: valid at the server's time. An hour lies between each limit and now, since no two clocks are one.
extension ChainCase {
    static let dates: [ChainCase] = [
        .accepted(109, .c12, "A leaf that began an hour ago is accepted.") { forge in
            try forge.leaf { $0.notBefore = forge.now - hour }
        },
        .accepted(110, .c12, "A leaf that ends in an hour is accepted.") { forge in
            try forge.leaf { $0.notAfter = forge.now + hour }
        },
        .refused(197, .c12, .expired, "A leaf that ended an hour ago is refused.") { forge in
            try forge.leaf { $0.notAfter = forge.now - hour }
        },
        .refused(198, .c12, .notYetValid, "A leaf that begins in an hour is refused.") { forge in
            try forge.leaf { $0.notBefore = forge.now + hour }
        },
        .refused(199, .c12, .expired, "An intermediate that ended an hour ago is refused.") { forge in
            try forge.intermediate { $0.notAfter = forge.now - hour }
        },
        .refused(200, .c12, .notYetValid, "An intermediate that begins in an hour is refused.") { forge in
            try forge.intermediate { $0.notBefore = forge.now + hour }
        },
    ]
}

private let hour: Int64 = 3600
