import JSON
import Provisioning

/// The body of a provisioning request, member by member: decoded and within its limits, nothing of it believed.
struct ProvisioningBody {
    let certificates: [[UInt8]]
    let nonce: [UInt8]
    let nonceSignature: [UInt8]
    let device: DeviceType
    let appVersion: String
    let productType: String?

    /// Reads a body of at most 64 KiB. Credentials are looked for first, then what is missing, then what is wrong,
    /// each in the order of the contract's table.
    init(_ body: [UInt8]) throws(Problem) {
        let object: JSON.Object
        do { object = try JSON.parse(body) } catch {
            throw Problem(.malformedJSON, "The body is not a JSON object.")
        }
        guard !object.memberNames.contains(where: Self.isCredential) else {
            throw Problem(
                .cardCredentialsRefused,
                "The body has card credentials in it: this endpoint never takes them.")
        }
        for (name, problem) in Self.required where object[name] == nil { throw problem }

        certificates = try Self.certificates(object["certificates"]!)
        nonce = try Self.bytes(
            object["nonce"]!, 1...32, .invalid("The field nonce must be base64 of 1 to 32 bytes."))
        nonceSignature = try Self.bytes(
            object["nonce_signature"]!, 1...256,
            .invalid("The field nonce_signature must be base64 of 1 to 256 bytes."))
        device = try Self.device(object["device_type"]!)
        appVersion = try Self.appVersion(object["app_version"]!)
        productType = try object["product_type"].map(Self.productType)
    }

    private static let required: [(String, Problem)] = [
        ("certificates", .missing("The field certificates is missing.")),
        ("nonce", .missing("The field nonce is missing.")),
        ("nonce_signature", .missing("The field nonce_signature is missing.")),
        ("device_type", .missing("The field device_type is missing.")),
        ("app_version", .missing("The field app_version is missing.")),
    ]

    private static let credentials: Set<String> = [
        "pan", "cardnumber", "primaryaccountnumber", "cvv", "cvc", "securitycode", "pin",
    ]

    /// Whether a member's name is that of a card credential, without regard to case, `_` and `-`.
    private static func isCredential(_ name: [UInt8]) -> Bool {
        let folded = name.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "_"), UInt8(ascii: "-"): nil
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: byte
            }
        }
        return credentials.contains(String(decoding: folded, as: UTF8.self))
    }

    /// Any number of certificates is read here: how many there may be is rule C01's.
    private static func certificates(_ value: JSON.Value) throws(Problem) -> [[UInt8]] {
        let problem = Problem.invalid("The field certificates must be an array of base64 strings.")
        guard let elements = value.list?.values else { throw problem }
        var certificates: [[UInt8]] = []
        for element in elements {
            guard let der = element.text?.base64() else { throw problem }
            certificates.append(der)
        }
        return certificates
    }

    private static func bytes(
        _ value: JSON.Value, _ size: ClosedRange<Int>, _ problem: Problem
    ) throws(Problem) -> [UInt8] {
        guard let bytes = value.text?.base64(), size.contains(bytes.count) else {
            throw problem
        }
        return bytes
    }

    private static func device(_ value: JSON.Value) throws(Problem) -> DeviceType {
        guard let device = DeviceType.allCases.first(where: { value.text?.equals($0.rawValue) == true })
        else {
            throw .invalid("The field device_type must be mobile_phone or watch.")
        }
        return device
    }

    /// `[0-9A-Za-z][0-9A-Za-z.+_-]{0,49}` without a run of 12 or more digits, which could be a PAN.
    private static func appVersion(_ value: JSON.Value) throws(Problem) -> String {
        let problem = Problem.invalid("The field app_version must be a version of 1 to 50 characters.")
        guard let text = value.text?.bytes, (1...50).contains(text.count) else { throw problem }
        var digits = 0
        for (index, byte) in text.enumerated() {
            digits = isDigit(byte) ? digits + 1 : 0
            let isMark = index > 0 && [0x2e, 0x2b, 0x5f, 0x2d].contains(byte)
            guard digits < 12, isDigit(byte) || isLetter(byte) || isMark else { throw problem }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func productType(_ value: JSON.Value) throws(Problem) -> String {
        guard let text = value.text?.bytes, (1...64).contains(text.count),
            text.allSatisfy({ isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "_") })
        else { throw .invalid("The field product_type must be 1 to 64 letters, digits or _.") }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}

extension Problem {
    static func missing(_ message: StaticString) -> Problem {
        Problem(.missingField, message)
    }

    static func invalid(_ message: StaticString) -> Problem {
        Problem(.invalidField, message)
    }
}
