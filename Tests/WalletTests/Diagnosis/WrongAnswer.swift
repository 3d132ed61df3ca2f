import COpenSSL
import Foundation
import TestSupport
import Wallet

/// An answer in the making, every step of it free to go wrong.
struct WrongAnswer {
    /// What a server has when it derives the content key.
    struct Shared {
        /// The x coordinate of the shared point.
        let z: [UInt8]
        /// The whole shared point.
        let point: [UInt8]
        let own: [UInt8]
        let ownSPKI: [UInt8]
        let leaf: [UInt8]
        let leafSPKI: [UInt8]
    }

    static let label = Array("id-aes256-GCM".utf8)
    static let apple = Array("Apple".utf8)
    static let nonce: [UInt8] = [0xb9, 0xef, 0x8f, 0x31]
    static let signature = try! HonestIssuer.pki.leafKey.signRaw(nonce)

    var payload: [UInt8]
    var ephemeral = try! SimulatedKey(.p256)
    var recipient = HonestIssuer.pki.leafKey
    var contentKey: (Shared) throws -> [UInt8] = {
        try Digest.sha256.of([0, 0, 0, 1] + $0.z + [0x0d] + label + apple + $0.own)
    }
    var iv = [UInt8](repeating: 0, count: 12)
    var associated: [UInt8] = []
    var arrange: (_ ciphertext: [UInt8], _ tag: [UInt8]) -> [UInt8] = { $0 + $1 }
    /// What is sent for the ephemeral key, of the point and its SubjectPublicKeyInfo.
    var key: (_ point: [UInt8], _ spki: [UInt8]) -> [UInt8] = { point, _ in point }
    var activation: [UInt8]
    /// The card's network.
    var network = "visa"
    /// How a member's bytes are written.
    var write: (_ name: String, _ bytes: [UInt8]) -> String = { Base64.encode($1) }
    /// The members in the making, each as JSON.
    var members: (inout [(name: String, json: String)]) -> Void = { _ in }
    var body: (String) -> [UInt8] = { Array($0.utf8) }

    init() {
        payload = Array(WrongAnswer.text.utf8)
        activation = try! OneTimePassword(
            card: HonestIssuer.card, nonce: WrongAnswer.nonce, now: HonestIssuer.now,
            signer: HonestIssuer.otpKey
        ).bytes()
    }

    /// The right payload.
    static let text = """
        {"primaryAccountNumber":"4111111111111111","expiration":"12/30","name":"Zoë \\"Z\\" Example",\
        "nonce":"\(nonce.hex)","nonceSignature":"\(signature.hex)"}
        """

    static let request = PassRequest(
        certificates: HonestIssuer.pki.certificates, nonce: nonce, nonceSignature: signature,
        device: .mobilePhone, appVersion: "1.0.0", productType: nil)

    /// What is known beside the answer.
    var circumstances: Diagnosis.Circumstances {
        var known = WrongAnswer.circumstances
        known.network = network
        return known
    }

    static var circumstances: Diagnosis.Circumstances {
        var known = Diagnosis.Circumstances(leafKey: HonestIssuer.pki.leafKey, now: HonestIssuer.now)
        known.intermediateKey = HonestIssuer.pki.intermediateKey
        known.request = request
        known.card = HonestIssuer.card
        known.details = HonestIssuer.details
        known.network = "visa"
        known.paymentNetwork = PaymentNetwork(
            otpKey: HonestIssuer.otpKey, mastercardKey: rsa, visaKey: wsdKey, visaKeySetID: "417190.1")
        known.merchants = ["merchant.example.shop"]
        return known
    }

    mutating func replace(_ old: String, _ new: String) {
        let text = String(decoding: payload, as: UTF8.self).replacingOccurrences(of: old, with: new)
        precondition(Array(text.utf8) != payload, "nothing was replaced")
        payload = Array(text.utf8)
    }

    func bytes() throws -> [UInt8] {
        let z = try ephemeral.sharedSecret(with: recipient)
        let shared = try Shared(
            z: z, point: sharedPoint(z), own: ephemeral.point(), ownSPKI: ephemeral.subjectPublicKeyInfo(),
            leaf: recipient.point(), leafSPKI: recipient.subjectPublicKeyInfo())
        let (ciphertext, tag) = encrypt(payload, key: try contentKey(shared), iv: iv, associated: associated)
        let parts = [
            ("activation_data", activation), ("encrypted_pass_data", arrange(ciphertext, tag)),
            ("ephemeral_public_key", key(shared.own, shared.ownSPKI)),
        ]
        var members = parts.map { (name: $0.0, json: "\"\(write($0.0, $0.1))\"") }
        self.members(&members)
        return body("{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}")
    }

    /// The point with this x, of which the even y is taken: half the servers that use it would have the other.
    private func sharedPoint(_ z: [UInt8]) -> [UInt8] {
        let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)
        let point = EC_POINT_new(group)
        defer {
            EC_POINT_free(point)
            EC_GROUP_free(group)
        }
        precondition(EC_POINT_oct2point(group, point, [2] + z, 33, nil) == 1)
        var bytes = [UInt8](repeating: 0, count: 65)
        precondition(EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, 65, nil) == 65)
        return bytes
    }
}

/// AES-GCM with a key of 16 or 32 bytes: ciphertext and a tag of 16.
func encrypt(
    _ clear: [UInt8], key: [UInt8], iv: [UInt8], associated: [UInt8] = []
) -> (ciphertext: [UInt8], tag: [UInt8]) {
    let context = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(context) }
    EVP_EncryptInit_ex(context, key.count == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm(), nil, nil, nil)
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(iv.count), nil)
    EVP_EncryptInit_ex(context, nil, nil, key, iv)
    var (length, sealed) = (Int32(0), [UInt8](repeating: 0, count: clear.count))
    if !associated.isEmpty {
        EVP_EncryptUpdate(context, nil, &length, associated, Int32(associated.count))
    }
    EVP_EncryptUpdate(context, &sealed, &length, clear, Int32(clear.count))
    EVP_EncryptFinal_ex(context, nil, &length)
    var tag = [UInt8](repeating: 0, count: 16)
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag)
    return (sealed, tag)
}
