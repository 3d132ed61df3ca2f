enum ActivationCases {
    static let all: [Case] = []
}
