/// Why a server does not start.
package enum HTTPServerError: Error, Sendable, CaseIterable {
    /// The host is not a numeric address, or the port is not in 0-65535.
    case addressMalformed
    /// The address is not loopback, and nobody said that this is meant.
    case addressNotLoopback
    /// No interface of this machine has the address.
    case addressNotHere
    /// Somebody listens on the port already.
    case portTaken
    /// A unix path over 107 bytes (with the suffix it is bound under first), empty, or with a NUL in it.
    case pathMalformed
    /// The folder of the unix path is missing.
    case folderMissing
    /// Something that is not a socket is at the unix path.
    case pathNotSocket
    /// A server that is alive listens at the unix path.
    case pathInUse
    /// The kernel does not allow it: a privileged port, a folder that is not ours.
    case notPermitted
    /// No descriptor, memory or thread for it.
    case noResources
}
