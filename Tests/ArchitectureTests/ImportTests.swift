import Foundation
import TestSupport
import Testing

/// What each room may import. The compiler does not stop a C system module that is reached through another
/// target, so the import lines are read.
private let mayImport: [String: Set<String>] = [
    "Cryptography": ["COpenSSL", "Synchronization"],
    "Vault": ["Cryptography", "FoundationEssentials"],
    "Provisioning": ["Cryptography", "Vault", "FoundationEssentials"],
    "Database": ["CPostgres", "Provisioning", "FoundationEssentials", "Glibc"],
    "JSON": ["CJansson"],
    "Bearer": ["JSON", "Cryptography"],
    "HTTP": ["CMicrohttpd", "Glibc"],
    "Telemetry": ["FoundationEssentials", "Glibc"],
    "IssuerAPI": [
        "HTTP", "JSON", "Bearer", "Provisioning", "Telemetry", "Foundation", "FoundationEssentials",
    ],
    "passwright": [
        "Cryptography", "Vault", "Provisioning", "Database", "JSON", "Bearer", "HTTP", "Telemetry",
        "IssuerAPI", "Foundation", "FoundationEssentials", "Glibc",
    ],
    "Wallet": ["COpenSSL", "CTLS", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc"],
    "passwright-conformance": [
        "Wallet", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc",
    ],
    "passwright-bench": ["Wallet", "Foundation", "Glibc", "Synchronization"],
    "passwright-wallet": ["Wallet", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc"],
]

private let sources = projectFolder.appendingPathComponent("Sources")

/// The rooms that have Swift in them; a system library has a module map and no Swift.
private func rooms() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sources.path)
        .filter { !$0.hasPrefix(".") }
        .filter { try !swiftFiles(in: $0).isEmpty }
}

private func swiftFiles(in room: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sources.appendingPathComponent(room).path)
        .filter { $0.hasSuffix(".swift") }
}

/// The modules that a text imports: `package import Foundation`, `@preconcurrency import X`, `import struct X.Y`.
func importedModules(in text: String) -> [String] {
    let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor",
    ]
    return text.split(whereSeparator: \.isNewline).flatMap { line -> [String] in
        line.split(separator: ";").compactMap { statement in
            let words = statement.split(whereSeparator: \.isWhitespace)
            guard let position = words.firstIndex(of: "import"), position + 1 < words.count else {
                return nil
            }
            let modifiers = words[..<position]
            let isImport = modifiers.allSatisfy { word in
                word.hasPrefix("@")
                    || ["public", "package", "internal", "fileprivate", "private"].contains(word)
            }
            guard isImport else { return nil }
            var name = words[position + 1]
            if kinds.contains(name), position + 2 < words.count { name = words[position + 2] }
            return String(name.split(separator: ".")[0])
        }
    }
}

@Test func `each room imports only what the architecture allows`() throws {
    for room in try rooms() {
        let allowed = try #require(mayImport[room], "\(room) is not in the table of rooms")
        for file in try swiftFiles(in: room) {
            let text = try String(
                contentsOf: sources.appendingPathComponent("\(room)/\(file)"), encoding: .utf8)
            for module in importedModules(in: text) {
                #expect(allowed.contains(module), "Sources/\(room)/\(file) imports \(module)")
            }
        }
    }
}

@Test func `the table of rooms names no room that is gone`() throws {
    let present = Set(try rooms())
    for room in mayImport.keys { #expect(present.contains(room), "\(room)") }
}

@Test(arguments: [
    ("import COpenSSL", ["COpenSSL"]),
    ("  internal import COpenSSL // why", ["COpenSSL"]),
    ("@preconcurrency package import Foundation", ["Foundation"]),
    ("import struct Foundation.Date", ["Foundation"]),
    ("import A; import B", ["A", "B"]),
    ("// import COpenSSL", []),
    ("let text = \"to import COpenSSL\"", []),
])
func `an import line is read whatever its form`(line: String, modules: [String]) {
    #expect(importedModules(in: line) == modules)
}

@Test func `the top level holds what it should and nothing else`() throws {
    let allowed: Set<String> = [
        "Package.swift", "Sources", "Tests", "db", "certs", "deploy", "README.md", "LICENSE",
    ]
    let found = try FileManager.default.contentsOfDirectory(atPath: projectFolder.path)
        .filter { !$0.hasPrefix(".") }
    #expect(Set(found).subtracting(allowed).isEmpty)
}

@Test func `nothing in the server rooms is public`() throws {
    for room in try rooms() {
        for file in try swiftFiles(in: room) {
            let text = try String(
                contentsOf: sources.appendingPathComponent("\(room)/\(file)"), encoding: .utf8)
            let lines = text.split(whereSeparator: \.isNewline)
            #expect(
                !lines.contains { $0.drop(while: \.isWhitespace).hasPrefix("public ") }, "\(room)/\(file)")
        }
    }
}
