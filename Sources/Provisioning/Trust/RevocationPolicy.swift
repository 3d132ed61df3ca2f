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

    func answer(about certificate: Certificate, issuedBy authority: Certificate, at time: UnixTime) -> Answer
    {
        let authentic = lists.filter { $0.isIssued(by: authority) }
        // Once revoked is revoked: an old list still says so.
        if authentic.contains(where: { $0.revokes(certificate.serial) }) { return .revoked }
        if authentic.isEmpty { return .missing }
        return authentic.contains { $0.isCurrent(at: time) } ? .notRevoked : .stale
    }
}
