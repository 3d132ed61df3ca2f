internal import Foundation

/// A body taken apart into the three byte strings, whatever it calls and how it writes them.
struct AnswerReading {
    private(set) var bytes: [String: [UInt8]] = [:]
    private(set) var deviations: [Deviation] = []

    init(_ answered: [UInt8]) {
        let (body, covers) = unpacked(answered)
        guard
            var object = LooseJSON(
                Array(body.starts(with: [0xef, 0xbb, 0xbf]) ? body.dropFirst(3) : body[...]))
        else {
            note(.notJSON, "body")
            return
        }
        for kind in covers { note(kind, "body") }
        if !object.strict || body.first == 0xef { note(.looseJSON, "body") }
        if !object.members.contains(where: { isMember($0.name) }),
            let inner = object.objects.lazy.map(LooseJSON.init).first(where: {
                $0.members.contains { isMember($0.name) }
            })
        {
            deviations = (covers + [.wrapped]).map { Deviation($0, "body") }
            object = inner
        }
        read(object)
    }

    private func isMember(_ name: String) -> Bool { PassAnswer.names.contains { folded($0) == folded(name) } }

    private mutating func note(_ kind: Deviation.Kind, _ subject: String) {
        deviations.append(Deviation(kind, subject))
    }

    private mutating func read(_ object: LooseJSON) {
        var known = 0
        for name in PassAnswer.names {
            let spellings = object.members.filter { folded($0.name) == folded(name) }
            guard let member = spellings.first(where: { $0.name == name }) ?? spellings.first else {
                note(.memberMissing, name)
                continue
            }
            known += 1
            if member.name != name { note(member.name == camelCase(name) ? .camelCase : .memberName, name) }
            switch member.value {
            case .null?: note(.memberNull, name)
            case .text("")?: note(.memberEmpty, name)
            case .text(let text)?:
                let written = WrittenBytes(text) {
                    name != "activation_data" || PaymentNetwork.isOfKnownKind($0)
                }
                for oddity in written.oddities { note(oddity, name) }
                bytes[name] = written.bytes
            default: note(.memberNotText, name)
            }
        }
        if object.members.count > known { note(.membersExtra, "body") }
        exchange()
    }

    /// A point or activation data in the wrong member are put in their place.
    private mutating func exchange() {
        let (key, activation, pass) = ("ephemeral_public_key", "activation_data", "encrypted_pass_data")
        func isActivation(_ name: String) -> Bool {
            // All activation data of a known kind are text, and no ciphertext is.
            bytes[name].map { PaymentNetwork.isOfKnownKind($0) && $0.allSatisfy { $0 < 0x80 } } ?? false
        }
        if isActivation(pass), !isActivation(activation) {
            note(.activationSwapped, pass)
            (bytes[activation], bytes[pass]) = (bytes[pass], bytes[activation])
        }
        func isPoint(_ name: String) -> Bool { bytes[name]?.count == 65 && bytes[name]?.first == 4 }
        guard !isPoint(key), let other = PassAnswer.names.first(where: { $0 != key && isPoint($0) }) else {
            return
        }
        note(.swapped, other)
        (bytes[key], bytes[other]) = (bytes[other], bytes[key])
    }

    private func camelCase(_ name: String) -> String {
        let words = name.split(separator: "_")
        return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

/// What a JSON string, or a list of one, has inside, and which it was; both, where one is in the other.
private func unpacked(_ body: [UInt8]) -> (body: [UInt8], covers: [Deviation.Kind]) {
    var (body, covers) = (body, [Deviation.Kind]())
    while covers.count < 2 {
        let read = try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed)
        if let text = read as? String, text.contains("{") {
            body = Array(text.utf8)
            covers.append(.serialisedTwice)
        } else if let list = read as? [Any], list.count == 1, let object = list[0] as? [String: Any],
            let inside = try? JSONSerialization.data(withJSONObject: object)
        {
            body = Array(inside)
            covers.append(.inList)
        } else {
            break
        }
    }
    return (body, covers)
}
