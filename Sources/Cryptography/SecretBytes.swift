internal import COpenSSL

/// Bytes that must not be seen: held on the heap, cleansed when they end, never copied, printed or encoded.
///
/// The type is noncopyable and has no description, so the compiler refuses to print, store or send it by
/// accident. What is inside is lent to a closure and to nobody else.
@safe
package struct SecretBytes: ~Copyable {
    private let storage: UnsafeMutableRawBufferPointer
    /// How many bytes are held.
    package private(set) var count: Int

    /// Room for `capacity` bytes, to be filled with `append`.
    package init(capacity: Int) {
        unsafe storage = .allocate(byteCount: max(capacity, 1), alignment: 16)
        count = 0
    }

    /// A copy of `bytes`. The caller's copy is not cleansed: only for tests and for bytes that are public.
    package init(copying bytes: [UInt8]) {
        self.init(capacity: bytes.count)
        append(bytes)
    }

    /// `count` bytes written by `fill`, which is given exactly that much cleared memory.
    package init<E: Error>(
        count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        self.init(capacity: count)
        unsafe storage.initializeMemory(as: UInt8.self, repeating: 0)
        self.count = count
        try unsafe fill(UnsafeMutableRawBufferPointer(rebasing: storage[..<count]))
    }

    deinit {
        unsafe OPENSSL_cleanse(storage.baseAddress, storage.count)
        unsafe storage.deallocate()
    }

    /// Adds `bytes`. Adding past the capacity is our mistake and traps; nothing is ever moved.
    package mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { source in unsafe append(contentsOf: source) }
    }

    /// Adds another secret's bytes.
    package mutating func append(_ other: borrowing SecretBytes) {
        unsafe other.withUnsafeBytes { source in unsafe append(contentsOf: source) }
    }

    /// Adds text that is written in the source.
    package mutating func append(_ text: StaticString) {
        unsafe append(
            contentsOf: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Adds bytes that are lent, as by another secret.
    package mutating func append(contentsOf source: UnsafeRawBufferPointer) {
        let room = unsafe storage.count - count
        precondition(source.count <= room, "SecretBytes is full")
        guard source.count > 0 else { return }
        unsafe storage.baseAddress!.advanced(by: count).copyMemory(
            from: source.baseAddress!, byteCount: source.count)
        count += source.count
    }

    /// Forgets the bytes after the first `length`, and cleanses them.
    package mutating func truncate(to length: Int) {
        precondition(length >= 0 && length <= count, "SecretBytes is shorter than that")
        unsafe OPENSSL_cleanse(storage.baseAddress!.advanced(by: length), count - length)
        count = length
    }

    /// Lends the bytes. They must not be kept or copied into anything that is not a secret.
    package borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try unsafe body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
    }

    /// Whether the bytes are equal, in a time that depends on the length alone.
    package borrowing func equals(_ other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBytes { mine in
            unsafe other.withUnsafeBytes { theirs in
                unsafe CRYPTO_memcmp(mine.baseAddress, theirs.baseAddress, mine.count) == 0
            }
        }
    }
}

// The storage is owned alone and never written after it was filled and sent.
extension SecretBytes: @unchecked Sendable {}
