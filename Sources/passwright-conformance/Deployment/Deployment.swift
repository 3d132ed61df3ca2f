import Wallet

/// A server and what is known of it.
struct Deployment: Sendable {
    let client: Client
    let fixtures: Fixtures
    /// The simulated phone, where the leaf's private key is known.
    let phone: Phone?
    /// Private keys of the whole simulated chain, where they are known.
    let pki: SimulatedPKI?
    /// What tokens are signed with, where it is known.
    let tokenKey: SimulatedKey?
    let network: PaymentNetwork
    /// What stops one server in good order, where that may be tried: the last thing that is done.
    let stopCommand: Command?
    /// What no report may hold.
    let redactor: Redactor
    /// What was done to it for a case, and is owed back.
    let amends = Amends()

    var address: Address { client.address }
}
