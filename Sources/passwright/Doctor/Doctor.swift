import Cryptography

/// Makes every check, each on its own: what one finds does not keep another from looking.
struct Doctor {
    let reading: SettingsReading
    /// When certificates and revocation lists have to be good.
    let time: UnixTime

    init(_ reading: SettingsReading, at time: UnixTime) {
        self.reading = reading
        self.time = time
    }

    func diagnoses() -> [Diagnosis] {
        guard let settings = reading.settings else { return settingsRead() + LibraryCheck.diagnoses() }
        return settingsRead() + mode(settings) + TrustCheck(settings, self).diagnoses()
            + KeyCheck(settings, self).diagnoses() + ListenerCheck(settings, self).diagnoses()
            + LibraryCheck.diagnoses() + DatabaseCheck(settings, self).diagnoses()
    }

    private func settingsRead() -> [Diagnosis] {
        guard !reading.mistakes.isEmpty else { return [.good("settings", "all can be used")] }
        return reading.mistakes.map {
            .bad("settings", $0.sentence, "passwright serve --help lists the settings")
        }
    }

    private func mode(_ settings: Settings) -> [Diagnosis] {
        guard !isUnusable("MODE") else { return [] }
        switch settings.mode {
        case .production: return [.good("mode", "production")]
        case .development:
            return [
                .warning(
                    "mode", "development: simulated roots and development tokens are taken",
                    "set PASSWRIGHT_MODE=production before real cards")
            ]
        }
    }

    /// Whether there is nothing to look at, since a setting is wrong, which its own line says.
    func isUnusable(_ names: String...) -> Bool {
        names.contains { reading.mistake(in: Setting.prefix + $0) != nil }
    }
}
