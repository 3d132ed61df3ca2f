import Database
import IssuerAPI
import Provisioning

/// What a server says of the enabled programs whose cards it cannot provision.
enum ActivationReadiness {
    /// A program without its key answers 502 here, and another server may have the key: not ready. One without a
    /// provider answers 409 on every server and may be waiting for its network: a notice.
    static func parts(_ programs: [EnabledProgram], _ keys: ActivationKeys) -> [UnreadyPart] {
        let keyless = programs.filter { program in
            guard let activation = program.activation else { return false }
            guard let provider = activation.provider else { return true }
            return !keys.has(activation.key, for: provider)
        }
        let unset = programs.filter { $0.activation == nil }
        var parts: [UnreadyPart] = []
        if !keyless.isEmpty {
            parts.append(
                UnreadyPart(
                    part: .activation, why: "an enabled program's activation key is missing",
                    programs: keyless.map(\.id)))
        }
        if !unset.isEmpty {
            parts.append(
                UnreadyPart(
                    part: .activation, why: "an enabled program has no activation provider",
                    programs: unset.map(\.id), isNotice: true))
        }
        return parts
    }
}
