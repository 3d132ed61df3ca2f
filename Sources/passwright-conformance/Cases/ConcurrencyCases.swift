enum ConcurrencyCases {
    static let all: [Case] = []
}
