import Cryptography
import Provisioning

/// The trust policy as settings and the files that they name want it.
enum TrustFiles {
    static let anchorsVariable = Setting.prefix + "TRUST_ANCHORS"
    private static let listsVariable = Setting.prefix + "CRL_FOLDER"

    /// The pinned roots, the names under them, and the revocation lists where a folder of them is set. Which roots
    /// a mode accepts is not asked here. `anchors` is read in the place of the setting's file.
    static func policy(_ settings: Settings, anchors: String? = nil) throws(ConfigurationError) -> TrustPolicy
    {
        let what = anchors == nil ? anchorsVariable : "--anchors"
        let pem = try PublicFile.read(anchors ?? settings.trustAnchors, what: what)
        guard let roots = try? Certificate.certificates(pem: pem),
            let policy = try? TrustPolicy(
                anchors: roots, intermediateNames: settings.trustedIntermediates,
                leafNames: settings.leafNames, additionalExcluded: [])
        else { throw ConfigurationError("\(what) holds something that is not a root certificate in PEM.") }
        guard let folder = settings.crlFolder else {
            guard !settings.crlStrict else {
                throw ConfigurationError("PASSWRIGHT_CRL is strict, and \(listsVariable) is not set.")
            }
            return policy
        }
        return policy.checking(
            RevocationPolicy(lists: try lists(in: folder), mode: settings.crlStrict ? .strict : .warn))
    }

    /// Every list of the folder. One that cannot be read is not skipped: it could be the one that revokes.
    private static func lists(in folder: String) throws(ConfigurationError) -> [RevocationList] {
        var lists: [RevocationList] = []
        for name in try Folder.names(folder, what: listsVariable) {
            let path = folder + "/" + name
            let file = try PublicFile.read(path, what: listsVariable)
            guard let read = try? RevocationList.lists(file: file) else {
                throw ConfigurationError("\(listsVariable) \(path) is not a complete CRL in PEM or DER.")
            }
            lists += read
        }
        return lists
    }
}
