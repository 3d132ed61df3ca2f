import Cryptography
import Foundation
import TestSupport
import Testing
import Vault

extension SecretBytes {
    /// The bytes, for a test's eyes.
    var revealed: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// Whether `digits` make a PAN.
private func isPAN(_ digits: [UInt8]) -> Bool {
    do {
        _ = try PAN(SecretBytes(copying: digits))
        return true
    } catch {
        return false
    }
}

@Suite struct PANTests {
    @Test(arguments: [
        "411111111117", "4222222222222", "30569309025904", "378282246310005", "4111111111111111",
        "5555555555554444", "6011111111111117", "4111111111111111110",
    ])
    func `12 to 19 digits with the right last one are a PAN`(digits: String) throws {
        let pan = try PAN(SecretBytes(copying: Array(digits.utf8)))
        let held = pan.digits.revealed
        #expect(held == Array(digits.utf8))
        let lastFour = pan.lastFour
        #expect(lastFour == Array(digits.utf8.suffix(4)))
    }

    @Test(arguments: [
        "", "0", "0000000000000000", "41111111112", "41111111111111111115", "4111111111111112",
        "4111111111111101",
        "5555555555554445", "4111 1111 1111 1111", "4111-1111-1111-1111", "411111111111111a",
        "+411111111111111",
        " 4111111111111111", "4111111111111111\n", "4111111111111111\0", "４１１１１１", "/111111111111111",
        ":111111111111111",
    ])
    func `what has another length, another last digit or another character is none`(digits: String) {
        #expect(!isPAN(Array(digits.utf8)))
    }

    @Test func `one digit altered anywhere is never a PAN`() {
        let good = Array("5105105105105100".utf8)
        for position in good.indices {
            for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != good[position] {
                var altered = good
                altered[position] = digit
                #expect(!isPAN(altered))
            }
        }
    }

    private struct Numbers: Decodable {
        struct Number: Decodable {
            let why: String?
            let pan: String?

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                why = try container.decodeIfPresent(String.self, forKey: .why)
                pan = why == "JSON number" ? nil : try container.decode(String.self, forKey: .pan)
            }

            enum Key: CodingKey { case why, pan }
        }
        let good: [Number]
        let bad: [Number]

        enum CodingKeys: String, CodingKey {
            case good = "valid_shape"
            case bad = "must_be_refused_by_vault_load"
        }
    }

    @Test(.enabled(if: SharedData.has("pan/test-pans.json"), "\(SharedData.missing)"))
    func `the networks' test numbers are PANs and their broken ones are not`() throws {
        let numbers = try SharedData.json("pan/test-pans.json", as: Numbers.self)
        // One of the broken ones is a number of JSON where a text belongs: a load has no JSON.
        let bad = numbers.bad.compactMap(\.pan)
        #expect(numbers.good.count == 20)
        #expect(bad.count == 32)
        #expect(numbers.good.compactMap(\.pan).filter { !isPAN(Array($0.utf8)) } == [])
        #expect(bad.filter { isPAN(Array($0.utf8)) } == [])
    }
}
