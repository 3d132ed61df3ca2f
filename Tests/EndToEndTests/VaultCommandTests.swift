import Cryptography
import Foundation
import TestSupport
import Testing
import Vault

private let card = "00112233-4455-6677-8899-aabbccddeeff"
private let pan = "4111111111111111"

/// A folder with one vault key in it, made by the command itself.
private struct KeyFolder {
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
            card: UUID(uuidString: card)!, cardholder: holder, expiryMonth: month, expiryYear: 2031)
        let opened = try vault.open([UInt8](hex: hex), context: context, lastFour: Array("1111".utf8))
        return opened.digits.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

private func vault(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
) throws -> ProgramOutcome {
    try runProgram(
        #require(builtBinary("passwright")), ["vault"] + arguments, input: Array(input.utf8),
        environment: environment)
}

private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

@Suite(.enabled(if: builtBinary("passwright") != nil, "\(notBuilt)"))
struct VaultKeyCommandTests {
    @Test func `keygen makes two files, prints the key's id and says nothing else`() throws {
        let folder = try KeyFolder()
        #expect(folder.id.count == 8)
        #expect(try mode(folder.privateKey) == 0o400)
        #expect(try mode(folder.publicKey) == 0o444)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        let half = try P256.PublicKey(pem: [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.publicKey))))
        #expect(try "\(VaultPublicKey(half).id)" == folder.id)
    }

    @Test func `keygen makes a folder that only its owner may enter`() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.url.path + "/keys"
        #expect(try vault(["keygen", "--folder", path]).code == 0)
        #expect(try mode(path) == 0o700)
    }

    @Test func `keygen where no folder can be is wrong configuration`() throws {
        let temporary = try TemporaryFolder()
        let outcome = try vault(["keygen", "--folder", temporary.url.path + "/missing/keys"])
        #expect(outcome.code == 78)
        #expect(outcome.output == "")
    }

    @Test func `check finds good keys good, and names the newest`() throws {
        let folder = try KeyFolder()
        let newer = try vault(["keygen", "--folder", folder.path]).output.trimmingCharacters(in: .newlines)
        let checked = try vault(["check", "--keys", folder.path])
        #expect(checked.code == 0)
        #expect(checked.output.contains("vault-\(folder.id)  good  opens\n"))
        #expect(checked.output.contains("vault-\(newer)  good  seals and opens\n"))
        #expect(try vault(["check"], environment: ["PASSWRIGHT_VAULT_KEYS": folder.path]).code == 0)
    }

    @Test(arguments: [0o440, 0o404, 0o420, 0o402, 0o600])
    func `check refuses a private key that others may read or write`(permissions: Int) throws {
        let folder = try KeyFolder()
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: folder.privateKey)
        let checked = try vault(["check", "--keys", folder.path])
        #expect(checked.code == (permissions == 0o600 ? 0 : 1))
        #expect(checked.output.contains("bad   vault-\(folder.id).pem can be read") == (permissions != 0o600))
    }

    @Test func `check refuses a key under another's name`() throws {
        let folder = try KeyFolder()
        try FileManager.default.moveItem(
            atPath: folder.privateKey, toPath: folder.path + "/vault-00000000.pem")
        let checked = try vault(["check", "--keys", folder.path])
        #expect(checked.code == 1)
        #expect(checked.output.contains("vault-00000000.pem is the key \(folder.id)"))
        #expect(checked.output.contains("vault-\(folder.id).pem is not there"))
    }

    @Test func `check refuses a public half that is missing, another's or no key`() throws {
        let folder = try KeyFolder()
        let other = try KeyFolder()
        try FileManager.default.removeItem(atPath: folder.publicKey)
        #expect(try vault(["check", "--keys", folder.path]).output.contains("pub.pem is not there"))
        try FileManager.default.copyItem(atPath: other.publicKey, toPath: folder.publicKey)
        #expect(try vault(["check", "--keys", folder.path]).output.contains("is another key's half"))
        try FileManager.default.removeItem(atPath: folder.publicKey)
        try Data("no key".utf8).write(to: URL(fileURLWithPath: folder.publicKey))
        let checked = try vault(["check", "--keys", folder.path])
        #expect(checked.output.contains("is not a P-256 key in PEM"))
        #expect(checked.code == 1)
    }

    @Test func `check of a folder that is missing or empty is wrong configuration`() throws {
        let temporary = try TemporaryFolder()
        #expect(try vault(["check", "--keys", temporary.url.path]).code == 78)
        #expect(try vault(["check", "--keys", temporary.url.path + "/missing"]).code == 78)
    }

    static let wrongUsage: [[String]] = [
        [], ["open"], ["keygen"], ["keygen", "--folder"], ["keygen", "--folder", "a", "--folder", "b"],
        ["keygen", "more"], ["seal"], ["seal", "--public-key", "a", "--keys", "b"], ["check", "--verbose"],
    ]

    @Test(arguments: wrongUsage)
    func `wrong usage is 2`(arguments: [String]) throws {
        let outcome = try vault(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors != "")
    }

    @Test(arguments: [["--help"], ["keygen", "--help"], ["seal", "--help"], ["check", "--help"]])
    func `help is printed and good`(arguments: [String]) throws {
        let outcome = try vault(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("usage: passwright vault"))
    }
}

@Suite(.enabled(if: builtBinary("passwright") != nil, "\(notBuilt)"))
struct VaultSealCommandTests {
    @Test(arguments: [
        "\(card), cardholder-1, \(pan), 2031-05", "\(card),cardholder-1,\(pan),05/2031\n",
        "\(card.uppercased()) , \"cardholder-1\" ,\(pan) , 05/31\r\n",
    ])
    func `one card is sealed as bytea is written`(line: String) throws {
        let folder = try KeyFolder()
        let sealed = try folder.seal(line)
        #expect(sealed.code == 0)
        #expect(sealed.errors == "")
        #expect(sealed.output.hasPrefix("\\x01\(folder.id)04") && sealed.output.hasSuffix("\n"))
        #expect(try folder.opened(sealed.output.dropFirst(2).dropLast()) == pan)
    }

    static let refusedLines: [(String, String)] = [
        ("\(card),c,41111111112,2031-05", "12 to 19 digits"),
        ("\(card),c,41111111111111111115,2031-05", "12 to 19 digits"),
        ("\(card),c,,2031-05", "12 to 19 digits"),
        ("\(card),c,4111111111111112,2031-05", "last digit"),
        ("\(card),c,4111 1111 1111 1111,2031-05", "last digit"),
        ("\(card),c,\(pan),2031-13", "expiry"), ("\(card),c,\(pan),2031-00", "expiry"),
        ("\(card),c,\(pan),1999-12", "expiry"), ("\(card),c,\(pan),2100-01", "expiry"),
        ("\(card),c,\(pan),13/31", "expiry"), ("\(card),c,\(pan),5/31", "expiry"),
        ("\(card),c,\(pan),203105", "expiry"), ("\(card),c,\(pan),05-2031", "expiry"),
        ("\(card),c,\(pan),05/+1", "expiry"), ("\(card),c,\(pan),", "expiry"),
        ("00112233-4455-6677-8899-aabbccddeef,c,\(pan),2031-05", "UUID"),
        ("00112233445566778899aabbccddeeff,c,\(pan),2031-05", "UUID"),
        ("\(card),,\(pan),2031-05", "cardholder id"),
        ("\(card),\(String(repeating: "c", count: 129)),\(pan),2031-05", "cardholder id"),
        ("\(card),\(pan),\(pan),2031-05", "another field"),
        ("\(card),card \(pan),\(pan),2031-05", "another field"),
        ("\(card),c,\(pan)", "number of fields"), ("\(card),c,\(pan),2031-05,", "number of fields"),
        ("\(card),\"c,\(pan),2031-05", "quote"), ("\(card),c\"c,\(pan),2031-05", "quote"),
        ("\(card),\"c\"c,\(pan),2031-05", "quote"),
        ("\(card),c\u{0},\(pan),2031-05", "control character"),
        ("\(card),\(String(repeating: "c", count: 4096)),\(pan),2031-05", "longer"),
        ("", "empty"),
    ]

    @Test(arguments: refusedLines)
    func `a line that is no card is refused without repeating it`(line: String, reason: String) throws {
        let sealed = try KeyFolder().seal(line)
        #expect(sealed.code == 1)
        #expect(sealed.output == "")
        #expect(sealed.errors.contains(reason), "\(sealed.errors)")
        #expect(!sealed.errors.contains("41111") && !sealed.errors.contains("2031"))
    }

    @Test(arguments: ["2000-01", "12/2099", "01/00", "12/99"])
    func `the first and the last month are sealed`(expiry: String) throws {
        #expect(try KeyFolder().seal("\(card),c,\(pan),\(expiry)").code == 0)
    }

    @Test func `a cardholder id of 128 bytes is sealed`() throws {
        let holder = String(repeating: "é", count: 64)
        let folder = try KeyFolder()
        let sealed = try folder.seal("\(card),\(holder),\(pan),2031-05")
        #expect(try folder.opened(sealed.output.dropFirst(2).dropLast(), holder: holder) == pan)
    }

    @Test func `two lines want --csv`() throws {
        let line = "\(card),c,\(pan),2031-05\n"
        #expect(try KeyFolder().seal(line + line).code == 2)
    }

    @Test(arguments: [pan, "4111 1111 1111 1111", "4111-1111-1111-1112", "--pan=\(pan)", "411111111117"])
    func `a card number in an argument is refused before anything is done`(argument: String) throws {
        let folder = try KeyFolder()
        let outcome = try folder.seal("\(card),c,\(pan),2031-05", [argument])
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains("argument looks like a card number"))
        #expect(!outcome.errors.contains("1111"))
    }

    @Test func `the newest public key of a folder is taken`() throws {
        let folder = try KeyFolder()
        let newer = try vault(["keygen", "--folder", folder.path]).output.trimmingCharacters(in: .newlines)
        for (arguments, environment) in [
            (["--keys", folder.path], [:]), ([], ["PASSWRIGHT_VAULT_KEYS": folder.path]),
        ] {
            let sealed = try vault(
                ["seal"] + arguments, input: "\(card),c,\(pan),2031-05", environment: environment)
            #expect(sealed.output.hasPrefix("\\x01\(newer)"))
        }
    }

    @Test func `a public key that is missing or a private one is wrong configuration`() throws {
        let folder = try KeyFolder()
        for path in [folder.path + "/missing.pem", folder.privateKey, folder.path] {
            let outcome = try vault(["seal", "--public-key", path], input: "\(card),c,\(pan),2031-05")
            #expect(outcome.code == 78)
        }
        let empty = try TemporaryFolder()
        #expect(try vault(["seal", "--keys", empty.url.path]).code == 78)
    }
}

@Suite(.enabled(if: builtBinary("passwright") != nil, "\(notBuilt)"))
struct VaultLoadCommandTests {
    private static let header =
        "card_id,cardholder_id,program_id,sealed_pan,pan_last4,expiry_month,expiry_year,cardholder_name,"
        + "status,virtual"

    @Test func `cards in any order of columns are made ready for COPY`() throws {
        let folder = try KeyFolder()
        let loaded = try folder.seal(
            """
            \u{feff}pan,expiry,cardholder_name,card_id,cardholder_id,program_id,virtual,status
            \(pan),2031-05,"Ann ""A"", B",\(card.uppercased()),"card,holder",demo-visa,true,active

            \(pan),06/31,,\(card),cardholder-1,demo-visa,false,not_activated
            """, ["--csv"])
        #expect(loaded.code == 0)
        #expect(loaded.errors == "")
        let lines = loaded.output.split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0] == Self.header)
        #expect(lines[1].hasPrefix("\(card),\"card,holder\",demo-visa,\\x01\(folder.id)04"))
        #expect(lines[1].hasSuffix(",1111,5,2031,\"Ann \"\"A\"\", B\",active,true"))
        #expect(lines[2].hasSuffix(",1111,6,2031,,not_activated,false"))
        let first = try #require(lines[1].split(separator: "\\x").last?.prefix(2 * 102))
        #expect(try folder.opened(first, holder: "card,holder") == pan)
        let second = try #require(lines[2].split(separator: "\\x").last?.prefix(2 * 102))
        #expect(try folder.opened(second, month: 6) == pan)
    }

    @Test func `columns that may be missing get their defaults`() throws {
        let loaded = try KeyFolder().seal(
            "card_id,cardholder_id,program_id,pan,expiry\r\n\(card),c,visa,\(pan),2031-05\r\n", ["--csv"])
        #expect(loaded.code == 0)
        #expect(loaded.output.hasSuffix(",1111,5,2031,,not_activated,false\n"))
    }

    @Test func `a refused line is named by number and reason, and the others are sealed`() throws {
        let good = "\(card),c,visa,\(pan),2031-05,Ann,active,false"
        let loaded = try KeyFolder().seal(
            [
                "card_id,cardholder_id,program_id,pan,expiry,cardholder_name,status,virtual", good,
                "\(card),c,visa,4111111111111112,2031-05,Ann,active,false",
                "\(card),c,visa,\(pan),2031-05,\(pan),active,false",
                "\(card),c,Visa,\(pan),2031-05,Ann,active,false",
                "\(card),c,visa,\(pan),2031-05,Ann,live,false",
                "\(card),c,visa,\(pan),2031-05,Ann,active,1",
                "\(card),c,visa,\(pan),2031-05,\(String(repeating: "n", count: 101)),active,false",
                "\(card),c,visa,\(pan),2031-05,Ann,active", good,
                "\(card),c,visa,\(pan),2031-05,\(String(repeating: "n", count: 5000)),active,false", good,
            ].joined(separator: "\n"), ["--csv"])
        #expect(loaded.code == 1)
        #expect(loaded.output.split(separator: "\n").count == 4)
        let errors = loaded.errors.split(separator: "\n").map { $0.split(separator: ": ").dropFirst() }
        let reasons = [
            "last digit", "another field", "program", "status", "virtual", "name", "number of fields",
            "longer",
        ]
        try #require(errors.count == reasons.count + 1)
        for (index, reason) in reasons.enumerated() {
            let line = index < 7 ? index + 3 : index + 4
            #expect(errors[index].first == "line \(line)")
            #expect(errors[index].last?.contains(reason) == true)
        }
        #expect(errors.last?.joined(separator: ": ") == "lines refused: 8.")
        #expect(!loaded.errors.contains("41111") && !loaded.errors.contains(card))
    }

    static let headers = [
        "", "\(card),c,visa,\(pan),2031-05,Ann", "card_id,cardholder_id,program_id,pan",
        "card_id,cardholder_id,program_id,pan,expiry,pan", "card_id,cardholder_id,program_id,pan,expiry,cvv",
    ]

    @Test(arguments: headers)
    func `a first line that does not name the columns is wrong usage and is not repeated`(header: String)
        throws
    {
        let loaded = try KeyFolder().seal("\(header)\n\(card),c,visa,\(pan),2031-05\n", ["--csv"])
        #expect(loaded.code == 2)
        #expect(loaded.output == "")
        #expect(!loaded.errors.contains("41111"))
    }

    @Test func `a file longer than what is read at once loses no line`() throws {
        let name = String(repeating: "n", count: 90)
        let rows = (0..<600).map { "\(card),cardholder-\($0),visa,\(pan),2031-05,\(name),active,false" }
        let loaded = try KeyFolder().seal(
            "card_id,cardholder_id,program_id,pan,expiry,cardholder_name,status,virtual\n"
                + rows.joined(separator: "\n"), ["--csv"])
        #expect(loaded.code == 0)
        let lines = loaded.output.split(separator: "\n").dropFirst()
        let holders = lines.map { String($0.split(separator: ",")[1]) }
        #expect(holders == (0..<600).map { "\"cardholder-\($0)\"" })
    }
}
