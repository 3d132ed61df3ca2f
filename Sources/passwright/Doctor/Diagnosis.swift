/// One line of the doctor's: what was looked at, how it is, and what to do where it is not good.
struct Diagnosis {
    enum Verdict: String {
        case good
        /// Works, and someone should know.
        case warning
        case bad
    }

    let check: String
    let verdict: Verdict
    let found: String
    /// Null where there is nothing to do.
    let remedy: String?

    static func good(_ check: String, _ found: String) -> Diagnosis {
        Diagnosis(check: check, verdict: .good, found: found, remedy: nil)
    }

    static func warning(_ check: String, _ found: String, _ remedy: String) -> Diagnosis {
        Diagnosis(check: check, verdict: .warning, found: found, remedy: remedy)
    }

    static func bad(_ check: String, _ found: String, _ remedy: String) -> Diagnosis {
        Diagnosis(check: check, verdict: .bad, found: found, remedy: remedy)
    }

    /// What a throwing look found, or the sentence that it threw.
    static func of(
        _ check: String, remedy: String, _ look: () throws(ConfigurationError) -> String
    ) -> Diagnosis {
        do throws(ConfigurationError) { return .good(check, try look()) } catch {
            return .bad(check, error.sentence, remedy)
        }
    }
}
