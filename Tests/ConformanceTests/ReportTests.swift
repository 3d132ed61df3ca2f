import Foundation
import FoundationXML
import TestSupport
import Testing
import Wallet

@testable import passwright_conformance

/// Reports of one run that has every verdict in it.
@Suite struct ReportTests {
    private func item(_ id: String, _ group: Group, _ ask: @escaping @Sendable (Trial) throws(Stop) -> Void)
        -> Case
    {
        Case(id, group, .members, "A title with <angles>, \"quotes\" & more.", ask: ask)
    }

    private func result() throws -> RunResult {
        let server = HostileServer(
            .replies { _ in
                httpAnswer(
                    "400 Bad Request",
                    Array(#"{"error":"<script>alert(1)</script>","message":"'\"&\u0007"}"#.utf8))
            })
        return try TestDeployment(server.address).run([
            item("PROV-P-001", .contract) { (trial) throws(Stop) in _ = try trial.send(trial.order().request)
            },
            item("PROV-P-002", .contract) { (trial) throws(Stop) in
                let reply = try trial.send(trial.order().request)
                try trial.require(false, "<b>200</b>", got: reply.error ?? "")
            },
            item("PROV-P-003", .payload) { _ throws(Stop) in throw .blocked("]]> in the way") },
            item("PROV-F-004", .state) { _ throws(Stop) in throw .skipped("no \"card\"") },
        ])
    }

    @Test func `the JSON report is what its schema says`() throws {
        let file = projectFolder.appendingPathComponent(
            "Sources/passwright-conformance/Reports/report.schema.json")
        let schema = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file))
        let check = SchemaCheck(document: schema, namesEveryMember: false)
        let report = try JSONDecoder().decode(JSONValue.self, from: Data(JSONReport(result()).text.utf8))
        #expect(check.violations(of: report, against: schema) == [])
        // The check can fail.
        var spoilt = report.object!
        spoilt["good"] = .text("yes")
        #expect(check.violations(of: .object(spoilt), against: schema) != [])
    }

    @Test func `the schema knows every group, profile and verdict`() throws {
        let file = projectFolder.appendingPathComponent(
            "Sources/passwright-conformance/Reports/report.schema.json")
        let definitions = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file))["$defs"]
        func words(_ value: JSONValue?) -> [String] { value?["enum"]?.list?.compactMap(\.text) ?? [] }
        let members = definitions?["case"]?["properties"]
        #expect(Set(words(members?["group"])) == Set(Group.allCases.map(\.rawValue)))
        #expect(Set(words(members?["profile"])) == Set(Profile.allCases.map(\.rawValue)))
        #expect(Set(words(definitions?["verdict"])) == Set(Verdict.Word.allCases.map(\.rawValue)))
    }

    @Test func `the JUnit report is XML whose figures agree with its cases`() throws {
        let reader = JUnitReader()
        let parser = XMLParser(data: Data(JUnitReport(result: try result()).text.utf8))
        parser.delegate = reader
        #expect(parser.parse())
        #expect(reader.count("testcase") == 4)
        for (attribute, element) in [
            ("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
        ] {
            #expect(Int(reader.first("testsuites", attribute) ?? "") == reader.count(element), "\(attribute)")
            #expect(reader.sum("testsuite", attribute) == reader.count(element), "\(attribute) of the suites")
        }
        for name in ["classname", "name", "time"] {
            #expect(reader.all("testcase", name).count == 4, "\(name)")
        }
        #expect(
            reader.all("testsuite", "timestamp").allSatisfy {
                $0.wholeMatch(of: /[0-9-]{10}T[0-9:]{8}/) != nil
            })
        #expect(reader.first("failure", "message") == "expected <b>200</b>; got <script>alert(1)</script>")
    }

    @Test func `the page runs nothing and loads nothing`() throws {
        let page = HTMLReport(result: try result()).text
        #expect(!page.contains("<script"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!page.contains(" style=") && !page.contains("javascript:") && !page.contains("@import"))
        #expect(page.firstMatch(of: /\son[a-z]+=/) == nil)
        #expect(page.firstMatch(of: /\ssrc=|url\(/) == nil)
        // Every link leads to a place on the page.
        let places = Set(page.matches(of: /\sid="([^"]+)"/).map { String($0.1) })
        let links = page.matches(of: /\shref="([^"]*)"/).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links {
            #expect(link.first == "#" && places.contains(String(link.dropFirst())), "\(link)")
        }
        #expect(places.count == page.matches(of: /\sid="([^"]+)"/).count)
    }

    @Test func `the page's policy lets in its own style sheet and nothing else`() throws {
        let page = HTMLReport(result: try result()).text
        let sheet = try #require(page.firstMatch(of: /(?s)<style>(.*?)<\/style>/)).1
        let digest = Base64.encode(try Digest.sha256.of(Array(String(sheet).utf8)))
        #expect(page.contains("default-src 'none'; style-src 'sha256-\(digest)'"))
    }

    @Test func `every element of the page is closed`() throws {
        let page = HTMLReport(result: try result()).text
        var open: [String] = []
        let empty: Set = ["meta", "line", "circle", "wbr", "a"]
        for match in page.replacing(/(?s)<style>.*?<\/style>/, with: "").matches(
            of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/)
        {
            let name = String(match.2)
            if match.1 == "/" {
                #expect(open.popLast() == name)
            } else if match.3 != "/", !(empty.contains(name) && name != "a") {
                open.append(name)
            }
        }
        #expect(open.isEmpty)
    }

    @Test func `the terminal's report says what was expected, what came, the rule and where it stands`()
        throws
    {
        let text = reports(try result())[0].text
        for part in [
            "PROV-P-002", "expected    <b>200</b>", "got         <script>alert(1)</script>",
            "rule        answer.members",
            "not asked 1: ]]> in the way (PROV-P-003)", "skipped 1: no \"card\" (PROV-F-004)",
            "1 of 3 cases failed, 1 could not be asked.",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test func `a case that comes out one way and then another has failed`() throws {
        let good = try result().results
        var bad = good
        bad[0].verdict = .failed(expected: "a", got: "b")
        let merged = Rounds.merged([good, bad, good])
        #expect(
            merged[0].verdict
                == .failed(
                    expected: "the same verdict every time", got: "passed, failed, passed; when it failed: b")
        )
        #expect(merged[1].verdict == good[1].verdict)
    }
}

private final class JUnitReader: NSObject, XMLParserDelegate {
    private var elements: [(name: String, attributes: [String: String])] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) { elements.append((name, attributes)) }

    func count(_ name: String) -> Int { elements.count { $0.name == name } }
    func all(_ name: String, _ attribute: String) -> [String] {
        elements.filter { $0.name == name }.compactMap { $0.attributes[attribute] }
    }
    func first(_ name: String, _ attribute: String) -> String? { all(name, attribute).first }
    func sum(_ name: String, _ attribute: String) -> Int {
        all(name, attribute).compactMap { Int($0) }.reduce(0, +)
    }
}
