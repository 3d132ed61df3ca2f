/// The environment read to its end, whatever is wrong with it: for commands that look at a deployment instead of
/// running one.
struct SettingsReading {
    /// What is wrong, each in one sentence, in the order in which a start would say it.
    private(set) var mistakes: [ConfigurationError] = []
    /// With a value of no meaning where a mistake is: ask `mistake(in:)` before one is used.
    private(set) var settings: Settings?

    init(environment: [String: String]) {
        var environment = environment
        // A mistake is put right in each round: first by leaving the variable out, then, where it must be set, by
        // a value that stands for none.
        for _ in 0...(environment.count + 2 * Setting.all.count) where settings == nil {
            do throws(ConfigurationError) {
                settings = try Settings(environment: environment)
            } catch {
                let variable = error.variable ?? ""
                if mistake(in: variable) == nil { mistakes.append(error) }
                environment[variable] = environment[variable] ?? "" == "" ? "/" : nil
            }
        }
    }

    /// What is wrong with a variable; null where nothing is.
    func mistake(in variable: String) -> ConfigurationError? { mistakes.first { $0.variable == variable } }
}
