import Foundation

/// How diagnoses are printed.
enum DoctorReport {
    /// For a person: a line a check, and below it what to do.
    static func text(_ diagnoses: [Diagnosis], _ ink: Ink) -> String {
        let width = diagnoses.map(\.check.count).max() ?? 0
        var text = ""
        for diagnosis in diagnoses {
            let verdict =
                switch diagnosis.verdict {
                case .good: ink.green("good")
                case .warning: ink.yellow("warn")
                case .bad: ink.red("BAD ")
                }
            let found = String(printable: diagnosis.found.utf8)
            text += "\(verdict)  \(diagnosis.check.padded(to: width))  \(found)\n"
            if let remedy = diagnosis.remedy {
                text += "      \("".padded(to: width))  -> \(String(printable: remedy.utf8))\n"
            }
        }
        let count = { verdict in diagnoses.count { $0.verdict == verdict } }
        return text + "\n\(count(.good)) good, \(count(.warning)) to know of, \(count(.bad)) bad\n"
    }

    /// For a program.
    static func json(_ diagnoses: [Diagnosis]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let document = Document(
            good: !diagnoses.contains { $0.verdict == .bad },
            checks: diagnoses.map {
                Document.Check(
                    check: $0.check, verdict: $0.verdict.rawValue, found: $0.found, remedy: $0.remedy)
            })
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    private struct Document: Encodable {
        struct Check: Encodable {
            let check: String
            let verdict: String
            let found: String
            let remedy: String?
        }

        let good: Bool
        let checks: [Check]
    }
}
