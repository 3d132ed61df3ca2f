import Foundation

extension Trial {
    /// Asks while the administrator's `verb` holds, and takes it back with `undo` whatever came.
    func after(_ verb: String, undo: String, _ ask: () throws(Stop) -> Void) throws(Stop) {
        let administrator = try administrator()
        guard deployment.amends.begin(administrator, "select \(verb)", undo: "select \(undo)") else {
            throw .blocked("the administrator's access does not let \(verb.prefix { $0 != "(" }) be called")
        }
        let outcome = Result { () throws(Stop) in try ask() }
        guard deployment.amends.end() else {
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

    /// Asks while the order's card is frozen.
    func freezing(_ order: Order, _ ask: () throws(Stop) -> Void) throws(Stop) {
        try after("admin.freeze_card(\(order.card.sql))", undo: "admin.unfreeze_card(\(order.card.sql))", ask)
    }

    /// Asks while a cardholder is blocked.
    func blocking(_ holder: String, _ ask: () throws(Stop) -> Void) throws(Stop) {
        let id = try cardholder(holder).sql
        try after("admin.block_cardholder(\(id))", undo: "admin.unblock_cardholder(\(id))", ask)
    }

    /// Asks while provisioning is paused.
    func pausing(_ ask: () throws(Stop) -> Void) throws(Stop) {
        try after("admin.pause_provisioning('conformance suite')", undo: "admin.resume_provisioning()", ask)
    }

    /// Goes on where a request is refused like this. Where it is not another case has that fault, and there is nothing
    /// more to ask.
    func meet(_ refusal: Refusal, with request: Request) throws(Stop) {
        let reply = try send(request)
        do { try expect(refusal, from: reply) } catch {
            throw .blocked("the answer is \(reply.sentence), and not \(refusal.sentence)")
        }
    }
}
