import Cryptography
import TestSupport
import Testing

@Suite struct P256PrivateKeyTests {
    /// Kept in a function since a noncopyable value cannot be shared by tests.
    private func figure() throws -> P256.PrivateKey {
        try P256.PrivateKey(scalar: SecretBytes(copying: [UInt8](hex: P256Figures.scalar)))
    }

    @Test func `a scalar gives its point and the shared secret of RFC 5903`() throws {
        let key = try figure()
        #expect(key.publicKey.point.hex == P256Figures.point)
        let secret = try key.sharedSecret(with: P256.PublicKey(point: [UInt8](hex: P256Figures.peerPoint)))
            .revealed
        #expect(secret.hex == P256Figures.sharedSecret)
    }

    @Test func `two fresh keys differ and agree on a secret`() throws {
        let mine = try P256.PrivateKey()
        let theirs = try P256.PrivateKey()
        #expect(mine.publicKey.point != theirs.publicKey.point)
        let here = try mine.sharedSecret(with: theirs.publicKey).revealed
        let there = try theirs.sharedSecret(with: mine.publicKey).revealed
        #expect(here == there)
        #expect(here.count == 32)
    }

    @Test(arguments: [
        String(repeating: "00", count: 32), P256Figures.order, String(repeating: "ff", count: 32),
        String(P256Figures.scalar.dropLast(2)), "00" + P256Figures.scalar, "",
    ])
    func `a scalar that is not 32 bytes from one to the order less one is refused`(scalar: String) {
        var refused = false
        do { _ = try P256.PrivateKey(scalar: SecretBytes(copying: [UInt8](hex: scalar))) } catch {
            refused = true
        }
        #expect(refused)
    }

    @Test(arguments: [
        String(repeating: "00", count: 31) + "01", String(P256Figures.order.dropLast(2)) + "50",
    ])
    func `the first and the last scalar are taken`(scalar: String) throws {
        // 1 * G and (n - 1) * G = -G have G's x coordinate.
        let key = try P256.PrivateKey(scalar: SecretBytes(copying: [UInt8](hex: scalar)))
        #expect(
            key.publicKey.point[1...32].elementsEqual(
                [UInt8](hex: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")))
    }

    @Test func `a signature is 64 bytes and verifies with the other half`() throws {
        let key = try figure()
        let message = Array("sample".utf8)
        for _ in 0..<50 {
            let signature = try key.rawSignature(of: message)
            #expect(signature.count == 64)
            #expect(key.publicKey.verifies(.raw(signature), of: message))
        }
    }

    @Test func `a key written in PEM is read again`() throws {
        let key = try figure()
        let pem = try key.pem()
        #expect(pem.revealed.starts(with: Array("-----BEGIN PRIVATE KEY-----\n".utf8)))
        let again = try P256.PrivateKey(pem: pem)
        #expect(again.publicKey.point == key.publicKey.point)
    }

    @Test func `a key is read from SEC1, with and without its public key`() throws {
        let named = "a00a06082a8648ce3d030107"
        let bare = ["3031020101", "0420", P256Figures.scalar, named].joined()
        let whole = ["3077020101", "0420", P256Figures.scalar, named, "a144034200", P256Figures.point]
            .joined()
        for der in [bare, whole] {
            let key = try P256.PrivateKey(
                pem: SecretBytes(copying: P256Figures.pem("EC PRIVATE KEY", der)))
            #expect(key.publicKey.point.hex == P256Figures.point)
        }
    }

    @Test func `a key whose public key is another's is refused`() {
        let named = "a00a06082a8648ce3d030107"
        let der = ["3077020101", "0420", P256Figures.scalar, named, "a144034200", P256Figures.peerPoint]
            .joined()
        #expect(refuses(P256Figures.pem("EC PRIVATE KEY", der)))
    }

    @Test func `explicit parameters are refused even where they spell P-256`() {
        // ECParameters (SEC 1, C.2): version, prime field, a and b, G uncompressed, order, cofactor.
        let prime = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
        let a = "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc"
        let b = "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"
        let base =
            "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
        let field = "302c06072a8648ce3d0101022100" + prime
        let curve = "30440420" + a + "0420" + b
        let parameters = ["3081e0020101", field, curve, "0441", base, "022100", P256Figures.order, "020101"]
            .joined()
        let der = ["3082010b020101", "0420", P256Figures.scalar, "a081e3", parameters].joined()
        #expect(refuses(P256Figures.pem("EC PRIVATE KEY", der)))
    }

    @Test func `a key on another curve is refused`() {
        let der = ["302e020101", "0420", P256Figures.scalar, "a00706052b8104000a"].joined()
        #expect(refuses(P256Figures.pem("EC PRIVATE KEY", der)))
    }

    @Test func `an encrypted key is refused without asking for a passphrase`() {
        // The figure's key in PBES2 under the empty passphrase: it opens for whoever answers with nothing.
        let der = [
            "3081ec305706092a864886f70d01050d304a302906092a864886f70d01050c301c040805daa3f99a41754002",
            "020800300c06082a864886f70d02090500301d060960864801650304012a04109cfd690f83bb90aced2a0e4f",
            "7853bcb80481906ce0fa494185ed8805821198d8e81ef934d2910a6324e94333878ad18f994391f1c1022dc1",
            "0e8c475015bd226f2ae4a678ae9dee6edf3ad0d8ca25e905f4a6a79cbed764ef97699c07b125815ff6cbb756",
            "c1dedd521b7a20d3c2d7ddbad97d3afbfac45a1d8b993874be7b1935ef425ba5c465d5bfd30046383775df0c",
            "0123b44b690085799e8768a4275c2bf19d756c",
        ].joined()
        #expect(refuses(P256Figures.pem("ENCRYPTED PRIVATE KEY", der)))
    }

    @Test func `a public key and nothing are not private keys`() {
        #expect(refuses(P256Figures.pem("PUBLIC KEY", P256Figures.spki)))
        #expect(refuses([]))
    }

    private func refuses(_ pem: [UInt8]) -> Bool {
        do {
            _ = try P256.PrivateKey(pem: SecretBytes(copying: pem))
            return false
        } catch {
            return true
        }
    }
}
