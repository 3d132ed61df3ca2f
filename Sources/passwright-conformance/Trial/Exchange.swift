/// One request and what came of it, as a report may show them.
struct Exchange: Codable, Sendable {
    /// Redacted.
    let sent: String
    /// Redacted; or why nothing came.
    let got: String
    let status: Int?
    let milliseconds: Double?
}
