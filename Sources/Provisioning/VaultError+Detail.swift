internal import Vault

extension VaultError {
    /// What the attempt's record says of it: enough to tell a retired key from a row that was tampered with.
    var detail: StaticString {
        switch self {
        case .malformed: "malformed"
        case .unknownVersion: "unknown version"
        case .unknownKey: "unknown key"
        case .doesNotOpen: "does not open"
        case .notAPAN: "not a PAN"
        case .lastFourDiffers: "last four differ"
        case .impossibleContext: "impossible context"
        case .cryptography: "cryptography"
        }
    }
}
