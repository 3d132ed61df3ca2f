enum OperationCases {
    static let all: [Case] = []
}
