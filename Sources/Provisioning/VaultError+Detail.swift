package import Vault

extension VaultError {
    /// What the attempt's record and the operator's commands say of it: enough to tell a retired key from a row
    /// that was tampered with.
    package var detail: StaticString {
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
