import Foundation
import TestSupport
import Testing

private let card = vaultTestCard
private let pan = vaultTestPAN

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
                "\(card),c,visa,\(pan),2031-05,A 4111 1111-1111.1111 B,active,false",
                "\(card),c,Visa,\(pan),2031-05,Ann,active,false",
                "\(card),c,visa,\(pan),2031-05,Ann,live,false",
                "\(card),c,visa,\(pan),2031-05,Ann,active,1",
                "\(card),c,visa,\(pan),2031-05,\(String(repeating: "n", count: 101)),active,false",
                "\(card),c,visa,\(pan),2031-05,Ann,active", good,
                "\(card),c,visa,\(pan),2031-05,\(String(repeating: "n", count: 34_000)),active,false", good,
            ].joined(separator: "\n"), ["--csv"])
        #expect(loaded.code == 1)
        #expect(loaded.output.split(separator: "\n").count == 4)
        let errors = loaded.errors.split(separator: "\n").map { $0.split(separator: ": ").dropFirst() }
        let reasons = [
            "last digit", "another field", "another field", "program", "status", "virtual", "name",
            "number of fields",
            "longer",
        ]
        try #require(errors.count == reasons.count + 1)
        for (index, reason) in reasons.enumerated() {
            let line = index < 8 ? index + 3 : index + 4
            #expect(errors[index].first == "line \(line)")
            #expect(errors[index].last?.contains(reason) == true)
        }
        #expect(errors.last?.joined(separator: ": ") == "lines refused: 9.")
        #expect(!loaded.errors.contains("41111") && !loaded.errors.contains(card))
    }

    @Test func `refused lines go into a file that is named, with line and reason and nothing of the card`()
        throws
    {
        let folder = try KeyFolder()
        let file = folder.path + "/refused.csv"
        let loaded = try folder.seal(
            [
                "card_id,cardholder_id,program_id,pan,expiry", "\(card),c,visa,\(pan),2031-05",
                "\(card),c,visa,4111111111111112,2031-05", "", "\(card),c,visa,\(pan)",
            ].joined(separator: "\n"), ["--csv", "--refused", file])
        #expect(loaded.code == 1)
        #expect(loaded.output.split(separator: "\n").count == 2)
        #expect(loaded.errors == "passwright vault: lines refused: 2.\n")
        let written = try String(contentsOfFile: file, encoding: .utf8)
        #expect(
            written == """
                line,reason
                3,"the PAN holds something else than digits, or its last digit is wrong"
                5,"another number of fields than expected"

                """)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // One that is there could be the cards themselves.
        let again = try folder.seal("", ["--csv", "--refused", file])
        #expect(again.code == 78)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == written)
        #expect(try folder.seal("", ["--refused", folder.path + "/other"]).code == 2)
        #expect(try folder.seal("", ["--csv", "--refused", folder.path + "/missing/other"]).code == 78)
    }

    @Test(arguments: [9_999, 10_000])
    func `a log hears of every 10,000 lines`(count: Int) throws {
        let lines = (1...count).map { $0 == 7 ? "x" : "\(card),c,visa,\(pan),2031-05" }
        let loaded = try KeyFolder().seal(
            "card_id,cardholder_id,program_id,pan,expiry\n" + lines.joined(separator: "\n"), ["--csv"])
        #expect(loaded.code == 1)
        let said = loaded.errors.split(separator: "\n").filter { $0.contains("% read") }
        #expect(said.count == (count == 10_000 ? 1 : 0))
        if let line = said.first {
            #expect(line == "passwright vault: 9999 cards sealed, 1 lines refused, 100 % read.")
        }
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
