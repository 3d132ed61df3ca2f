import Foundation
import Provisioning
import TestSupport
import Testing

@testable import Database

/// These need no database: PostgreSQL's binary formats, as figures.
struct EncodingTests {
    private func encoded(_ add: (inout Parameters) -> Void) -> String? {
        var parameters = Parameters()
        add(&parameters)
        return parameters.ranges[0].map { [UInt8](parameters.bytes[$0]).hex }
    }

    @Test func `a UUID is its sixteen bytes in the order of its text`() {
        let id = UUID(uuidString: "00112233-4455-6677-8899-aabbccddeeff")
        #expect(encoded { $0.add(id) } == "00112233445566778899aabbccddeeff")
    }

    @Test func `a text is its UTF-8, an empty one is not a null`() {
        #expect(encoded { $0.add("é\0a") } == "c3a90061")
        #expect(encoded { $0.add("") } == "")
        #expect(encoded { $0.add(String?.none) } == nil)
    }

    @Test func `a list of byte strings has its header, and each element its length`() {
        let list: [[UInt8]] = [[0xaa, 0xbb], []]
        #expect(
            encoded { $0.add(list: list) }
                == "00000001" + "00000000" + "00000011" + "00000002" + "00000001" + "00000002aabb"
                + "00000000")
    }

    @Test func `a list of UUIDs has its header too`() {
        let list = [UUID(uuidString: "00112233-4455-6677-8899-aabbccddeeff")!]
        #expect(
            encoded { $0.add(list: list) }
                == "00000001" + "00000000" + "00000b86" + "00000001" + "00000001" + "00000010"
                + "00112233445566778899aabbccddeeff")
    }

    @Test func `an integer is its four bytes, the highest first`() {
        #expect(encoded { $0.add(Int32(258)) } == "00000102")
        #expect(encoded { $0.add(Int32(-1)) } == "ffffffff")
    }

    @Test func `checks are jsonb of version 1, with what JSON demands escaped`() {
        let checks = [
            Check(rule: "C01", verdict: .passed, microseconds: 12),
            Check(rule: "nonce_signature", verdict: .notVerified, microseconds: 0, detail: "a \"b\" \\ c\n"),
        ]
        let text =
            #"[{"rule":"C01","verdict":"passed","microseconds":12,"detail":""},"#
            + #"{"rule":"nonce_signature","verdict":"not_verified","microseconds":0,"detail":"a \"b\" \\ c "}]"#
        #expect(encoded { $0.add(checks) } == "01" + [UInt8](text.utf8).hex)
        #expect(encoded { $0.add([Check]()) } == "015b5d")
    }

    @Test func `values follow one another, each with its type`() {
        var parameters = Parameters()
        parameters.add("ab")
        parameters.add([UInt8]?.none)
        parameters.add([1])
        #expect(parameters.types == [25, 17, 17])
        #expect(parameters.ranges == [0..<2, nil, 2..<3])
    }
}
