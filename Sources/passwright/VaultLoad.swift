import Cryptography
import FoundationEssentials
import Glibc
import Provisioning
import Vault

/// `passwright vault seal --csv`: many cards, ready for COPY into `admin.card_load`.
enum VaultLoad {
    private static let required = [
        "card_id", "cardholder_id", "program_id", "pan", "expiry",
    ]
    private static let optional = ["cardholder_name", "status", "virtual"]
    private static let written =
        "card_id,cardholder_id,program_id,sealed_pan,pan_last4,expiry_month,expiry_year,cardholder_name,"
        + "status,virtual\n"

    /// After how many lines a log hears of it.
    private static let step = 10_000

    /// Seals line after line; the answer is no where one was refused.
    static func run(
        _ lines: inout SecretLines, _ key: VaultPublicKey, refused: RefusedLines
    ) throws -> ExitStatus {
        var line = SecretBytes(capacity: SecretLines.longest)
        guard try lines.next(into: &line) == .line, let columns = columns(of: line) else {
            let names = (required + optional).joined(separator: ",")
            throw Arguments.Mistake(sentence: "Line 1 does not name the columns: \(names)")
        }
        var progress = Progress(step: step)
        var (number, sealed) = (1, 0)
        var text = Array(written.utf8)
        while true {
            let next = try lines.next(into: &line)
            number += 1
            if next == .line, line.count == 0 { continue }
            if next == .end || text.count > 1 << 16 {
                _ = try VaultCommand.print(text)
                text = []
            }
            if next == .end { break }
            do throws(CardRefusal) {
                guard next == .line else { throw CardRefusal.tooLong }
                text += try row(line, columns, key)
                sealed += 1
            } catch {
                try refused.add(line: number, error, progress)
            }
            let (sealed, count, percent) = (sealed, refused.count, lines.percent)
            progress.show(sealed + count) {
                "\(sealed) cards sealed, \(count) lines refused" + (percent.map { ", \($0) % read" } ?? "")
            }
        }
        progress.clear()
        guard refused.count == 0 else {
            VaultCommand.complain("lines refused: \(refused.count).")
            return .no
        }
        return .good
    }

    /// Where each column stands, null where a line does not name them: each once, and no other.
    private static func columns(of line: borrowing SecretBytes) -> [String: Int]? {
        guard let record = try? SecretRecord(parsing: line) else { return nil }
        var columns: [String: Int] = [:]
        for field in 0..<record.count {
            // No column has a longer name, and nothing longer becomes a text.
            guard record.length(field) < 20, var name = record.text(field) else { return nil }
            // Spreadsheets begin a file with U+FEFF.
            if field == 0, name.unicodeScalars.first == "\u{feff}" { name.unicodeScalars.removeFirst() }
            guard (required + optional).contains(name), columns.updateValue(field, forKey: name) == nil
            else { return nil }
        }
        return required.allSatisfy { columns[$0] != nil } ? columns : nil
    }

    /// A card's line for COPY. A name that is empty is null there: the card gets its holder's.
    private static func row(
        _ line: borrowing SecretBytes, _ columns: [String: Int], _ key: VaultPublicKey
    ) throws(CardRefusal) -> [UInt8] {
        let record = try SecretRecord(parsing: line)
        guard record.count == columns.count else { throw .fieldCount }
        let places = CardToSeal.Places(
            card: columns["card_id"]!, cardholder: columns["cardholder_id"]!, pan: columns["pan"]!,
            expiry: columns["expiry"]!)
        let card = try CardToSeal(record, places, sealingFor: key)
        guard let program = record.text(columns["program_id"]!), isWord(program) else { throw .program }
        let name = columns["cardholder_name"].map { record.text($0) } ?? ""
        guard let name, name.unicodeScalars.count <= 100 else { throw .name }
        let status = columns["status"].map { record.text($0) } ?? CardStatus.notActivated.rawValue
        guard let status, CardStatus(rawValue: status) != nil else { throw .status }
        let virtual = columns["virtual"].map { record.text($0) } ?? "false"
        guard let virtual, ["true", "false"].contains(virtual) else { throw .virtual }
        let context = card.context
        return Array("\(context.card.uuidString.lowercased()),".utf8)
            + quoted(context.cardholder) + Array(",\(program),\\x".utf8) + Hex.encode(card.sealed)
            + Array(",".utf8) + card.lastFour + Array(",\(context.expiryMonth),\(context.expiryYear),".utf8)
            + (name.isEmpty ? [] : quoted(name)) + Array(",\(status),\(virtual)\n".utf8)
    }

    /// A program's id as the database takes it.
    private static func isWord(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "_"), UInt8(ascii: "-"): place > 0
            default: false
            }
        }
    }

    /// A field that may hold anything, in quotes.
    private static func quoted(_ text: String) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        return [quote] + text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }
}
