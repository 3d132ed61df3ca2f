import Cryptography
import Testing

/// What a careless holder of a secret might be.
private final class Careless {
    let secret: SecretBytes
    let key: P256.PrivateKey
    init(_ secret: consuming SecretBytes, _ key: consuming P256.PrivateKey) {
        self.secret = secret
        self.key = key
    }
}

@Suite struct SecretBytesTests {
    private static let canary = Array("canary-0123456789".utf8)

    // A noncopyable value cannot be given to print, dump or Mirror at all: it takes a class to try.
    @Test func `a dump, a print and a mirror of what holds a secret show nothing of it`() throws {
        let scalar = SecretBytes(copying: Self.canary + [UInt8](repeating: 1, count: 15))
        let holder = Careless(SecretBytes(copying: Self.canary), try P256.PrivateKey(scalar: scalar))
        var text = ""
        dump(holder, to: &text)
        dump([holder, holder], to: &text)
        print(holder, [holder], Optional(holder) as Any, to: &text)
        text += String(reflecting: holder) + "\(Mirror(reflecting: holder).children.map { "\($0)" })"
        #expect(!text.isEmpty)
        let decimal = Self.canary.prefix(4).map(String.init).joined(separator: ", ")
        for trace in ["canary", decimal, "63616e617279", "0x63"] {
            #expect(!text.contains(trace))
        }
    }

    @Test func `bytes are added in order and never past the capacity`() {
        var secret = SecretBytes(capacity: 6)
        secret.append([1, 2])
        secret.append("a")
        secret.append(SecretBytes(copying: [3, 4, 5]))
        secret.append([])
        let held = secret.revealed
        #expect(held == [1, 2, 0x61, 3, 4, 5])
        #expect(secret.count == 6)
    }

    @Test func `adding past the capacity stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var secret = SecretBytes(capacity: 1)
            secret.append([1, 2])
        }
    }

    @Test func `what is cut off is gone`() {
        var secret = SecretBytes(copying: [1, 2, 3, 4])
        secret.truncate(to: 1)
        secret.append([9])
        let held = secret.revealed
        #expect(held == [1, 9])
    }

    @Test(arguments: [
        ([1, 2, 3], true), ([1, 2, 4], false), ([1, 2], false), ([1, 2, 3, 0], false), ([], false),
    ])
    func `secrets are equal when all their bytes are`(other: [UInt8], equal: Bool) {
        let same = SecretBytes(copying: [1, 2, 3]).equals(SecretBytes(copying: other))
        #expect(same == equal)
    }

    @Test func `an error of OpenSSL names the call and a number`() {
        let error = CryptographyError("EVP_Something", code: 5)
        #expect("\(error.operation)" == "EVP_Something")
        #expect(error.code == 5)
    }
}
