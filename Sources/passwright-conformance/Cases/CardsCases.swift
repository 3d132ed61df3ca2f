enum CardsCases {
    static let all: [Case] = []
}
