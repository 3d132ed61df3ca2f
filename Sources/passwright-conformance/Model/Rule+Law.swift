extension Rule {
    /// What must hold, in one sentence, and where it is written down.
    private var law: (sentence: String, source: String) {
        switch self {
        case .c01:
            (
                "Each certificate is 300 B to 8 KiB of strict DER, and there are two.",
                "Certificates, C01; X.690, 10 and 11"
            )
        case .c02:
            (
                "A certificate is of version 3, has no extension twice, and names one signature algorithm inside and outside.",
                "Certificates, C02; RFC 5280, 4.1.1.2 and 4.2"
            )
        case .c03:
            (
                "The chain ends in the pinned root, and in no other.",
                "Certificates, C03"
            )
        case .c04:
            (
                "The intermediate is signed by the root, is an authority by critical constraints, and bears Apple's marker 6.2.15, name and key identifiers.",
                "Certificates, C04; RFC 5280, 4.2.1.9"
            )
        case .c05:
            (
                "The leaf is signed by the intermediate, and its key is an uncompressed point on P-256.",
                "Certificates, C05; RFC 5480, 2.1.1 and 2.2"
            )
        case .c06:
            (
                "The leaf is no certificate authority and signs no certificates.",
                "Certificates, C06; RFC 5280, 4.2.1.3 and 4.2.1.9"
            )
        case .c07:
            (
                "The leaf's key usage is critical and holds keyEncipherment and keyAgreement.",
                "Certificates, C07; RFC 5280, 4.2.1.3"
            )
        case .c08:
            (
                "The leaf bears the critical marker 1.2.840.113635.100.6.39 with the value NULL, once.",
                "Certificates, C08"
            )
        case .c09:
            (
                "No certificate has another critical extension that is not understood.",
                "Certificates, C09; RFC 5280, 4.2"
            )
        case .c10:
            (
                "The leaf bears no marker or purpose of another kind of Apple's certificates.",
                "Certificates, C10"
            )
        case .c11:
            (
                "The leaf has the name of Apple's encryption certificate.",
                "Certificates, C11"
            )
        case .c12:
            (
                "Every certificate is valid at this moment.",
                "Certificates, C12; RFC 5280, 4.1.2.5"
            )
        case .chainOrder:
            (
                "Leaf first, intermediate second; exchanged only where the second alone bears the leaf's marker.",
                "Certificates, order"
            )
        case .chainRoot:
            (
                "A third certificate is taken only where it is the pinned root, byte for byte.",
                "POST provisioning, certificates"
            )
        case .chainAccepted:
            (
                "A chain of Apple's shape is accepted.",
                "Certificates"
            )
        case .lookAlike:
            (
                "A certificate that only looks like the one for provisioning is refused: somebody else has its key.",
                "Certificates, C08 and C10"
            )
        case .kdf:
            (
                "The key is derived by the concatenation KDF: counter, Z, 0D id-aes256-GCM, Apple, point.",
                "ECC_V2, step 3; NIST SP 800-56A, 5.8.1"
            )
        case .partyV:
            (
                "PartyV is the ephemeral point itself, 65 bytes.",
                "ECC_V2, step 3"
            )
        case .iv:
            (
                "The IV is 12 zero bytes.",
                "ECC_V2, step 4; NIST SP 800-38D"
            )
        case .tag:
            (
                "The pass data ends in a GCM tag of 16 bytes.",
                "ECC_V2, step 4; NIST SP 800-38D"
            )
        case .cipher:
            (
                "The cipher is AES-256-GCM with the whole derived key, without further authenticated data.",
                "ECC_V2, step 4; NIST SP 800-38D"
            )
        case .freshKey:
            (
                "Every answer has an ephemeral key of its own.",
                "ECC_V2, step 1"
            )
        case .recipient:
            (
                "The pass is encrypted to the key in the leaf that was sent.",
                "ECC_V2, step 2"
            )
        case .opens:
            (
                "The pass opens with the leaf's private key.",
                "ECC_V2"
            )
        case .accepted:
            (
                "A request in good order for an active card is answered with 200.",
                "POST provisioning, 200"
            )
        case .members:
            (
                "The answer has exactly the three members.",
                "POST provisioning, 200"
            )
        case .base64:
            (
                "Each member is padded, canonical base64 of the bytes that PassKit wants.",
                "POST provisioning, 200; RFC 4648, 4"
            )
        case .point:
            (
                "The ephemeral key is an uncompressed point on P-256, 65 bytes.",
                "ECC_V2, step 1; SEC 1, 2.3.3"
            )
        case .mediaType:
            (
                "An answer with a body says application/json.",
                "Errors; RFC 9110, 8.3"
            )
        case .noStore:
            (
                "No answer may be stored.",
                "The HTTP contract; RFC 9111, 5.2.2.5"
            )
        case .requestID:
            (
                "Every answer has an X-Request-Id: the caller's own where that is a UUID.",
                "The HTTP contract"
            )
        case .errorShape:
            (
                "An error says error, message, reason and request_id, and nothing else.",
                "Errors"
            )
        case .noEcho:
            (
                "No answer repeats what was sent.",
                "Errors"
            )
        case .noVersion:
            (
                "No answer says which version of which software made it.",
                "Errors; RFC 9110, 10.2.4"
            )
        case .answerTime:
            (
                "An answer comes within 5 seconds.",
                "Errors"
            )
        case .prefix:
            (
                "Every path is served with and without /user-api.",
                "The HTTP contract"
            )
        case .route:
            (
                "A path that is no route is answered with 404 NOT_FOUND.",
                "Errors"
            )
        case .method:
            (
                "A method that a route has not is answered with 405 and Allow.",
                "Errors; RFC 9110, 15.5.6"
            )
        case .device:
            (
                "device_type is mobile_phone or watch.",
                "POST provisioning, device_type"
            )
        case .appVersion:
            (
                "app_version is 1 to 50 characters of a version's alphabet.",
                "POST provisioning, app_version"
            )
        case .productTypeField:
            (
                "product_type is optional, 1 to 64 characters, and one of the program's.",
                "POST provisioning, product_type"
            )
        case .unknownMembers:
            (
                "Members that are not known are passed over.",
                "POST provisioning"
            )
        case .json:
            (
                "The body is one JSON object to the letter of RFC 8259, no name twice.",
                "POST provisioning; RFC 8259"
            )
        case .fields:
            (
                "Every required field is there and of its type.",
                "POST provisioning"
            )
        case .requestBase64:
            (
                "Base64 is standard, padded and canonical.",
                "POST provisioning; RFC 4648, 3.5 and 4"
            )
        case .certificatesField:
            (
                "Certificates is an array of two texts.",
                "POST provisioning, certificates"
            )
        case .credentials:
            (
                "A body with card credentials in it is refused.",
                "POST provisioning"
            )
        case .requestMediaType:
            (
                "A body is application/json.",
                "POST provisioning; RFC 9110, 15.5.16"
            )
        case .bodyLimit:
            (
                "A body has at most 64 KiB.",
                "POST provisioning"
            )
        case .headLimit:
            (
                "Request line and headers have at most 16 KiB.",
                "Errors; RFC 6585, 5"
            )
        case .framing:
            (
                "A request whose framing is ambiguous is refused.",
                "Errors; RFC 9112, 6.3"
            )
        case .slowRequest:
            (
                "A request that does not come whole is ended.",
                "Errors; RFC 9110, 15.5.9"
            )
        case .precedence:
            (
                "Of several things that are wrong the first in the contract's order is answered.",
                "Errors, order"
            )
        case .payloadJSON:
            (
                "The payload is one flat JSON object in UTF-8.",
                "Payload"
            )
        case .payloadPAN:
            (
                "primaryAccountNumber is the card's number, digits alone.",
                "Payload"
            )
        case .payloadExpiration:
            (
                "expiration is the card's, MM/YY.",
                "Payload"
            )
        case .payloadName:
            (
                "name is the cardholder's, as embossed.",
                "Payload"
            )
        case .payloadNonce:
            (
                "nonce is the lower-case hexadecimal of the bytes received.",
                "Payload"
            )
        case .payloadSignature:
            (
                "nonceSignature is the lower-case hexadecimal of the bytes received.",
                "Payload"
            )
        case .payloadProductType:
            (
                "A Mastercard payload has productType and version \"1\"; no other has them.",
                "Payload"
            )
        case .payloadMembers:
            (
                "The payload has no member that configuration 1 does not have.",
                "Payload"
            )
        case .visa:
            (
                "Visa's activation data is an MBPAC for this nonce.",
                "Activation data, Visa"
            )
        case .mastercard:
            (
                "Mastercard's activation data is a TAV over this card.",
                "Activation data, Mastercard"
            )
        case .otp:
            (
                "The issuer's one-time password is a JWS for this card and nonce.",
                "Activation data, issuer"
            )
        case .nonceLength:
            (
                "A nonce has 1 to 32 bytes, its signature 1 to 256.",
                "POST provisioning, nonce"
            )
        case .nonceSignature:
            (
                "The nonce's signature holds for this nonce under the leaf's key.",
                "Nonce signature, leaf"
            )
        case .nonceEncoding:
            (
                "64 bytes are r and s; anything else is strict DER.",
                "Nonce signature, leaf; X.690, 10"
            )
        case .replay:
            (
                "A nonce works once for a cardholder, whatever the card and the signature's spelling.",
                "Replay"
            )
        case .replayUnused:
            (
                "A refusal before the nonce's turn does not use it up.",
                "Replay"
            )
        case .tokenMissing:
            (
                "Without a token nothing is answered.",
                "Bearer tokens; RFC 6750, 3"
            )
        case .tokenScheme:
            (
                "The scheme is Bearer, with one token.",
                "Bearer tokens; RFC 6750, 2.1"
            )
        case .tokenForm:
            (
                "A token is a compact JWS of three canonical base64url parts.",
                "Bearer tokens; RFC 7515, 7.1"
            )
        case .tokenAlg:
            (
                "alg is the key's own, and no other.",
                "Bearer tokens; RFC 8725, 3.1"
            )
        case .tokenKid:
            (
                "kid selects a key that is known, and nothing else.",
                "Bearer tokens; RFC 7515, 4.1.4"
            )
        case .tokenHeader:
            (
                "A header that brings a key or an extension is refused.",
                "Bearer tokens; RFC 7515, 4.1.2 to 4.1.11"
            )
        case .tokenSignature:
            (
                "A token's signature holds, in its one encoding.",
                "Bearer tokens; RFC 7518, 3.4"
            )
        case .tokenClaims:
            (
                "Every required claim is there and of its type.",
                "Bearer tokens; RFC 7519, 4.1"
            )
        case .tokenTime:
            (
                "A token counts from nbf to exp, with 30 seconds of leeway.",
                "Bearer tokens; RFC 7519, 4.1.4 and 4.1.5"
            )
        case .tokenIssuer:
            (
                "iss is the configured issuer.",
                "Bearer tokens; RFC 7519, 4.1.1"
            )
        case .tokenAudience:
            (
                "aud holds the configured audience.",
                "Bearer tokens; RFC 7519, 4.1.3"
            )
        case .tokenLength:
            (
                "A token has at most 4 KiB.",
                "Bearer tokens"
            )
        case .tokenAccepted:
            (
                "A token in good order is accepted.",
                "Bearer tokens"
            )
        case .tokenChallenge:
            (
                "A 401 says Bearer in WWW-Authenticate, with an error only where there was a token.",
                "Bearer tokens; RFC 6750, 3"
            )
        case .ownership:
            (
                "Another's card is answered like one that does not exist.",
                "Errors, 404"
            )
        case .sameBytes:
            (
                "The answer for another's card is the same byte for byte, apart from the request id.",
                "Errors, 404"
            )
        case .cardID:
            (
                "An id that is no UUID is a card that does not exist.",
                "Errors, 404"
            )
        case .state:
            (
                "Only an active card of an enabled program is provisioned, and the reason says why not.",
                "Errors, 409"
            )
        case .cardsList:
            (
                "GET /cards is a bare array of the caller's own cards.",
                "Cards"
            )
        case .cardsFields:
            (
                "A card has the published fields, and everything that PassKit wants to be configured with.",
                "Cards"
            )
        case .eligibility:
            (
                "applePay says whether the card may be added, and why not.",
                "Cards"
            )
        case .concurrency:
            (
                "Requests at the same time do not disturb each other.",
                "ECC_V2, step 1; Errors"
            )
        case .health:
            (
                "/healthz says that the process lives.",
                "Operation"
            )
        case .readiness:
            (
                "/readyz says whether everything that is needed is there.",
                "Operation"
            )
        case .metrics:
            (
                "/metrics is Prometheus text on a listener of its own.",
                "Operation"
            )
        case .openAPI:
            (
                "/openapi.json is the contract as an OpenAPI 3.1 document.",
                "Operation"
            )
        case .drain:
            (
                "A server that is being stopped answers what it has accepted.",
                "Operation"
            )
        case .pause:
            (
                "Provisioning that an administrator paused is answered with 503 and Retry-After.",
                "Errors, 503"
            )
        case .allowance:
            (
                "Who asks too often is answered with 429 and Retry-After.",
                "Errors, 429"
            )
        }
    }

    var sentence: String { law.sentence }
    /// A section of the provisioning protocol or of the HTTP contract, and the standard behind it.
    var source: String { law.source }
}
