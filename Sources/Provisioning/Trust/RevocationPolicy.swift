package import Cryptography

/// Which revocation lists C13 reads, and what it says where none of them speaks.
package struct RevocationPolicy: Sendable {
    /// Where an authority's list is missing or past its next update.
    package enum Mode: String, CaseIterable, Sendable {
        /// Says so in the attempt's record and goes on.
        case warn
        /// Refuses.
        case strict
    }

    /// Read from files that something else refreshes; never fetched while serving.
    package let lists: [RevocationList]
    package let mode: Mode

    package init(lists: [RevocationList], mode: Mode) {
        self.lists = lists
        self.mode = mode
    }

    /// What the lists say of one certificate.
    enum Answer {
        case revoked, notRevoked, missing, stale
    }

    /// The answer at `time`, and the seconds around it in which it is the same.
    func answer(
        about certificate: Certificate, issuedBy authority: Certificate, at time: UnixTime
    ) -> (answer: Answer, period: Period) {
        let authentic = lists.filter { $0.isIssued(by: authority) }
        // Once revoked is revoked: an old list still says so.
        if authentic.contains(where: { $0.revokes(certificate.serial) }) { return (.revoked, .always) }
        if authentic.isEmpty { return (.missing, .always) }
        let current = authentic.filter { $0.isCurrent(at: time) }
        if let longest = current.max(by: { $0.nextUpdate < $1.nextUpdate }) {
            return (.notRevoked, Period(first: longest.thisUpdate, last: longest.nextUpdate))
        }
        // Until one that does not speak yet begins to.
        let next = authentic.map(\.thisUpdate.seconds).filter { $0 > time.seconds }.min()
        return (.stale, Period(first: time, last: UnixTime(seconds: next.map { $0 - 1 } ?? .max)))
    }
}
