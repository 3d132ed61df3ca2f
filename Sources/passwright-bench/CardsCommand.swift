import Foundation
import Wallet

/// `passwright-bench cards`: cardholders and cards for a load, put into a database by an administrator's own verbs.
enum CardsCommand {
    static let usage = """
        passwright-bench cards --cards N --database URL --public-key FILE --list FILE
                               [--program visa-virtual] [--passwright PROGRAM]

          Two cards a cardholder, each with one of the networks' test numbers, sealed by `passwright vault seal` and
          added through admin.card_load by psql.
          --cards N             1 to 1000000
          --database URL        an administrator's
          --public-key FILE     the vault key's that the server has
          --list FILE           card id, cardholder id: what load --cards reads
          --program NAME        one that is in the database
          --passwright PROGRAM  else the one beside this program

        """

    static func run(_ words: ArraySlice<String>) throws(Arguments.Mistake) -> ExitStatus {
        let arguments = try Arguments(
            words,
            options: ["--cards", "--database", "--public-key", "--list", "--program", "--passwright"],
            repeated: [], flags: [])
        func needed(_ option: String) throws(Arguments.Mistake) -> String {
            guard let value = arguments[option] else { throw Arguments.Mistake(text: "\(option) is needed") }
            return value
        }
        let count = try arguments.number("--cards", 1...1_000_000, otherwise: 0)
        guard count > 0 else { throw Arguments.Mistake(text: "--cards is needed") }
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let program = arguments["--program"] ?? "visa-virtual"
        guard program.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") }) else {
            throw Arguments.Mistake(text: "--program is the id of a program")
        }
        let cards = NewCards(count, program: program)
        let loading = CardLoading(
            database: try needed("--database"), publicKey: try needed("--public-key"),
            passwright: arguments["--passwright"] ?? beside.appendingPathComponent("passwright").path)
        let list = try needed("--list")
        do throws(CardLoading.Defect) {
            try loading.load(cards)
        } catch {
            complain(error.sentence)
            return .configuration
        }
        guard FileManager.default.createFile(atPath: list, contents: Data(cards.list.utf8)) else {
            complain("\(list) cannot be written.")
            return .configuration
        }
        print("\(count) cards of \(cards.cardholders.count) cardholders")
        return .good
    }
}

/// Cards that are to be made: two a cardholder.
struct NewCards {
    let cardholders: [String]
    private let cards: [(id: String, cardholder: String)]
    private let program: String

    init(_ count: Int, program: String) {
        func id() -> String { UUID().uuidString.lowercased() }
        let cardholders = (0..<(count + 1) / 2).map { _ in id() }
        cards = (0..<count).map { (id(), cardholders[$0 / 2]) }
        self.cardholders = cardholders
        self.program = program
    }

    /// What `passwright vault seal --csv` reads. The number is Visa's for tests.
    var clear: String {
        let head = "card_id,cardholder_id,program_id,pan,expiry,cardholder_name,status\n"
        return head
            + cards.map {
                "\($0.id),\($0.cardholder),\(program),4111111111111111,2030-12,MANY EXAMPLE,active\n"
            }
            .joined()
    }

    var list: String { "card_id,cardholder_id\n" + cards.map { "\($0.id),\($0.cardholder)\n" }.joined() }
}
