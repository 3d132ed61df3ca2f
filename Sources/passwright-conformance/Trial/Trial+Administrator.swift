import Foundation
import Wallet

extension Trial {
    /// Asks while the administrator's `verb` holds, and takes it back with `undo` whatever came. Not where `state` is
    /// not so before: what somebody else did is not the suite's to take back.
    func after(
        _ verb: String, undo: String, where state: (sql: String, sentence: String)? = nil,
        _ ask: () throws(Stop) -> Void
    ) throws(Stop) {
        let administrator = try administrator()
        if let state, administrator.value(of: "select \(state.sql)") != "t" {
            throw .blocked("\(state.sentence), or the administrator's access does not show it")
        }
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
        let card = order.card.sql
        try after(
            "admin.freeze_card(\(card))", undo: "admin.unfreeze_card(\(card))",
            where: ("status = 'active' from admin.cards where id = \(card)", "the card is not active"), ask)
    }

    /// Asks while a cardholder is blocked.
    func blocking(_ holder: String, _ ask: () throws(Stop) -> Void) throws(Stop) {
        let id = try cardholder(holder).sql
        try after(
            "admin.block_cardholder(\(id))", undo: "admin.unblock_cardholder(\(id))",
            where: (
                "blocked_at is null from admin.cardholders where id = \(id)",
                "the cardholder is blocked already"
            ),
            ask)
    }

    /// Asks while provisioning is paused.
    func pausing(_ ask: () throws(Stop) -> Void) throws(Stop) {
        try after(
            Pause.begin, undo: Pause.end,
            where: ("paused_since is null from admin.settings", "provisioning is paused already"), ask)
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
