import Foundation
import Provisioning
import TestSupport
import Testing

@testable import Bearer
@testable import IssuerAPI

private func readme() throws -> [String] {
    try String(contentsOf: projectFolder.appendingPathComponent("README.md"), encoding: .utf8)
        .components(separatedBy: "\n")
}

@Test func `the README's table has each error with its status and each reason in its row`() throws {
    let lines = try readme()
    for reason in Reason.allCases {
        let start = "| \(reason.code.status) | `\(reason.code.rawValue)` |"
        let row = lines.contains { $0.hasPrefix(start) && $0.contains("`\(reason.text)`") }
        #expect(row, "\(start) \(reason.text)")
    }
}

@Test func `the README's table has no reason that nothing gives`() throws {
    let given = Set(Reason.allCases.map { "\($0.text)" })
    for line in try readme() where line.hasPrefix("| 4") || line.hasPrefix("| 5") {
        let reasons = line.components(separatedBy: "|")[3].components(separatedBy: "`")
        for (index, word) in reasons.enumerated() where !index.isMultiple(of: 2) && word != "Retry-After" {
            #expect(given.contains(word), "\(word)")
        }
    }
}

@Test func `the reason of a refusal, failure or token error is its raw value`() {
    for refusal in Refusal.allCases {
        #expect("\(Problem(refusal, retryAfter: nil).reason.text)" == refusal.rawValue)
    }
    for failure in Failure.allCases { #expect("\(Problem(failure).reason.text)" == failure.rawValue) }
    for error in TokenError.allCases {
        #expect("\(Problem(error).reason.text)" == error.rawValue)
        #expect(Problem(error).code == .unauthorized)
    }
    for code in ErrorCode.allCases { #expect("\(code.text)" == code.rawValue) }
}

@Test func `each reason has a word of its own, and each error has a reason`() {
    #expect(Set(Reason.allCases.map { "\($0.text)" }).count == Reason.allCases.count)
    #expect(Set(Reason.allCases.map(\.code)) == Set(ErrorCode.allCases))
}
