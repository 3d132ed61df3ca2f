import Foundation
import TestSupport
import Wallet

/// A server that does everything right, in memory, until a test twists one answer.
struct HonestIssuer: Issuer {
    static let now: Int64 = 1_780_272_000
    static let card = "0190b0e8-0000-7000-8000-000000000001"
    static let details = CardDetails(
        pan: TestPAN("4111111111111111"), expiryMonth: 12, expiryYear: 2030,
        cardholderName: "Zoë \"Z\" Example")
    static let pki = try! SimulatedPKI.make(now: now)
    static let otpKey = try! SimulatedKey(.p256)
    static let json = [
        "content-type": "application/json", "cache-control": "no-store", "x-request-id": "r-1",
    ]

    let name = "http://issuer.example"
    /// The server's clock.
    var now = now
    var configuration = """
        {"id":"\(card)","applePay":{"eligible":true,"reason":null,"cardholderName":"Zoë \\"Z\\" Example",
        "primaryAccountSuffix":"1111","localizedDescription":"Card","paymentNetwork":"visa",
        "encryptionScheme":"ECC_V2"}}
        """
    var configurationStatus = 200
    /// Changes the clear text before it is sealed.
    var payload: @Sendable (inout String) -> Void = { _ in }
    var sealing: @Sendable (inout SealedPass) -> Void = { _ in }
    /// Changes the answer after it is built.
    var answer: @Sendable (inout PassAnswer) -> Void = { _ in }
    /// Changes what goes over the wire.
    var wire: @Sendable (inout IssuerAnswer) -> Void = { _ in }
    var silence: Silence?

    func send(_ call: IssuerCall) throws(Silence) -> IssuerAnswer {
        if call.method == "GET" {
            return IssuerAnswer(
                status: configurationStatus, headers: Self.json, body: Array(configuration.utf8),
                milliseconds: 1)
        }
        if let silence { throw silence }
        var reply = IssuerAnswer(status: 200, headers: Self.json, body: try! body(call), milliseconds: 12)
        wire(&reply)
        return reply
    }

    private func body(_ call: IssuerCall) throws -> [UInt8] {
        let request = try Request(call.body ?? [])
        var text = """
            {"primaryAccountNumber":"4111111111111111","expiration":"12/30","name":"Zoë \\"Z\\" Example",\
            "nonce":"\(request.nonce.hex)","nonceSignature":"\(request.signature.hex)"}
            """
        payload(&text)
        var pass = SealedPass(text)
        pass.activation = try OneTimePassword(
            card: Self.card, nonce: request.nonce, now: now, signer: Self.otpKey
        ).bytes()
        sealing(&pass)
        var sealed = try pass.seal(to: Self.pki.leafKey)
        answer(&sealed)
        return Array(
            """
            {"activation_data":"\(Base64.encode(sealed.activationData))",\
            "encrypted_pass_data":"\(Base64.encode(sealed.encryptedPassData))",\
            "ephemeral_public_key":"\(Base64.encode(sealed.ephemeralPublicKey))"}
            """.utf8)
    }

    /// What the phone sent, read back.
    struct Request {
        let nonce: [UInt8]
        let signature: [UInt8]

        init(_ body: [UInt8]) throws {
            let text = String(decoding: body, as: UTF8.self)
            nonce = try Self.field("nonce", text)
            signature = try Self.field("nonce_signature", text)
        }

        private static func field(_ name: String, _ text: String) throws -> [UInt8] {
            let start = text.range(of: "\"\(name)\":\"")!.upperBound
            return Base64.decode(String(text[start...].prefix { $0 != "\"" }))!
        }
    }

    /// The whole exchange with this server.
    func add(
        device: Phone.Device = .mobilePhone, details: CardDetails? = details, form: Phone.SignatureForm = .raw
    ) -> AddReport {
        var phone = Phone(certificates: Self.pki.certificates, leafKey: Self.pki.leafKey, device: device)
        phone.form = form
        return AddCard(
            issuer: self, phone: phone, network: PaymentNetwork(otpKey: Self.otpKey), card: Self.card,
            token: "token", details: details, now: Self.now
        ).run()
    }
}
