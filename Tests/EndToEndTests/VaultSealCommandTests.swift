import Foundation
import TestSupport
import Testing

private let card = vaultTestCard
private let pan = vaultTestPAN

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
