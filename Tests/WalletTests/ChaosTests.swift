import Foundation
import TestSupport
import Testing
import Wallet

/// A server behind a socket that remembers nonces, as far as a test lets it.
private final class Memory: @unchecked Sendable {
    private let lock = NSLock()
    private var nonces: Set<String> = []

    /// Whether this is the first time.
    func isNew(_ nonce: String) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return nonces.insert(nonce).inserted
    }
}

@Suite struct ChaosTests {
    private func server(
        forgets: Bool = false, keepsOrder: Bool = false, status: String? = nil
    ) -> SmallServer {
        let memory = Memory()
        return SmallServer { request in
            if let status { return .bytes(httpAnswer(status, #"{"error":"E","reason":"r"}"#)) }
            let line = request.split(separator: " ")
            let body = request.range(of: "\r\n\r\n").map { String(request[$0.upperBound...]) } ?? ""
            let method = String(line[0])
            let call = IssuerCall(method: method, path: String(line[1]), token: nil, body: Array(body.utf8))
            if method == "POST" {
                let nonce = body.firstMatch(of: /"nonce":"([^"]*)"/).map { String($0.1) } ?? ""
                let leaf = body.range(of: Base64.encode(HonestIssuer.pki.leaf))
                let intermediate = body.range(of: Base64.encode(HonestIssuer.pki.intermediate))
                if keepsOrder, leaf!.lowerBound > intermediate!.lowerBound {
                    return .bytes(httpAnswer("400 Bad", #"{"error":"E","reason":"certificate_wrong_kind"}"#))
                }
                if !forgets, !memory.isNew(nonce) {
                    return .bytes(httpAnswer("400 Bad", #"{"error":"E","reason":"nonce_replayed"}"#))
                }
            }
            let answer = try! HonestIssuer().send(call)
            return .bytes(
                httpAnswer(
                    "\(answer.status) S", String(decoding: answer.body, as: UTF8.self),
                    headers: answer.headers))
        }
    }

    private func report(_ server: SmallServer, seed: UInt64 = 1) throws -> ChaosReport {
        let pki = HonestIssuer.pki
        let order = AddCard(
            issuer: try #require(HTTPIssuer(address: server.address)),
            phone: Phone(certificates: pki.certificates, leafKey: pki.leafKey, device: .mobilePhone),
            network: PaymentNetwork(), card: HonestIssuer.card, token: "t", details: nil,
            now: HonestIssuer.now)
        return try #require(Chaos(order, seed: seed)).run()
    }

    private func failed(_ report: ChaosReport) -> Set<String> {
        Set(report.findings.filter { $0.verdict == .failed }.map(\.check))
    }

    @Test func `a good server takes every prank, in an order that the seed decides`() throws {
        let server = server()
        let report = try report(server, seed: 5)
        #expect(report.isGood, "\(report.findings.filter { $0.verdict != .passed })")
        #expect(Set(report.findings.map(\.check)) == Set(Chaos.Prank.allCases.map(\.rawValue)))
        #expect(try self.report(server, seed: 5).findings.map(\.check) == report.findings.map(\.check))
        #expect(try self.report(server, seed: 6).findings.map(\.check) != report.findings.map(\.check))
    }

    @Test func `a server that forgets nonces fails where a nonce comes again, and nowhere else`() throws {
        let report = try report(server(forgets: true))
        #expect(
            failed(report)
                == Set([Chaos.Prank.nonceAgain, .twiceAtOnce, .droppedThenSame].map(\.rawValue)))
    }

    @Test func `a server that keeps to the certificates' order fails with them exchanged, and nowhere else`()
        throws
    {
        let report = try report(server(keepsOrder: true))
        #expect(failed(report) == [Chaos.Prank.swapped.rawValue])
        #expect(report.findings.contains { $0.reason == "the server says 400 certificate_wrong_kind" })
    }

    @Test func `a server whose allowance is used up is not called good`() throws {
        let report = try report(server(status: "429 Too Many Requests"))
        #expect(!report.isGood)
        #expect(report.findings.count { $0.verdict == .skipped } == Chaos.Prank.allCases.count)
        let text = report.ending(TextStyle(width: 80, coloured: false)).joined()
        #expect(text.contains("could not be played"))
    }

    @Test func `a server that is broken, speaks HTML or is not there fails everywhere and ends`() throws {
        let html = SmallServer { _ in .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>".utf8))
        }
        #expect(try failed(report(html)).count >= 8)
        let nonsense = SmallServer { _ in .bytes(Array("hello".utf8)) }
        #expect(try failed(report(nonsense)).count == Chaos.Prank.allCases.count)
        let order = AddCard(
            issuer: try #require(HTTPIssuer(address: "http://127.0.0.1:1")),
            phone: Phone(certificates: [], leafKey: HonestIssuer.pki.leafKey, device: .watch),
            network: PaymentNetwork(), card: HonestIssuer.card, token: "t", details: nil, now: 0)
        #expect(try failed(#require(Chaos(order, seed: 1)).run()).count == Chaos.Prank.allCases.count)
    }
}
