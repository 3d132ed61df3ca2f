/// RSA moduli of Infineon's flawed generator (CVE-2017-15361, "ROCA"): whoever sees one can factor it.
///
/// Its primes are powers of 65537 modulo a product of the first small primes, and so are its moduli. Of other
/// moduli one in 2^27 is a power of 65537 modulo each of the 38 odd primes up to 167 (Nemec and others, "The
/// Return of Coppersmith's Attack", 2017).
enum FlawedModulus {
    /// Whether a big-endian modulus has the mark of that generator.
    static func has(_ modulus: [UInt8]) -> Bool {
        primes.allSatisfy { prime in
            let rest = modulus.reduce(0) { ($0 << 8 | Int($1)) % prime }
            var power = 1
            repeat {
                if power == rest { return true }
                power = power * 65537 % prime
            } while power != 1
            return false
        }
    }

    private static let primes = (3...167).filter { number in
        (2..<number).allSatisfy { !number.isMultiple(of: $0) }
    }
}
