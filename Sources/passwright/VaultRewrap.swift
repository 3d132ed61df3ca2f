import Cryptography
import Database
import Glibc
import Provisioning
import Vault

/// `passwright vault rewrap`: every card sealed for the newest key.
enum VaultRewrap {
    static let usage = """
        usage: passwright vault rewrap [--keys FOLDER] [--to KEY-ID] [--batch CARDS]

        Opens every card that is not sealed for the newest vault key of FOLDER (or of PASSWRIGHT_VAULT_KEYS), or
        for the one that --to names, and seals it for that key. Every server must have that key open before:
        vault keygen, then SIGHUP to each.

        PASSWRIGHT_DATABASE is the connection string of a login role that is granted passwright_custodian. A
        password belongs into ~/.pgpass or a service file.

        It works in batches (of 500 cards; --batch 1 to 10000), each a transaction with an action of its own in
        the record. Servers go on serving and administrators go on working. It may be stopped at any time: begun
        again it goes on with what is left. Cards that do not open are named, and stay as they are.

        Afterwards it says which keys open nothing any more. Move their files away and send SIGHUP to each
        server: what is sealed for them, as in an old dump, then opens no more.

        Exit status: 0 every card is sealed for that key, 1 one does not open or the database went away,
        2 wrong usage, 78 no such key, or no database that a custodian may use.

        """

    /// A batch is answered in milliseconds; an administrator's long transaction may make it wait.
    private static let answerWithin = 120.0

    static func run(_ words: [String]) throws -> ExitStatus {
        let arguments = try Arguments(words, options: ["--keys", "--to", "--batch"], flags: [])
        if arguments.wantsHelp { return try VaultCommand.print(usage) }
        guard let batch = Int32(arguments["--batch"] ?? "500"), (1...10_000).contains(batch) else {
            throw Arguments.Mistake(sentence: "--batch is a number from 1 to 10000")
        }
        let path = try arguments["--keys"] ?? VaultSeal.configuredFolder ?? arguments.required("--keys")
        let keys = try openKeys(path)
        let newest = try newest(of: keys, in: path, wanted: arguments["--to"])
        let store = try store()
        var rewrapping = Rewrapping(vault: Vault(keys: keys), newest: newest, store: store, batch: batch)
        let uses: [KeyUse]
        do {
            let total = try store.keysInUse().filter { $0.key != newest.id.bytes }.reduce(0) { $0 + $1.cards }
            var progress = Progress(step: total / 10)
            try rewrapping.run(&progress, total: total)
            uses = try store.keysInUse()
        } catch {
            VaultCommand.complain(
                "\(why(error)): the command can be run again and goes on with what is left.")
            return .no
        }
        return try report(rewrapping, uses)
    }

    private static func why(_ error: StoreError) -> String {
        switch error {
        case .unavailable: "the database went away or refused"
        case .timedOut: "the database did not answer in time"
        case .incompatible: "the database answered what this version does not understand"
        }
    }

    private static func openKeys(_ path: String) throws(ConfigurationError) -> [FileVaultKey] {
        let folder = try VaultFolder(path, what: "the vault's folder")
        var keys: [FileVaultKey] = []
        for name in folder.privateNames {
            keys.append(try VaultKeyFile.privateKey(at: folder.file(name), what: "the private key"))
        }
        return keys
    }

    /// What seals is the public half of a private key that is open here: a file with a stranger's public key, put
    /// into the folder, must not get every card sealed for that stranger.
    private static func newest(
        of keys: [FileVaultKey], in path: String, wanted: String?
    ) throws(ConfigurationError) -> VaultPublicKey {
        let name: String
        if let wanted {
            name = "vault-\(wanted).pub.pem"
        } else {
            let folder = try VaultFolder(path, what: "the vault's folder")
            guard let newest = folder.newestPublicName else {
                throw ConfigurationError("\(path) holds no vault-*.pub.pem.")
            }
            name = newest
        }
        guard let key = keys.first(where: { VaultKeyFile.publicName($0.publicKey.id) == name }) else {
            throw ConfigurationError(
                "\(path) holds no private key for the key that cards would be sealed for.")
        }
        return key.publicKey
    }

    private static func store() throws(ConfigurationError) -> CustodyStore {
        let variable = "PASSWRIGHT_DATABASE"
        guard let string = unsafe getenv(variable).map({ unsafe String(cString: $0) }), !string.isEmpty else {
            throw ConfigurationError("\(variable) is not set.")
        }
        do {
            return try CustodyStore(
                DatabaseSettings(connectionString: string, prepares: true, answerWithin: answerWithin))
        } catch {
            let what =
                switch error {
                case .cannotConnect: "does not lead to a database that takes the role's connection"
                case .noAnswer: "leads to a database that does not answer"
                case .notDeployed, .wrongSchema:
                    "leads to a database without this version's schema: sqitch deploy makes it"
                case .notGranted, .ownsTables:
                    "names a role that may not use custody: grant it passwright_custodian"
                }
            throw ConfigurationError("\(variable) \(what).")
        }
    }

    /// The summary, on standard output.
    private static func report(_ done: Rewrapping, _ uses: [KeyUse]) throws -> ExitStatus {
        var text = "sealed for \(done.newest.id): \(done.sealed)\n"
        if done.overtaken > 0 { text += "changed meanwhile, and looked at again: \(done.overtaken)\n" }
        if !done.unopened.isEmpty { text += "do not open, and left as they are: \(done.unopened.count)\n" }
        for use in uses where use.key != done.newest.id.bytes {
            let id = String(decoding: Hex.encode(use.key), as: UTF8.self)
            text += "still sealed for \(id): \(use.cards)"
            text += use.loaded == 0 ? "\n" : ", and \(use.loaded) in admin.card_load\n"
        }
        let idle = done.vault.keyIDs.filter { id in
            id != done.newest.id && !uses.contains { $0.key == id.bytes }
        }
        for id in idle.map(\.description).sorted() { text += "may be retired: \(id)\n" }
        _ = try VaultCommand.print(text)
        return done.unopened.isEmpty ? .good : .no
    }
}
