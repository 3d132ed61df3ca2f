import Cryptography
import Foundation
import TestSupport
import Testing
import Vault

let vaultTestCard = "00112233-4455-6677-8899-aabbccddeeff"
let vaultTestPAN = "4111111111111111"

/// A folder with one vault key in it, made by the command itself.
struct KeyFolder {
    let temporary: TemporaryFolder
    let id: String

    init() throws {
        temporary = try TemporaryFolder()
        let made = try vault(["keygen", "--folder", temporary.url.path])
        try #require(made.code == 0, "\(made.errors)")
        id = made.output.trimmingCharacters(in: .newlines)
    }

    var path: String { temporary.url.path }
    var privateKey: String { "\(path)/vault-\(id).pem" }
    var publicKey: String { "\(path)/vault-\(id).pub.pem" }

    func seal(_ input: String, _ more: [String] = []) throws -> ProgramOutcome {
        try vault(["seal", "--public-key", publicKey] + more, input: input)
    }

    /// The digits that a sealed value holds.
    func opened(_ hex: some StringProtocol, holder: String = "cardholder-1", month: Int = 5) throws -> String
    {
        let pem = SecretBytes(copying: [UInt8](try Data(contentsOf: URL(fileURLWithPath: privateKey))))
        let vault = Vault(keys: [try FileVaultKey(pem: pem)])
        let context = PANContext(
            card: UUID(uuidString: vaultTestCard)!, cardholder: holder, expiryMonth: month, expiryYear: 2031)
        let opened = try vault.open([UInt8](hex: hex), context: context, lastFour: Array("1111".utf8))
        return opened.digits.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

func vault(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
) throws -> ProgramOutcome {
    try runProgram(
        #require(builtBinary("passwright")), ["vault"] + arguments, input: Array(input.utf8),
        environment: environment)
}
