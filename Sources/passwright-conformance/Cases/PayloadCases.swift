enum PayloadCases {
    static let all: [Case] = []
}
