import Foundation

extension Trial {
    /// Asks while the administrator's `verb` holds, and takes it back with `undo` whatever came.
    func after(_ verb: String, undo: String, _ ask: () throws(Stop) -> Void) throws(Stop) {
        let administrator = try administrator()
        guard administrator.run("select \(verb)") else {
            throw .blocked("the administrator's access does not let \(verb.prefix { $0 != "(" }) be called")
        }
        let outcome = Result { () throws(Stop) in try ask() }
        guard administrator.run("select \(undo)") else {
            throw .blocked(
                "what the administrator did cannot be undone: do it by hand (\(undo.prefix { $0 != "(" }))")
        }
        try outcome.get()
    }

    /// Asks while an allowance is `attempts` in `seconds`; `kind` is `card` or `cardholder`.
    func allowing(
        _ attempts: Int, in seconds: Int, kind: String, _ ask: () throws(Stop) -> Void
    ) throws(Stop) {
        let columns = "format('%s, %L', \(kind)_attempts, \(kind)_window)"
        guard let before = try administrator().value(of: "select \(columns) from admin.settings") else {
            throw .blocked("the administrator's access does not let admin.settings be read")
        }
        try after(
            "admin.set_allowance('\(kind)', \(attempts), interval '\(seconds) seconds')",
            undo: "admin.set_allowance('\(kind)', \(before))", ask)
    }
}
