internal import COpenSSL
internal import Foundation

/// The point that an ephemeral public key's bytes stand for, in whatever form they are.
struct EphemeralPoint {
    /// `04 || X || Y`.
    private(set) var point: [UInt8]?
    private(set) var kind: Deviation.Kind?

    init(_ bytes: [UInt8]) {
        var bytes = bytes
        if let text = String(validating: bytes, as: UTF8.self), text.contains("-----BEGIN") {
            kind = .pointPEM
            let base64 = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined()
            bytes = Data(base64Encoded: base64).map(Array.init) ?? []
            if bytes.count == 91 { bytes = Array(bytes.suffix(65)) }
        } else if bytes.count == 91, bytes.first == 0x30 {
            kind = .pointSPKI
            bytes = Array(bytes.suffix(65))
        }
        for (form, candidate) in EphemeralPoint.readings(bytes) {
            guard let found = EphemeralPoint.uncompressed(candidate) else { continue }
            point = found
            kind = kind ?? form
            return
        }
        kind = .pointOffCurve
    }

    private static func readings(_ bytes: [UInt8]) -> [(Deviation.Kind?, [UInt8])] {
        switch (bytes.first, bytes.count) {
        case (4, 65): return [(nil, bytes)]
        case (2, 33), (3, 33): return [(.pointCompressed, bytes)]
        case (6, 65), (7, 65): return [(.pointHybrid, [4] + bytes.dropFirst())]
        default: break
        }
        var found: [(Deviation.Kind?, [UInt8])] = bytes.count == 64 ? [(.pointNoPrefix, [4] + bytes)] : []
        // Coordinates of big integers: too short without their zeros, too long with a sign byte. X may end anywhere.
        guard bytes.first == 4, (61...67).contains(bytes.count) else { return found }
        let rest = Array(bytes.dropFirst())
        for split in 29...33 where (29...33).contains(rest.count - split) {
            guard let x = fitted(rest.prefix(split)), let y = fitted(rest.dropFirst(split)) else { continue }
            found.append((.pointPadding, [4] + x + y))
        }
        return found
    }

    private static func fitted(_ number: ArraySlice<UInt8>) -> [UInt8]? {
        let bytes = Array(number.drop { $0 == 0 })
        return bytes.count > 32 ? nil : [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
    }

    /// The point on P-256 in its long form; nil where it is not on the curve.
    static func uncompressed(_ encoded: [UInt8]) -> [UInt8]? {
        let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)
        defer { unsafe EC_GROUP_free(group) }
        let point = unsafe EC_POINT_new(group)
        defer { unsafe EC_POINT_free(point) }
        defer { ERR_clear_error() }
        guard unsafe EC_POINT_oct2point(group, point, encoded, encoded.count, nil) == 1,
            unsafe EC_POINT_is_at_infinity(group, point) == 0
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65)
        return unsafe EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, 65, nil) == 65
            ? bytes : nil
    }

    /// `02` or `03`, X.
    static func compressed(_ point: [UInt8]) -> [UInt8] { [2 | point[64] & 1] + point[1...32] }
}
