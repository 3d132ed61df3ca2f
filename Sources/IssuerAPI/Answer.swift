import Foundation
import HTTP
import Provisioning

/// The bytes of an answer and the headers that each one has.
struct Answer {
    let status: Int
    var headers: [HTTPField] = []
    let body: [UInt8]

    /// `200` with the three members that PassKit wants.
    init(_ answer: ProvisioningAnswer) {
        var text = JSONText()
        text.append("{\"activation_data\":\"")
        text.append(plain: Data(answer.activationData).base64EncodedData())
        text.append("\",\"encrypted_pass_data\":\"")
        text.append(plain: Data(answer.encryptedPassData).base64EncodedData())
        text.append("\",\"ephemeral_public_key\":\"")
        text.append(plain: Data(answer.ephemeralPublicKey).base64EncodedData())
        text.append("\"}")
        status = 200
        body = text.bytes
    }

    /// The error body, with the headers that its kind has.
    init(_ problem: Problem, requestID: UUID) {
        var text = JSONText()
        text.append("{\"error\":\"")
        text.append(problem.code.text)
        text.append("\",\"message\":\"")
        text.append(problem.message)
        text.append("\",\"reason\":\"")
        text.append(problem.reason.text)
        text.append("\",\"request_id\":\"")
        text.append(plain: requestID.lowercased.utf8)
        text.append("\"}")
        status = problem.code.status
        body = text.bytes
        if let seconds = problem.retryAfter { headers.append(HTTPField("Retry-After", String(seconds))) }
        if let methods = problem.allow { headers.append(HTTPField("Allow", "\(methods)")) }
        if let challenge = problem.challenge { headers.append(HTTPField("WWW-Authenticate", "\(challenge)")) }
    }

    init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    /// As the HTTP room sends it.
    func response(requestID: UUID) -> HTTPResponse {
        HTTPResponse(
            status: status,
            fields: [
                HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store"),
                HTTPField("X-Request-Id", requestID.lowercased),
            ] + headers,
            body: body)
    }
}
