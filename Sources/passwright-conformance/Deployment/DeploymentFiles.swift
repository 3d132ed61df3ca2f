import Foundation
import Wallet

/// Reads the files that the fixtures name.
struct DeploymentFiles {
    /// What is wrong with what was given, in one sentence.
    struct Mistake: Error { let text: String }

    let fixtures: Fixtures

    func deployment(
        at address: Address, seconds: Int, stopCommand: Command? = nil
    ) throws(Mistake) -> Deployment {
        let client: Client
        do { client = try Client(address, seconds: seconds) } catch {
            throw Mistake(text: "\(address.host): \(error.sentence)")
        }
        return Deployment(
            client: client, fixtures: fixtures, phone: try phone(), pki: try pki(),
            tokenKey: try key(fixtures.jwt?.signingKey), network: try network(), stopCommand: stopCommand,
            redactor: try redactor())
    }

    private func phone() throws(Mistake) -> Phone? {
        guard let files = fixtures.pki, let leaf = try certificate(files.leafCertificate),
            let intermediate = try certificate(files.intermediateCertificate),
            let key = try key(files.leafKey)
        else { return nil }
        return Phone(certificates: [leaf, intermediate], leafKey: key, device: .mobilePhone)
    }

    private func pki() throws(Mistake) -> SimulatedPKI? {
        guard let files = fixtures.pki, let rootKey = try key(files.rootKey),
            let intermediateKey = try key(files.intermediateKey), let leafKey = try key(files.leafKey),
            let root = try certificate(files.rootCertificate),
            let intermediate = try certificate(files.intermediateCertificate),
            let leaf = try certificate(files.leafCertificate)
        else { return nil }
        return SimulatedPKI(
            rootKey: rootKey, intermediateKey: intermediateKey, leafKey: leafKey, root: root,
            intermediate: intermediate, leaf: leaf)
    }

    private func network() throws(Mistake) -> PaymentNetwork {
        var network = PaymentNetwork()
        let activation = fixtures.activation
        network.otpKey = try publicKey(activation?.otpPublicKey)
        network.mastercardKey = try publicKey(activation?.mastercardPublicKey)
        network.visaKeySetID = activation?.visaKeySetID
        if let hex = activation?.visaWSDKeyHex {
            guard let key = PaymentNetwork.visaKey(hex: hex) else {
                throw Mistake(text: "visa_wsd_key_hex is not 32 hexadecimal digits")
            }
            network.visaKey = key
        }
        return network
    }

    private func redactor() throws(Mistake) -> Redactor {
        var redactor = Redactor()
        for token in (fixtures.tokens ?? [:]).values { redactor.hide(token: token) }
        if let key = fixtures.activation?.visaWSDKeyHex { redactor.hide(key, as: "WSD key") }
        if let dsn = fixtures.adminDSN { redactor.hide(dsn, as: "database address") }
        for certificate in [fixtures.pki?.leafCertificate, fixtures.pki?.intermediateCertificate] {
            if let bytes = try self.certificate(certificate) { redactor.hide(bytes, as: "certificate") }
        }
        return redactor
    }

    private func certificate(_ path: String?) throws(Mistake) -> [UInt8]? {
        guard let path else { return nil }
        guard let found = try? PEM.certificates(in: text(path)).first else {
            throw Mistake(text: "\(path) holds no certificate in PEM")
        }
        return found
    }

    private func key(_ path: String?) throws(Mistake) -> SimulatedKey? {
        guard let path else { return nil }
        guard let key = try? SimulatedKey(privateKeyPEM: text(path)) else {
            throw Mistake(text: "\(path) holds no private key in PEM")
        }
        return key
    }

    private func publicKey(_ path: String?) throws(Mistake) -> SimulatedKey? {
        guard let path else { return nil }
        guard let key = try? SimulatedKey(publicKeyPEM: text(path)) else {
            throw Mistake(text: "\(path) holds no public key in PEM")
        }
        return key
    }

    private func text(_ path: String) throws(Mistake) -> String {
        do { return String(decoding: try ShortFile.read(path), as: UTF8.self) } catch {
            throw Mistake(text: "\(path) \(error.complaint)")
        }
    }
}
