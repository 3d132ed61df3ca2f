import Cryptography
import Foundation
import Testing

/// A key keeps a context between two uses: what one use leaves in it must not reach the next, nor another thread.
@Suite struct SpareContextTests {
    @Test func `a signature that is refused changes nothing for the next one`() throws {
        let key = try P256.PrivateKey()
        let message = Array("message".utf8)
        let good = try key.rawSignature(of: message)
        var bad = good
        bad[40] ^= 1
        let malformed = ECDSASignature.der([0x30, 0x00])
        for _ in 0..<3 {
            #expect(key.publicKey.verifies(.raw(good), of: message))
            #expect(!key.publicKey.verifies(.raw(bad), of: message))
            #expect(!key.publicKey.verifies(malformed, of: message))
            #expect(!key.publicKey.verifies(.raw(good), of: message + [0]))
        }
    }

    @Test func `a secret is shared with the peer that was named, not with the one before`() throws {
        let mine = try P256.PrivateKey()
        for _ in 0..<4 {
            let first = try P256.PrivateKey()
            let second = try P256.PrivateKey()
            let ours = try mine.sharedSecret(with: first.publicKey)
            let other = try mine.sharedSecret(with: second.publicKey)
            let sameAsFirst = try first.sharedSecret(with: mine.publicKey).equals(ours)
            let sameAsSecond = try second.sharedSecret(with: mine.publicKey).equals(other)
            let areDifferent = !ours.equals(other)
            #expect(sameAsFirst && sameAsSecond && areDifferent)
        }
    }

    @Test func `two fresh keys are never the same`() throws {
        let points = try (0..<50).map { _ in try P256.PrivateKey().publicKey.point }
        #expect(Set(points).count == 50)
    }

    /// A key, held where several threads reach it.
    private final class Holder: Sendable {
        let key: P256.PrivateKey
        let peer: P256.PrivateKey

        init() throws {
            key = try P256.PrivateKey()
            peer = try P256.PrivateKey()
        }

        /// Signs, verifies and agrees on a secret; whether all came out right.
        func works(_ message: [UInt8]) -> Bool {
            guard let signature = try? key.rawSignature(of: message),
                let mine = try? key.sharedSecret(with: peer.publicKey),
                let theirs = try? peer.sharedSecret(with: key.publicKey)
            else { return false }
            return key.publicKey.verifies(.raw(signature), of: message)
                && !key.publicKey.verifies(.raw(signature), of: message + [1]) && mine.equals(theirs)
        }
    }

    @Test func `threads that use one key at once have each its own answers`() throws {
        let holder = try Holder()
        let results = Results()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<40 where !holder.works([UInt8(thread), UInt8(round)]) { results.failed() }
        }
        #expect(results.failures == 0)
    }

    private final class Results: @unchecked Sendable {
        private let lock = NSLock()
        private(set) var failures = 0

        func failed() { lock.withLock { failures += 1 } }
    }
}
