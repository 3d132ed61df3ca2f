internal import Glibc

/// A file that appears whole or not at all.
package enum WholeFile {
    /// The system's error number.
    package struct Refusal: Error, Sendable { package let code: Int32 }

    /// Writes `text` into a new file and gives it the name `file` when it is on the disk.
    package static func write(_ text: String, to file: String, mode: UInt32) throws(Refusal) {
        let draft = file + ".new"
        unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Refusal(code: errno) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard written > 0 else {
                let code = errno
                close(descriptor)
                throw Refusal(code: code)
            }
            bytes = bytes.dropFirst(written)
        }
        guard fsync(descriptor) == 0, close(descriptor) == 0, unsafe rename(draft, file) == 0 else {
            throw Refusal(code: errno)
        }
    }
}
