extension Diagnosis {
    /// The answer field by field: a line a deviation, and one for what is as it should be.
    package func findings(_ known: Circumstances) -> [Finding] {
        members + keyAndCipher + contents(known) + activation(known)
    }

    private func lines(
        _ party: Finding.Party, _ check: String, _ wrong: [Deviation], good: String
    ) -> [Finding] {
        wrong.isEmpty ? [.passed(party, check, good)] : wrong.map { .failed(party, check, $0.fault) }
    }

    private var members: [Finding] {
        let written = deviations(in: .body) + deviations(in: .encoding)
        let whole = written.filter { $0.subject == "body" }
        if whole.contains(where: { $0.kind == .notJSON }) { return lines(.server, "body", whole, good: "") }
        return lines(.server, "body", whole, good: "one JSON object of three members")
            + PassAnswer.names.flatMap { name in
                let size = sizes[name].map { "\($0) bytes in standard base64" } ?? "base64"
                return lines(.server, name, written.filter { $0.subject == name }, good: size)
            }
    }

    private var keyAndCipher: [Finding] {
        guard sizes["ephemeral_public_key"] != nil else {
            return [.skipped(.apple, "ephemeral public key", "there are no bytes to look at")]
        }
        let keys = lines(
            .apple, "ephemeral public key", deviations(in: .ephemeralKey), good: "65 bytes, a point on P-256")
        guard sizes["encrypted_pass_data"] != nil, !has(.pointOffCurve) else {
            return keys + [.skipped(.apple, "encrypted pass data", "cannot be tried: see above")]
        }
        guard opens else {
            return keys + lines(.apple, "encrypted pass data", deviations(in: .recipient), good: "")
        }
        return keys
            + lines(.apple, "recipient", deviations(in: .recipient), good: "the leaf's key")
            + lines(
                .apple, "key derivation", deviations(in: .kdf),
                good: "SHA-256, counter, Z, id-aes256-GCM, Apple, point")
            + lines(
                .apple, "cipher", deviations(in: .cipher),
                good: "AES-256-GCM, IV of 12 zeros, no AAD, tag of 16")
    }

    private func contents(_ known: Circumstances) -> [Finding] {
        guard let payload else { return [.skipped(.apple, "payload", "not opened")] }
        let whole = deviations(in: .payload).filter { $0.subject == "payload" && $0.kind != .fieldsExtra }
        var found = lines(.apple, "payload", whole, good: "JSON in UTF-8, \(payload.count) bytes")
        if has(.payloadNotJSON) { return found }
        for field in PassContents.required {
            let wrong = deviations(of: field)
            if wrong.isEmpty, let unknown = unknown(field, known) {
                found.append(.skipped(.apple, field, unknown))
            } else {
                found += lines(.apple, field, wrong, good: good(field, known))
            }
        }
        let others = deviations(in: .payload).filter {
            $0.kind == .fieldsExtra || PassContents.mastercard.contains($0.subject)
        }
        return found + lines(.apple, "other members", others, good: "none that should not be there")
    }

    /// Why a field could not be compared; nil where it could.
    private func unknown(_ field: String, _ known: Circumstances) -> String? {
        let why: String? =
            switch field {
            case "primaryAccountNumber":
                known.details == nil && known.lastFour == nil ? "the card's number" : nil
            case "expiration": known.details == nil ? "the card's expiry" : nil
            case "name": known.details == nil && known.cardholderName == nil ? "the cardholder's name" : nil
            default: known.request == nil ? "what the phone sent" : nil
            }
        return why.map { "in good form, not compared: \($0) is not known" }
    }

    private func good(_ field: String, _ known: Circumstances) -> String {
        switch field {
        case "primaryAccountNumber": "digits alone, the card's"
        case "expiration": "MM/YY, the card's"
        case "name": "as it is known"
        default: "lower-case hex of what the phone sent"
        }
    }

    private func activation(_ known: Circumstances) -> [Finding] {
        guard sizes["activation_data"] != nil else {
            return [.skipped(.network, "activation data", "there are no bytes to look at")]
        }
        let wrong = deviations(in: .activation)
        if !wrong.isEmpty { return lines(.network, network?.check ?? "activation data", wrong, good: "") }
        return [network ?? .skipped(.network, "activation data", "not checked: the request is not known")]
    }
}
