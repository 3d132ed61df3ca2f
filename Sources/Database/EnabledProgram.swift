package import Provisioning

/// A program whose cards may be provisioned, and what its activation data needs.
package struct EnabledProgram: Equatable, Sendable {
    package let id: String
    /// Null where provisioning answers `network_unsupported`, since no provider is set or its payload is not built.
    package let activation: Activation?

    package struct Activation: Equatable, Sendable {
        /// Null for one that this version does not know.
        package let provider: ActivationProvider?
        /// The key's name in the key folder.
        package let key: String
    }

    init(_ answer: Answer, _ row: Int) throws(StoreError) {
        id = try present(answer.text(row, 0))
        guard let provider = answer.text(row, 1) else {
            activation = nil
            return
        }
        activation = Activation(
            provider: ActivationProvider(rawValue: provider), key: try present(answer.text(row, 2)))
    }
}
