/// The suite's own pause, which its reason tells from anybody else's.
enum Pause {
    private static let reason = "conformance suite"

    static let begin = "admin.pause_provisioning(\(reason.sql))"
    static let end = "admin.resume_provisioning() from admin.settings where pause_reason = \(reason.sql)"

    /// Ends the pause of a run that came to no end of its own, nor did its machine. Whoever has the turn knows that no
    /// other run is at work. Whether there was one.
    static func endLeft(_ administrator: Administrator) -> Bool {
        administrator.value(of: "select true, \(end)")?.isEmpty == false
    }
}
