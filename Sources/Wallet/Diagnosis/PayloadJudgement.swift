/// The fields of an opened payload against the card and what the phone sent.
struct PayloadJudgement {
    private(set) var deviations: [Deviation] = []
    private let object: LooseJSON
    private let known: Diagnosis.Circumstances

    /// Other names that servers give the fields; case, `_` and `-` do not count.
    private static let aliases = [
        "primaryAccountNumber": [
            "pan", "fpan", "number", "accountnumber", "cardnumber", "applicationprimaryaccountnumber",
            "primaryaccount",
        ],
        "expiration": [
            "expirationdate", "expiry", "expirydate", "exp", "expdate", "accountexpiry",
            "applicationexpirationdate",
        ],
        "name": ["cardholdername", "cardholder", "nameoncard", "holdername", "holder", "embossedname"],
        "nonce": ["noncevalue"],
        "nonceSignature": ["signature", "noncesig", "signednonce"],
    ]

    init(_ object: LooseJSON, _ known: Diagnosis.Circumstances) {
        self.object = object
        self.known = known
        var taken: Set<String> = []
        for field in PassContents.required { taken.formUnion(judge(field)) }
        extras(taken)
    }

    private mutating func note(_ kind: Deviation.Kind, _ field: String) {
        deviations.append(Deviation(kind, field))
    }

    /// Judges one field; the names under which it was found.
    private mutating func judge(_ field: String) -> [String] {
        let names = [folded(field)] + (PayloadJudgement.aliases[field] ?? [])
        let candidates = object.members.filter { names.contains(folded($0.name)) }
        guard let member = candidates.first(where: { $0.name == field }) ?? candidates.first else {
            note(.fieldMissing, field)
            return []
        }
        if member.name != field { note(.fieldName, field) }
        switch member.value {
        case .text(let text)?: judge(field, text)
        case .number(let digits)? where field == "primaryAccountNumber":
            note(.panNumber, field)
            judge(field, digits)
        default: note(.fieldNotText, field)
        }
        return [member.name]
    }

    private mutating func judge(_ field: String, _ text: String) {
        switch field {
        case "primaryAccountNumber": accountNumber(field, text)
        case "expiration":
            for kind in ExpirationForm.deviations(text, known.details) { note(kind, field) }
        case "name":
            // By bytes: Swift's own equality takes two spellings of one letter for the same.
            let wanted = known.details?.cardholderName ?? known.cardholderName
            if wanted.map({ Array($0.utf8) != Array(text.utf8) }) ?? text.isEmpty { note(.nameWrong, field) }
        case "nonce":
            sent(field, text, known.request?.nonce, others: known.otherRequests.map(\.nonce))
        default:
            sent(
                field, text, known.request?.nonceSignature,
                others: known.otherRequests.map(\.nonceSignature))
        }
    }

    private mutating func accountNumber(_ field: String, _ text: String) {
        let digits = text.filter { $0 != " " && $0 != "-" && $0 != "\u{a0}" }
        if digits != text { note(.panSeparators, field) }
        guard (12...19).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            note(.panForm, field)
            return
        }
        let right =
            known.details.map { $0.pan.digits == digits } ?? known.lastFour.map { digits.hasSuffix($0) }
            ?? true
        if !right { note(.panWrong, field) }
    }

    /// Hexadecimal of what the phone sent; where that is not known, of anything.
    private mutating func sent(_ field: String, _ text: String, _ wanted: [UInt8]?, others: [[UInt8]]) {
        for (kind, bytes) in SentBytes.readings(text) {
            guard wanted == nil || bytes == wanted else { continue }
            if let kind { note(kind, field) }
            return
        }
        for (kind, bytes) in SentBytes.readings(text) {
            if others.contains(bytes) {
                note(.ofAnother, field)
            } else if let wanted, SentBytes.otherForm(of: wanted) == bytes {
                note(.reencoded, field)
            } else {
                continue
            }
            if let kind { note(kind, field) }
            return
        }
        note(.notAsSent, field)
    }

    private mutating func extras(_ taken: Set<String>) {
        let mayHaveMore = known.network == nil || known.network == "mastercard"
        let others = object.members.filter { !taken.contains($0.name) }
        if others.contains(where: { !mayHaveMore || !PassContents.mastercard.contains($0.name) }) {
            note(.fieldsExtra, "payload")
        }
        guard mayHaveMore else { return }
        if let version = others.first(where: { $0.name == "version" }), version.value != .text("1") {
            note(.versionWrong, "version")
        }
        guard known.network == "mastercard", let asked = known.request?.productType else { return }
        if others.first(where: { $0.name == "productType" })?.value != .text(asked) {
            note(.productTypeWrong, "productType")
        }
    }
}

/// How a server can write bytes that it was given.
enum SentBytes {
    static func readings(_ text: String) -> [(Deviation.Kind?, [UInt8])] {
        var found: [(Deviation.Kind?, [UInt8])] = []
        if let bytes = [UInt8](hexadecimal: text), !bytes.isEmpty {
            found.append((text == bytes.hexadecimal ? nil : .hexUpper, bytes))
            let inner = String(decoding: bytes, as: UTF8.self)
            if let decoded = Base64.decode(inner), !decoded.isEmpty { found.append((.hexOfText, decoded)) }
        }
        let bare = (text.hasPrefix("0x") ? String(text.dropFirst(2)) : text).filter { $0 != " " && $0 != ":" }
        if bare != text, let bytes = [UInt8](hexadecimal: bare) { found.append((.hexDecorated, bytes)) }
        if let bytes = Base64.decode(text) ?? Base64.decodeURL(text), !bytes.isEmpty {
            found.append((.notHex, bytes))
        }
        return found
    }

    /// An ECDSA signature in its other spelling; nil for anything else.
    static func otherForm(of signature: [UInt8]) -> [UInt8]? {
        if let raw = try? ECDSASignature(raw: signature) { return raw.der }
        return (try? ECDSASignature(der: signature))?.raw
    }
}

/// The forms in which servers write an expiry.
enum ExpirationForm {
    static func deviations(_ text: String, _ details: CardDetails?) -> [Deviation.Kind] {
        let readings = readings(text)
        guard let first = readings.first(where: { fits($0, details) }) ?? readings.first else {
            return [.expirationForm]
        }
        return (first.kind.map { [$0] } ?? []) + (fits(first, details) ? [] : [.expirationWrong])
    }

    private struct Reading {
        let kind: Deviation.Kind?
        let month: Int
        let year: Int
    }

    private static func fits(_ reading: Reading, _ details: CardDetails?) -> Bool {
        guard let details else { return true }
        return reading.month == details.expiryMonth && reading.year % 100 == details.expiryYear % 100
    }

    private static func readings(_ text: String) -> [Reading] {
        let digits = text.split { !$0.isASCII || !$0.isNumber }.map(String.init)
        let marks = text.filter { !$0.isNumber }
        let figures = digits.joined()
        var found: [Reading] = []
        func add(_ kind: Deviation.Kind?, _ month: some StringProtocol, _ year: some StringProtocol) {
            guard let month = Int(month), let year = Int(year), (1...12).contains(month) else { return }
            found.append(Reading(kind: kind, month: month, year: year))
        }
        switch (digits.map(\.count), marks) {
        case ([2, 2], "/"):
            add(nil, digits[0], digits[1])
            add(.expirationSwapped, digits[1], digits[0])
        case ([4], ""):
            add(.expirationMMYY, figures.prefix(2), figures.suffix(2))
            add(.expirationYYMM, figures.suffix(2), figures.prefix(2))
        case ([6], ""):
            add(.expirationYear, figures.prefix(2), figures.suffix(4))
            add(.expirationISO, figures.suffix(2), figures.prefix(4))
            add(.expirationYYMM, figures.dropFirst(2).prefix(2), figures.prefix(2))
        case ([2, 4], _): add(.expirationYear, digits[0], digits[1])
        case ([4, 2], _), ([4, 2, 2], "--"): add(.expirationISO, digits[1], digits[0])
        default: break
        }
        return found
    }
}
