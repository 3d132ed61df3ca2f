/// How a command ends.
package enum ExitStatus: Int32, Sendable {
    case good = 0
    /// The answer is no: a check, a case or a request failed.
    case no = 1
    case usage = 2
    /// Somebody else is at work: later.
    case busy = 75
    case configuration = 78
}
