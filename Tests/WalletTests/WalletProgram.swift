import Foundation
import TestSupport
import Wallet

/// How the program ended.
struct Run {
    let status: Int32
    let output: String
    let complaint: String
}

/// `passwright-wallet`, built beside this test, in an empty folder of its own.
func runWallet(_ arguments: String..., folder: URL) throws -> Run { try runWallet(arguments, folder: folder) }

func runWallet(_ arguments: [String], folder: URL, input: [UInt8] = []) throws -> Run {
    let process = Process()
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.executableURL = own.deletingLastPathComponent().appendingPathComponent("passwright-wallet")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var environment = ["PATH": "/usr/bin:/bin", "http_proxy": "http://127.0.0.1:1"]
    // A sanitizer's settings hold for the program as for this test.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
        environment[name] = ProcessInfo.processInfo.environment[name]
    }
    process.environment = environment
    let (output, complaint, typed) = (Pipe(), Pipe(), Pipe())
    process.standardInput = typed
    process.standardOutput = output
    process.standardError = complaint
    try process.start()
    if !input.isEmpty { typed.fileHandleForWriting.write(Data(input)) }
    try typed.fileHandleForWriting.close()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = complaint.fileHandleForReading.readDataToEndOfFile()
    process.waitForEnd()
    return Run(
        status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
        complaint: String(decoding: complained, as: UTF8.self))
}

func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
}

/// A fixtures file for `HonestIssuer` at `url`, with its keys; the file's path.
func walletFixtures(_ url: String, in folder: URL) throws -> String {
    let pki = PKIFolder(path: folder.appendingPathComponent("pki").path)
    try pki.write(HonestIssuer.pki, replacing: false)
    let otp = folder.appendingPathComponent("otp.pem").path
    try HonestIssuer.otpKey.publicKeyPEM().write(toFile: otp, atomically: true, encoding: .utf8)
    let card = HonestIssuer.card
    let json: [String: Any] = [
        "url": url, "tokens": ["alice": "token-of-alice"],
        "cards": ["alice": ["active_visa": card.uppercased()]],
        "card_details": [
            card: [
                "pan": "4111111111111111", "expiry_month": 12, "expiry_year": 2030,
                "cardholder_name": HonestIssuer.details.cardholderName,
            ]
        ],
        "pki": [
            "leaf_cert": pki.certificate("leaf"), "leaf_key": pki.key("leaf"),
            "intermediate_cert": pki.certificate("intermediate"),
        ],
        "activation": ["otp_public_key": otp],
    ]
    let path = folder.appendingPathComponent("fixtures.json").path
    try JSONSerialization.data(withJSONObject: json).write(to: URL(fileURLWithPath: path))
    return path
}

/// `HonestIssuer` behind a socket; its clock is the wall's.
func honestServer(_ issuer: HonestIssuer = HonestIssuer()) -> SmallServer {
    var issuer = issuer
    issuer.now = Int64(Date().timeIntervalSince1970)
    let honest = issuer
    return SmallServer { request in
        guard request.contains("Bearer token-of-alice\r\n") else {
            return .bytes(httpAnswer("401 Unauthorized", #"{"error":"UNAUTHORIZED"}"#))
        }
        let line = request.split(separator: " ")
        let body = request.range(of: "\r\n\r\n").map { Array(request[$0.upperBound...].utf8) }
        let call = IssuerCall(method: String(line[0]), path: String(line[1]), token: nil, body: body)
        guard call.path.hasPrefix("/cards/\(HonestIssuer.card)"), let answer = try? honest.send(call)
        else {
            return .bytes(httpAnswer("404 Not Found", #"{"error":"NOT_FOUND"}"#))
        }
        return .bytes(
            httpAnswer(
                "\(answer.status) S", String(decoding: answer.body, as: UTF8.self),
                headers: answer.headers))
    }
}
