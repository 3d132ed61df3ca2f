internal import Foundation

/// A provisioning request's body, read back, and what a server could hold against it.
package struct RequestReading: Sendable {
    package private(set) var findings: [Finding] = []
    /// As far as it could be read; nil where nonce or signature are not there.
    package private(set) var request: PassRequest?

    /// `leafKey` is the simulated leaf's, to tell whether certificate and signature are of it.
    package init(_ body: [UInt8], leafKey: SimulatedKey) {
        guard let any = try? JSONSerialization.jsonObject(with: Data(body)),
            let object = any as? [String: Any]
        else {
            findings = [.failed(.phone, "request", "is not a JSON object")]
            return
        }
        let certificates = (object["certificates"] as? [Any])?.map { $0 as? String } ?? []
        let chain = certificates.compactMap { $0.flatMap { WrittenBytes($0).bytes } }
        judge(certificates: certificates, chain, leafKey)
        let nonce = bytes("nonce", object, 1...32)
        let signature = bytes("nonce_signature", object, 1...256)
        if let nonce, let signature {
            findings.append(
                .check(
                    .phone, "signature", RequestReading.verifies(signature, nonce, leafKey),
                    "over the nonce, by the leaf's key",
                    otherwise: "does not verify with the leaf's key over the nonce's bytes"))
        }
        let device = (object["device_type"] as? String).flatMap(Phone.Device.init(rawValue:))
        findings.append(
            .check(
                .phone, "device_type", device != nil, device?.rawValue ?? "",
                otherwise: "is neither mobile_phone nor watch"))
        let version = object["app_version"] as? String ?? ""
        findings.append(
            .check(
                .phone, "app_version", version.wholeMatch(of: /[0-9A-Za-z][0-9A-Za-z.+_-]{0,49}/) != nil,
                "in good form",
                otherwise: "is missing or not 1 to 50 of letters, digits and .+_-"))
        guard let nonce, let signature else { return }
        request = PassRequest(
            certificates: chain, nonce: nonce, nonceSignature: signature, device: device ?? .mobilePhone,
            appVersion: version, productType: object["product_type"] as? String)
    }

    private mutating func judge(certificates: [String?], _ chain: [[UInt8]], _ leafKey: SimulatedKey) {
        let check = "certificates"
        let point = (try? leafKey.point()) ?? []
        let marker = DER.oid("1.2.840.113635.100.6.39")
        if certificates.count != 2 {
            findings.append(
                .failed(.phone, check, "are \(certificates.count), and should be leaf and intermediate"))
        } else if certificates.contains(where: { $0.flatMap(Base64.decode) == nil }) {
            findings.append(
                .failed(.phone, check, "are not standard, padded base64 of DER: no PEM, no hexadecimal"))
        } else if chain.contains(where: { $0.first != 0x30 }) {
            findings.append(.failed(.phone, check, "are not DER inside their base64"))
        } else if chain[0].has(point), chain[0].has(marker) {
            findings.append(.passed(.phone, check, "leaf and intermediate"))
        } else if chain[1].has(point) {
            findings.append(.failed(.phone, check, "are in the wrong order: the leaf comes first"))
        } else {
            findings.append(
                .failed(.phone, check, "are of another leaf than the key that is given: nothing can open"))
        }
    }

    private mutating func bytes(_ name: String, _ object: [String: Any], _ count: ClosedRange<Int>)
        -> [UInt8]?
    {
        guard let text = object[name] as? String else {
            findings.append(.failed(.phone, name, "is missing or no JSON string"))
            return nil
        }
        let written = WrittenBytes(text)
        if let oddity = written.oddities.first {
            let deviation = Deviation(oddity, name)
            findings.append(.failed(.phone, name, deviation.fault + " " + deviation.remedy))
        } else {
            let found = written.bytes?.count ?? 0
            findings.append(
                .check(
                    .phone, name, count.contains(found), "\(found) bytes",
                    otherwise: "has \(found) bytes, and may have \(count.lowerBound) to \(count.upperBound)"))
        }
        return written.bytes
    }

    private static func verifies(_ signature: [UInt8], _ nonce: [UInt8], _ key: SimulatedKey) -> Bool {
        let der = (try? ECDSASignature(raw: signature))?.der ?? signature
        return (try? key.verify(der, over: nonce, .sha256)) != nil
    }
}

extension [UInt8] {
    /// Whether `part` stands somewhere in it.
    fileprivate func has(_ part: [UInt8]) -> Bool {
        !part.isEmpty && count >= part.count
            && indices.dropLast(part.count - 1).contains { self[$0...].starts(with: part) }
    }
}
