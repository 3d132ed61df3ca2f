import Cryptography
import Glibc

/// What the process does before anything else, so that a crash writes nothing down.
enum ProcessHardening {
    static func apply() {
        silenceCrashes()
        do { try ProcessMemory.forbidDumps() } catch {
            complain("the kernel does not let this process forbid core files.")
            exit(ExitStatus.configuration.rawValue)
        }
    }

    /// Turns Swift's crash handler off: it prints the memory behind each register. The handler reads the variable
    /// before `main`, so the process has to execute itself once more; the variable also guards against a loop.
    private static func silenceCrashes() {
        let name = "SWIFT_BACKTRACE"
        let wanted = "enable=no"
        if let value = unsafe getenv(name), unsafe String(cString: value) == wanted { return }
        unsafe setenv(name, wanted, 1)
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard unsafe readlink("/proc/self/exe", &path, Int(PATH_MAX)) > 0 else { return }
        unsafe execv(path, CommandLine.unsafeArgv)
        // Where it cannot be executed again the process goes on: core files are off all the same.
    }
}
