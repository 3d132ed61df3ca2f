import Foundation
import HTTP
import Provisioning
import TestSupport
import Testing

@testable import Bearer
@testable import IssuerAPI

/// Every problem that an answer can have.
private let problems: [Problem] =
    Refusal.allCases.map { Problem($0, retryAfter: nil) } + Failure.allCases.map { Problem($0) }
    + [StoreError.unavailable, .timedOut, .incompatible].map { Problem($0) }
    + TokenError.allCases.map { Problem($0) } + HTTPProblem.allCases.map { Problem($0) }
    + [.notFound, .methodNotAllowed(allow: "GET"), .missing("m"), .invalid("m")]

private func readme() throws -> [String] {
    try String(contentsOf: projectFolder.appendingPathComponent("README.md"), encoding: .utf8)
        .components(separatedBy: "\n")
}

@Test func `the README's table has each error with its status and each reason in its row`() throws {
    let lines = try readme()
    for problem in problems {
        let start = "| \(problem.code.status) | `\(problem.code.rawValue)` |"
        let row = lines.contains { $0.hasPrefix(start) && $0.contains("`\(problem.reason)`") }
        #expect(row, "\(start) \(problem.reason)")
    }
}

@Test func `the README's table has no reason that nothing gives`() throws {
    let given = Set(problems.map { "\($0.reason)" })
        .union(["malformed_json", "card_credentials_refused", "media_type", "caller_allowance"])
    for line in try readme() where line.hasPrefix("| 4") || line.hasPrefix("| 5") {
        let reasons = line.components(separatedBy: "|")[3].components(separatedBy: "`")
        for (index, word) in reasons.enumerated() where !index.isMultiple(of: 2) && word != "Retry-After" {
            #expect(given.contains(word), "\(word)")
        }
    }
}

@Test func `the reason of a refusal, failure or token error is its raw value`() {
    for refusal in Refusal.allCases {
        #expect("\(Problem(refusal, retryAfter: nil).reason)" == refusal.rawValue)
    }
    for failure in Failure.allCases { #expect("\(Problem(failure).reason)" == failure.rawValue) }
    for error in TokenError.allCases {
        #expect("\(Problem(error).reason)" == error.rawValue)
        #expect(Problem(error).code == .unauthorized)
    }
    for code in ErrorCode.allCases { #expect("\(code.text)" == code.rawValue) }
}
