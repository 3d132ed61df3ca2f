/// The rules that are checked: a closed list. A case names exactly one; a server that breaks one fails the cases
/// that name it, and no others.
enum Rule: String, CaseIterable, Codable, Sendable {
    // The certificates, by the names under which every refusal is explained.
    case c01 = "C01", c02 = "C02", c03 = "C03", c04 = "C04", c05 = "C05", c06 = "C06", c07 = "C07"
    case c08 = "C08", c09 = "C09", c10 = "C10", c11 = "C11", c12 = "C12"
    case chainOrder = "chain.order"
    case chainRoot = "chain.root"
    case chainAccepted = "chain.accepted"
    case lookAlike = "chain.lookAlike"

    // ECC_V2.
    case kdf = "eccv2.kdf"
    case partyV = "eccv2.partyV"
    case iv = "eccv2.iv"
    case tag = "eccv2.tag"
    case cipher = "eccv2.cipher"
    case freshKey = "eccv2.freshKey"
    case recipient = "eccv2.recipient"
    case opens = "eccv2.opens"

    // The answer.
    case accepted = "answer.accepted"
    case members = "answer.members"
    case base64 = "answer.base64"
    case point = "answer.epkPoint"
    case mediaType = "answer.mediaType"
    case noStore = "answer.noStore"
    case requestID = "answer.requestId"
    case errorShape = "answer.errorShape"
    case noEcho = "answer.noEcho"
    case noVersion = "answer.noVersion"
    case answerTime = "answer.time"
    case prefix = "path.prefix"
    case route = "path.route"
    case method = "path.method"
    case device = "request.deviceType"
    case appVersion = "request.appVersion"
    case productTypeField = "request.productType"
    case unknownMembers = "request.unknownMembers"
    case json = "request.json"
    case fields = "request.fields"
    case requestBase64 = "request.base64"
    case certificatesField = "request.certificates"
    case credentials = "request.cardCredentials"
    case requestMediaType = "request.mediaType"
    case bodyLimit = "request.bodyLimit"
    case headLimit = "request.headLimit"
    case framing = "request.framing"
    case slowRequest = "request.time"
    case precedence = "precedence"

    // The payload.
    case payloadJSON = "payload.json"
    case payloadPAN = "payload.pan"
    case payloadExpiration = "payload.expiration"
    case payloadName = "payload.name"
    case payloadNonce = "payload.nonceHex"
    case payloadSignature = "payload.nonceSignatureHex"
    case payloadProductType = "payload.productType"
    case payloadMembers = "payload.members"

    // Activation data.
    case visa = "activation.visa"
    case mastercard = "activation.mastercard"
    case otp = "activation.otp"

    // Nonce, replay.
    case nonceLength = "nonce.length"
    case nonceSignature = "nonce.signature"
    case nonceEncoding = "nonce.signatureEncoding"
    case replay = "replay"
    case replayUnused = "replay.unused"

    // Tokens.
    case tokenMissing = "token.missing"
    case tokenScheme = "token.scheme"
    case tokenForm = "token.form"
    case tokenAlg = "token.alg"
    case tokenKid = "token.kid"
    case tokenHeader = "token.header"
    case tokenSignature = "token.signature"
    case tokenClaims = "token.claims"
    case tokenTime = "token.time"
    case tokenIssuer = "token.issuer"
    case tokenAudience = "token.audience"
    case tokenLength = "token.length"
    case tokenAccepted = "token.accepted"
    case tokenChallenge = "token.challenge"

    // Cards.
    case ownership = "ownership"
    case sameBytes = "ownership.sameBytes"
    case cardID = "ownership.cardId"
    case state = "state"
    case cardsList = "cards.list"
    case cardsFields = "cards.fields"
    case eligibility = "cards.eligibility"

    // Operation.
    case concurrency = "concurrency"
    case health = "operation.health"
    case readiness = "operation.readiness"
    case metrics = "operation.metrics"
    case openAPI = "operation.openapi"
    case drain = "operation.drain"
    case pause = "operation.pause"
    case allowance = "operation.allowance"
}
