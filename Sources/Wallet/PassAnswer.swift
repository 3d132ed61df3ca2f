/// The three byte strings with which a server answers a phone.
package struct PassAnswer: Sendable {
    package var activationData: [UInt8]
    package var encryptedPassData: [UInt8]
    package var ephemeralPublicKey: [UInt8]

    package static let names = ["activation_data", "encrypted_pass_data", "ephemeral_public_key"]

    package init(activationData: [UInt8], encryptedPassData: [UInt8], ephemeralPublicKey: [UInt8]) {
        self.activationData = activationData
        self.encryptedPassData = encryptedPassData
        self.ephemeralPublicKey = ephemeralPublicKey
    }

    /// Why a body is no answer, in words for whoever wrote the server.
    package enum Defect: Error, Hashable, Sendable {
        case notAnObject
        case missing(String)
        /// How many members are there that have no business in it. Their names are the server's and not repeated.
        case unexpectedMembers(Int)
        case notText(String)
        case notBase64(String)

        package var sentence: String {
            switch self {
            case .notAnObject: "the body is not one flat JSON object"
            case .missing(let name): "\(name) is missing"
            case .unexpectedMembers(let count): "\(count) more than the three members"
            case .notText(let name): "\(name) is not a JSON string"
            case .notBase64(let name): "\(name) is not canonical, padded base64"
            }
        }
    }

    /// Reads a body: exactly the three members, each canonical base64.
    package init(body: [UInt8]) throws(Defect) {
        let object: FlatJSON
        do { object = try FlatJSON(body) } catch { throw .notAnObject }
        for name in PassAnswer.names where object[name] == nil { throw .missing(name) }
        guard object.names.count == 3 else { throw .unexpectedMembers(object.names.count - 3) }
        func bytes(_ name: String) throws(Defect) -> [UInt8] {
            guard let text = object.text(name) else { throw .notText(name) }
            guard let bytes = Base64.decode(text) else { throw .notBase64(name) }
            return bytes
        }
        activationData = try bytes("activation_data")
        encryptedPassData = try bytes("encrypted_pass_data")
        ephemeralPublicKey = try bytes("ephemeral_public_key")
    }
}
