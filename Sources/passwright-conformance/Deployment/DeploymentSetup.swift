import Foundation
import Wallet

/// Makes a deployment out of a command line, a fixtures file and the environment.
struct DeploymentSetup {
    static let options: Set<String> = [
        "--fixtures", "--url", "--token", "--token-file", "--other-token-file", "--pki", "--patience",
        "--stop-command",
    ]
    static let repeated: Set<String> = ["--card", "--other-card"]
    static let defaultFixtures = ".local/fixtures.json"
    /// Where a token may come from without being seen on a command line.
    static let tokenVariable = "CONFORMANCE_TOKEN"

    let arguments: Arguments
    let environment: [String: String]

    func deployment() throws(Arguments.Mistake) -> Deployment {
        var fixtures = try fixtures()
        if let url = arguments["--url"] { fixtures.url = url }
        guard let url = fixtures.url else {
            throw Arguments.Mistake(
                text: "--url or --fixtures is needed: \(DeploymentSetup.defaultFixtures) is not there")
        }
        guard let address = Address(url) else {
            throw Arguments.Mistake(text: "the address is not http or https, or has more than a path in it")
        }
        if let token = try token() {
            fixtures.tokens = ["alice": token].merging(fixtures.tokens ?? [:]) { a, _ in a }
        }
        if let path = arguments["--other-token-file"] {
            fixtures.tokens = (fixtures.tokens ?? [:]).merging(["bob": try line(of: path)]) { $1 }
        }
        try take("--card", as: "alice", into: &fixtures)
        try take("--other-card", as: "bob", into: &fixtures)
        if let folder = arguments["--pki"].map(PKIFolder.init(path:)) {
            var pki = Fixtures.PKI()
            pki.leafCertificate = folder.certificate("leaf")
            pki.intermediateCertificate = folder.certificate("intermediate")
            pki.leafKey = folder.key("leaf")
            for (certificate, key, name) in [
                (\Fixtures.PKI.rootCertificate, \Fixtures.PKI.rootKey, "root"),
                (\Fixtures.PKI.intermediateCertificate, \Fixtures.PKI.intermediateKey, "intermediate"),
            ] where FileManager.default.fileExists(atPath: folder.key(name)) {
                pki[keyPath: certificate] = folder.certificate(name)
                pki[keyPath: key] = folder.key(name)
            }
            fixtures.pki = pki
        }
        let seconds = try arguments.number("--patience", 1...60, otherwise: Client.patience)
        let stopCommand = arguments["--stop-command"].map {
            Command("/bin/sh", ["-c", $0], environment)
        }
        do throws(DeploymentFiles.Mistake) {
            return try DeploymentFiles(fixtures: fixtures).deployment(
                at: address, seconds: seconds, stopCommand: stopCommand)
        } catch {
            throw Arguments.Mistake(text: error.text)
        }
    }

    private func fixtures() throws(Arguments.Mistake) -> Fixtures {
        let given = arguments["--fixtures"]
        // A deployment that is named by its address is another one than that of the file that lies here.
        let url = arguments["--url"]
        if given == nil, url != nil { return Fixtures() }
        let path = given ?? DeploymentSetup.defaultFixtures
        do throws(Fixtures.Defect) { return try Fixtures(path: path) } catch {
            switch error {
            case .cannotRead where given == nil: return Fixtures()
            case .cannotRead: throw Arguments.Mistake(text: "\(path) cannot be read")
            case .tooLong(let limit):
                throw Arguments.Mistake(text: "\(path) has more than \(limit >> 20) MiB")
            case .notFixtures: throw Arguments.Mistake(text: "\(path) is not a fixtures file")
            }
        }
    }

    private func token() throws(Arguments.Mistake) -> String? {
        let (given, path) = (arguments["--token"], arguments["--token-file"])
        guard given == nil || path == nil else {
            throw Arguments.Mistake(text: "--token and --token-file exclude each other")
        }
        let found =
            if let path { try line(of: path) } else { given ?? environment[DeploymentSetup.tokenVariable] }
        guard found?.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) ?? true else {
            throw Arguments.Mistake(text: "the token is not one line of ASCII")
        }
        return found
    }

    private func line(of path: String) throws(Arguments.Mistake) -> String {
        do {
            return String(decoding: try ShortFile.read(path), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw Arguments.Mistake(text: "\(path) \(error.complaint)")
        }
    }

    /// `ID` is an active card; `frozen=ID` is a card for that purpose.
    private func take(_ option: String, as holder: String, into fixtures: inout Fixtures)
        throws(Arguments.Mistake)
    {
        for text in arguments.all(option) {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard let id = parts.last.flatMap({ UUID(uuidString: String($0)) }) else {
                throw Arguments.Mistake(text: "\(option) is a UUID, or NAME=UUID")
            }
            let name = parts.count == 2 ? String(parts[0]) : "active"
            fixtures.cards = fixtures.cards ?? [:]
            fixtures.cards![holder, default: [:]][name] = id.uuidString.lowercased()
        }
    }
}
