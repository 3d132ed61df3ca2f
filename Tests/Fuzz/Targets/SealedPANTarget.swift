import Cryptography
import Foundation
import Vault

/// Sealed PANs: of all that can be written without knowing the PAN, only what was sealed for this card opens.
struct SealedPANTarget: FuzzTarget {
    private let genuine: [UInt8]
    private let vault: Vault
    private static let context = PANContext(
        card: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), cardholder: "alice",
        expiryMonth: 12, expiryYear: 2030)
    private static let digits = Array("4111111111111111".utf8)

    init(work: Folder) throws {
        genuine = try work.file("keys/vault/genuine")
        vault = Vault(keys: [try Self.key(work)])
        promise(opens(genuine), "the genuine value did not open")
    }

    static func seeds(work: Folder, data: Folder) throws -> [[UInt8]] {
        let pan = try PAN(SecretBytes(copying: digits))
        let sealed = try key(work).publicKey.seal(pan, context: context)
        try Data(sealed).write(to: URL(fileURLWithPath: "\(work.path)/keys/vault/genuine"))
        return [sealed, Array(sealed.prefix(70)), [2] + sealed.dropFirst()]
    }

    func run(_ input: [UInt8]) {
        promise(!opens(input) || input == genuine, "another value opened")
    }

    private func opens(_ sealed: [UInt8]) -> Bool {
        do {
            _ = try vault.open(sealed, context: Self.context, lastFour: Array("1111".utf8))
            return true
        } catch { return false }
    }

    private static func key(_ work: Folder) throws -> FileVaultKey {
        try FileVaultKey(pem: SecretBytes(copying: work.file("keys/vault/private.pem")))
    }
}
