internal import Foundation

/// The phone: what PassKit gives an app, and the request that the app's back end makes of it.
package struct Phone: Sendable {
    /// The spelling of a nonce signature by the leaf's key.
    package enum SignatureForm: String, CaseIterable, Sendable {
        /// `r || s`, 64 bytes.
        case raw
        case der
    }

    package enum Device: String, CaseIterable, Sendable {
        case mobilePhone = "mobile_phone"
        case watch
    }

    /// Leaf first, intermediate second, DER.
    package let certificates: [[UInt8]]
    package let leafKey: SimulatedKey
    package var device: Device
    package var form: SignatureForm = .raw

    package init(certificates: [[UInt8]], leafKey: SimulatedKey, device: Device) {
        self.certificates = certificates
        self.leafKey = leafKey
        self.device = device
    }

    /// A request with a fresh nonce of 4 bytes, as Apple's are, and its signature.
    package func request(
        appVersion: String = "1.0.0", productType: String? = nil
    ) throws(WalletError) -> PassRequest {
        try request(nonce: randomBytes(4), appVersion: appVersion, productType: productType)
    }

    /// A request with the given nonce: for a phone that is awkward on purpose.
    package func request(
        nonce: [UInt8], appVersion: String = "1.0.0", productType: String? = nil
    ) throws(WalletError) -> PassRequest {
        let signature =
            switch form {
            case .raw: try leafKey.signRaw(nonce)
            case .der: try leafKey.sign(nonce, .sha256)
            }
        return PassRequest(
            certificates: certificates, nonce: nonce, nonceSignature: signature, device: device,
            appVersion: appVersion, productType: productType)
    }
}

/// The body of one provisioning request, every field free to be what it should not be.
package struct PassRequest: Sendable {
    package var certificates: [[UInt8]]
    package var nonce: [UInt8]
    package var nonceSignature: [UInt8]
    package var device: Phone.Device
    package var appVersion: String
    package var productType: String?

    package init(
        certificates: [[UInt8]], nonce: [UInt8], nonceSignature: [UInt8], device: Phone.Device,
        appVersion: String, productType: String?
    ) {
        self.certificates = certificates
        self.nonce = nonce
        self.nonceSignature = nonceSignature
        self.device = device
        self.appVersion = appVersion
        self.productType = productType
    }

    /// The JSON that goes over the wire.
    package func json() -> [UInt8] {
        var members: [String: Any] = [
            "certificates": certificates.map(Base64.encode),
            "nonce": Base64.encode(nonce),
            "nonce_signature": Base64.encode(nonceSignature),
            "device_type": device.rawValue,
            "app_version": appVersion,
        ]
        members["product_type"] = productType
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and a list of texts: nothing that JSON cannot write.
        return Array(try! JSONSerialization.data(withJSONObject: members, options: options))
    }
}
