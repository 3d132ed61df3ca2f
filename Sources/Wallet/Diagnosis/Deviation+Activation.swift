extension Deviation.Kind {
    package static let activationUnknown = Self(
        "activation.unknown", "{} is no MBPAC, no TAV and no compact JWS.",
        change: "Send the network's own bytes in base64, once, as the card's program asks for.")
    package static let activationForeign = Self(
        "activation.other_network", "{} is another network's than the card's.",
        change: "Choose the provider by the card's program.")
    package static let activationRefused = Self(
        "activation.refused", "The network refuses {}.", change: "See the network's own check above.")

    static let activations = [activationUnknown, activationForeign, activationRefused]
}
