import Foundation
import Testing
import Wallet

@testable import passwright_bench

/// What the floor is made of.
struct FloorTests {
    private func configuration(_ words: [String]) throws(Arguments.Mistake) -> FloorConfiguration {
        try FloorConfiguration(
            Arguments(words, options: FloorConfiguration.options, repeated: [], flags: []))
    }

    private static let every: [Primitive.Name] = [
        .vaultImport, .vaultECDH, .vaultOpening, .keyGeneration, .leafECDH, .sealing, .check,
    ]

    @Test func `a request needs its token, its nonce's signature, the card's activation and the sealing`()
        throws
    {
        let standard = try configuration([])
        #expect(Set(standard.warm) == Set(Self.every + [.tokenES256, .nonceSignature, .issuerOTP]))
        #expect(
            try Set(configuration(["--token", "RS256", "--activation", "mastercard_tav"]).warm)
                == Set(Self.every + [.tokenRS256, .nonceSignature, .mastercardTAV]))
        // A signature that is forwarded is not verified here.
        #expect(
            try Set(configuration(["--nonce", "forward", "--activation", "visa_mbpac"]).warm)
                == Set(Self.every + [.tokenES256, .visaMBPAC]))
    }

    @Test func `a leaf that was never seen is read and verified besides`() throws {
        let standard = try configuration([])
        #expect(standard.cold == standard.warm + [.leafParsing, .leafVerification])
    }

    @Test(arguments: [["--token", "HS256"], ["--nonce", "none"], ["--activation", "visa"]])
    func `another word is a mistake`(words: [String]) {
        #expect(throws: Arguments.Mistake.self) { try configuration(words) }
    }

    @Test func `every primitive is measured, and the sum is of those that the request needs`() throws {
        var floor = Floor()
        try floor.measure(rounds: 3)
        for name in Primitive.Name.allCases {
            let cost = floor.cost(of: name)
            #expect(cost.best > 0 && cost.median >= cost.best, "\(name)")
            #expect(floor.rounds[name]?.count == 3)
        }
        // What anybody knows of these: a signature by RSA costs more than its verification.
        #expect(floor.cost(of: .mastercardTAV).best > floor.cost(of: .tokenRS256).best)
        let standard = FloorConfiguration()
        let sum = standard.warm.map { floor.cost(of: $0).best }.reduce(0, +)
        #expect(abs(floor.cost(of: standard.warm).best - sum) < 0.001)

        let report = FloorReport(floor: floor, configuration: standard)
        let json = try JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any]
        let sums = try #require(json?["floor"] as? [String: [String: Double]])
        #expect(sums["warm"]!["best_us"]! < sums["cold"]!["best_us"]!)
        #expect(
            Set((json?["primitives"] as? [String: Any])!.keys) == Set(Primitive.Name.allCases.map(\.rawValue))
        )
        #expect(report.text().contains("floor               warm"))
    }
}
