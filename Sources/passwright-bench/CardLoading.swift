import Foundation

/// Puts cards into a database as an administrator does: sealed outside, then loaded as a set.
struct CardLoading {
    let database: String
    let publicKey: String
    let passwright: String

    struct Defect: Error { let sentence: String }

    func load(_ cards: NewCards) throws(Defect) {
        let sealed = try output(
            of: passwright, ["vault", "seal", "--csv", "--public-key", publicKey], input: cards.clear,
            "The cards could not be sealed.")
        // The ids are UUIDs of our own making, so that no quotes are needed.
        let script = """
            begin;
            create temporary table bench_cardholders (id text) on commit drop;
            copy bench_cardholders from stdin;
            \(cards.cardholders.joined(separator: "\n"))
            \\.
            select admin.add_cardholder(id, 'Many Example') from bench_cardholders;
            copy admin.card_load from stdin with (format csv, header match);
            \(sealed.trimmingCharacters(in: .newlines))
            \\.
            select admin.add_loaded_cards();
            commit;

            """
        _ = try output(
            of: "psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database, "-f", "-"],
            input: script, "The database did not take the cards.")
    }

    /// What a program on the PATH, or at a path, writes when it reads `input`.
    private func output(
        of program: String, _ words: [String], input: String, _ complaint: String
    ) throws(Defect) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + words
        let (reading, writing) = (Pipe(), Pipe())
        process.standardInput = reading
        process.standardOutput = writing
        do { try process.run() } catch { throw Defect(sentence: "\(program) does not start.") }
        // Written beside the reading: a pipe holds 64 KiB.
        let feeder = Threads(1) {
            try? reading.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? reading.fileHandleForWriting.close()
        }
        let output = writing.fileHandleForReading.readDataToEndOfFile()
        feeder.wait()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Defect(sentence: complaint) }
        return String(decoding: output, as: UTF8.self)
    }
}
