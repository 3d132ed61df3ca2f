/// How this server reaches the database.
package struct DatabaseSettings: Sendable {
    /// A libpq connection string: URI or `key=value` words, several hosts if need be.
    package let connectionString: String
    /// Whether statements are prepared; not behind a pooler that cannot keep them.
    package let prepares: Bool
    /// How long a call may wait for its answer, in seconds.
    package let answerWithin: Double

    package init(connectionString: String, prepares: Bool, answerWithin: Double) {
        self.connectionString = connectionString
        self.prepares = prepares
        self.answerWithin = answerWithin
    }
}
