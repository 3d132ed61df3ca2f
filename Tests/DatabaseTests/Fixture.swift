import Database
import Foundation
import Provisioning
import TestSupport

/// A database with two cardholders, and an active card of the first under a program of its own.
struct Fixture {
    static let card = UUID(uuidString: "0a000000-0000-4000-8000-000000000001")!
    /// Version 1, a key id, a point, 16 digits' worth of ciphertext, a tag: of the right form, and opened by nobody.
    static let sealedPAN = [1, 0xaa, 0xbb, 0xcc, 0xdd, 4] + [UInt8](repeating: 0x5a, count: 96)

    let database: TestDatabase
    let store: WorkerStore

    init(prepares: Bool = true, network: Network = .visa) throws {
        database = try TestDatabase()
        try database.sql(
            """
            select admin.add_cardholder('alice', 'Alice Example');
            select admin.add_cardholder('bob', 'Bob Example');
            select admin.add_program('p', 'Program', '\(network.rawValue)', 'The Card', array['GOLD', 'PLAIN'], 'PLAIN');
            select admin.set_activation('p', 'issuer_otp', 'otp-1');
            select admin.add_card('\(Fixture.card)', 'alice', 'p', '\\x\(Fixture.sealedPAN.hex)', '1111', 2, 2031,
              'ALICE EXAMPLE');
            select admin.activate_card('\(Fixture.card)');
            """)
        store = WorkerStore(database.settings(prepares: prepares))
    }

    /// One question about the card; every question has a nonce of its own unless one is given.
    static func question(
        attempt: UUID = UUID(), caller: String = "alice", card: UUID = Fixture.card,
        productType: String? = nil,
        appVersion: String = "1.0", digests: [[UInt8]]? = nil, authcode: [UInt8]? = nil, checks: [Check] = []
    ) -> AuthorisationQuestion {
        AuthorisationQuestion(
            attempt: attempt, requestID: UUID(), cardholder: caller, card: card, device: .mobilePhone,
            appVersion: appVersion, productType: productType, nonceDigests: digests ?? [digest()],
            noncePolicy: .leaf, authcodeDigest: authcode, checks: checks)
    }

    /// 32 bytes that no other has, or always the same of a seed.
    static func digest(_ seed: UInt8? = nil) -> [UInt8] {
        if let seed { return [UInt8](repeating: seed, count: 32) }
        return (0..<32).map { _ in UInt8.random(in: 0...255) }
    }
}

extension TestDatabase {
    func settings(prepares: Bool = true, words: String = "") -> DatabaseSettings {
        DatabaseSettings(connectionString: serverURL + words, prepares: prepares, answerWithin: 2.5)
    }
}

extension Authorisation {
    var refusal: Refusal? {
        if case .refused(let refusal, _) = self { refusal } else { nil }
    }
    var retryAfter: Int? {
        if case .refused(_, let seconds) = self { seconds } else { nil }
    }
    var card: AuthorisedCard? {
        if case .authorised(let card) = self { card } else { nil }
    }
}
