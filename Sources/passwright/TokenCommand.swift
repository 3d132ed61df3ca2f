import Bearer
import Cryptography
import Foundation

/// `passwright token`: bearer tokens for development, in the place of the cardholders' own login.
enum TokenCommand {
    /// What `iss` is unless told otherwise. Production mode takes no token of this issuer.
    static let developmentIssuer = "https://development.invalid"

    static let usage = """
        usage: passwright token --cardholder ID --key FILE [options]
               passwright token keygen --folder FOLDER

        Prints a bearer token that says that ID calls, signed with ES256. Only with PASSWRIGHT_MODE=development.

          --cardholder ID   the cardholder's id, 1 to 128 bytes
          --key FILE        the issuer's private key: P-256 in PEM, readable by its owner alone
          --kid K           the key's name in the JWKS; default: the key's thumbprint, as keygen writes it
          --issuer I        default: \(developmentIssuer)
          --audience A      default: passwright
          --expires-in S    seconds, up to 2678400 (31 days); default: 900. From -86400 to -1: a token that has
                            expired, for tests
          --claim NAME      the claim that the cardholder's id is in; default: sub

        keygen makes FOLDER/token-signing.pem (mode 0400) and FOLDER/jwks.json (mode 0444; for PASSWRIGHT_JWKS).
        A file that is there is never replaced.

        """

    /// Runs what follows `token`; the exit status is as everywhere.
    static func run(_ arguments: [String], environment: [String: String]) -> Int32 {
        do {
            if arguments.first == "keygen" {
                return try TokenKeygen.run(Array(arguments.dropFirst()), environment: environment).rawValue
            }
            return try mint(arguments, environment: environment).rawValue
        } catch let mistake as Arguments.Mistake {
            complain("\(mistake.sentence). passwright token --help tells more.")
            return ExitStatus.usage.rawValue
        } catch let error as ConfigurationError {
            complain(error.sentence)
            return ExitStatus.configuration.rawValue
        } catch {
            complain("OpenSSL refused.")
            return ExitStatus.no.rawValue
        }
    }

    private static func mint(_ words: [String], environment: [String: String]) throws -> ExitStatus {
        let arguments = try Arguments(
            words,
            options: [
                "--cardholder", "--key", "--kid", "--issuer", "--audience", "--expires-in", "--claim",
            ], flags: [])
        if arguments.wantsHelp {
            print(usage, terminator: "")
            return .good
        }
        try requireDevelopment(environment)
        let cardholder = try arguments.required("--cardholder")
        guard cardholder.utf8.count <= 128 else {
            throw Arguments.Mistake(sentence: "--cardholder has more than 128 bytes")
        }
        guard !ClearPAN.stands(in: cardholder.utf8) else {
            throw Arguments.Mistake(
                sentence: "--cardholder looks like a card number, which no server takes for a cardholder")
        }
        let lifetime = Int64(arguments["--expires-in"] ?? "900")
        guard let lifetime, lifetime != 0, (-86_400...2_678_400).contains(lifetime) else {
            throw Arguments.Mistake(
                sentence: "--expires-in must be a number from -86400 to 2678400, and not 0")
        }
        let claim = arguments["--claim"] ?? "sub"
        guard !["iss", "aud", "iat", "exp"].contains(claim) else {
            throw Arguments.Mistake(sentence: "--claim is taken by another meaning")
        }
        let key = try TokenSigningKey.read(try arguments.required("--key"), kid: arguments["--kid"])
        let token = try key.token(
            claims: DevelopmentClaims(
                issuer: arguments["--issuer"] ?? developmentIssuer,
                audience: arguments["--audience"] ?? "passwright", claim: claim, cardholder: cardholder,
                issuedAt: Int64(Date().timeIntervalSince1970), lifetime: lifetime))
        print(String(decoding: token, as: UTF8.self))
        return .good
    }

    /// A server in production has no business with keys that sign as somebody else's login.
    static func requireDevelopment(_ environment: [String: String]) throws(ConfigurationError) {
        guard environment["PASSWRIGHT_MODE"] == "development" else {
            throw ConfigurationError(
                "passwright token is for development: it works only with PASSWRIGHT_MODE=development, and "
                    + "production is the default.")
        }
    }
}
