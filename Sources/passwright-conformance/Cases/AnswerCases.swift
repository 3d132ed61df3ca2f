import Foundation
import Wallet

/// The HTTP contract as an honest wallet app meets it.
enum AnswerCases {
    static let all: [Case] = [
        .accepted(
            "PROV-P-001", .contract, .accepted,
            "A request in good order for an active card is answered with a pass."
        ) { (trial) throws(Stop) in try trial.order().request },
        Case(
            "PROV-P-002", .contract, .members, "The answer has exactly the three members, each a JSON string."
        ) {
            (trial) throws(Stop) in
            let pass = try trial.pass(trial.order())
            let names = pass.object.names.sorted()
            try trial.require(
                names == PassAnswer.names.sorted(), PassAnswer.names.joined(separator: ", "),
                got: names.joined(separator: ", "))
            for name in names {
                try trial.require(
                    pass.object.text(name) != nil, "\(name) is a JSON string", got: "another kind of value")
            }
        },
        .refused(
            "PROV-F-010", .contract, .route, "A path that is no route is answered with 404 NOT_FOUND.",
            Refusal(404, "NOT_FOUND", "no_such_route")
        ) { (trial) throws(Stop) in .get("/no-such-route", token: try trial.token()) },
    ]
}
