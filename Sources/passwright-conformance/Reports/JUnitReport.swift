import Foundation

/// The report for build servers: JUnit's XML, a suite for each group, as Jenkins and GitLab read it. What could not be
/// asked is an error, what failed is a failure.
struct JUnitReport {
    let result: RunResult

    var text: String {
        let suites = Group.allCases.compactMap { group -> String? in
            let members = result.results.filter { $0.item.group == group }
            return members.isEmpty ? nil : suite(group, members)
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + Markup.element(
                "testsuites",
                [
                    "name": "passwright-conformance", "tests": "\(result.results.count)",
                    "failures": "\(result.count(.failed))", "errors": "\(result.count(.blocked))",
                    "skipped": "\(result.count(.skipped))", "time": seconds(result.seconds * 1000),
                ], "\n" + suites.joined(separator: "\n") + "\n")
    }

    private func suite(_ group: Group, _ members: [CaseResult]) -> String {
        func count(_ word: Verdict.Word) -> String { "\(members.count { $0.verdict.word == word })" }
        let time = members.map(\.milliseconds).reduce(0, +)
        let date = Date(timeIntervalSince1970: Double(result.started)).ISO8601Format()
        return Markup.element(
            "testsuite",
            [
                "name": group.rawValue, "tests": "\(members.count)", "failures": count(.failed),
                "errors": count(.blocked), "skipped": count(.skipped), "time": seconds(time),
                // JUnit's schema has a time without a zone: UTC.
                "timestamp": String(date.dropLast()),
            ], "\n" + members.map(testCase).joined(separator: "\n") + "\n")
    }

    private func testCase(_ found: CaseResult) -> String {
        let item = found.item
        let attributes: KeyValuePairs = [
            "classname": "conformance.\(item.group.rawValue)", "name": "\(item.id) \(item.title)",
            "time": seconds(found.milliseconds),
        ]
        switch found.verdict {
        case .passed: return Markup.element("testcase", attributes)
        case .skipped(let reason):
            return Markup.element("testcase", attributes, Markup.element("skipped", ["message": reason]))
        case .blocked(let reason):
            return Markup.element(
                "testcase", attributes,
                Markup.element("error", ["message": reason, "type": "blocked"], Markup.escaped(story(found))))
        case .failed(let expected, let got):
            return Markup.element(
                "testcase", attributes,
                Markup.element(
                    "failure", ["message": "expected \(expected); got \(got)", "type": item.rule.rawValue],
                    Markup.escaped(story(found))))
        }
    }

    private func story(_ found: CaseResult) -> String {
        let rule = found.item.rule
        return
            (["\(rule.rawValue): \(rule.sentence) (\(rule.source))"]
            + found.exchanges.flatMap { ["", "sent:", $0.sent, "", "got:", $0.got] }).joined(separator: "\n")
    }

    private func seconds(_ milliseconds: Double) -> String { "\((milliseconds).rounded() / 1000)" }
}
