import Foundation
import TestSupport
import Testing

/// Figures of RFC 5903, section 8.1, and RFC 6979, A.2.5.
enum P256Figures {
    static let scalar = "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433"
    static let point =
        "04dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c37725811805271a0461cdb8252d61f1c456fa3e5"
        + "9ab1f45b33accf5f58389e0577b8990bb3"
    static let peerPoint =
        "04d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf6356fbf3ca366cc23e8157854c13c58d"
        + "6aac23f046ada30f8353e74f33039872ab"
    static let sharedSecret = "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de"
    static let spki = "3059301306072a8648ce3d020106082a8648ce3d030107034200" + point
    static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

    static let signer =
        "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc"
        + "64f2f1b20c2d7e9f5177a3c294d4462299"
    static let r = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    static let s = "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
    static let der = "3046022100" + r + "022100" + s

    /// Text of RFC 7468 around DER.
    static func pem(_ label: String, _ der: String) -> [UInt8] {
        let lines = Data([UInt8](hex: der)).base64EncodedString(options: [
            .lineLength64Characters, .endLineWithLineFeed,
        ])
        return Array("-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n".utf8)
    }
}

/// Bytes with one defect.
struct Defective: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    init(_ defect: String, _ parts: String...) {
        testDescription = defect
        bytes = [UInt8](hex: parts.joined())
    }
}
