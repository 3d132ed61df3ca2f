enum ECCV2Cases {
    static let all: [Case] = []
}
