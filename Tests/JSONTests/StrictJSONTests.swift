import JSON
import Testing

/// What parsing `text` throws, null where it is read.
private func failure(_ bytes: [UInt8]) -> JSONError? {
    do {
        _ = try JSON.parse(bytes)
        return nil
    } catch {
        return error
    }
}

private func failure(_ text: String) -> JSONError? { failure(Array(text.utf8)) }

@Test func `each kind of value is read as what it is`() throws {
    let object = try JSON.parse(
        Array(#"{"s":"a\/é","i":-7,"r":1.0,"t":true,"f":false,"n":null,"l":[1,"x"],"o":{"k":2}}"#.utf8))
    #expect(object.count == 8)
    #expect(object["s"]?.text?.bytes == Array("a/é".utf8))
    #expect(object["i"]?.integer == -7)
    #expect(object["r"]?.integer == nil)
    guard case .real(1.0) = object["r"], case .bool(true) = object["t"], case .bool(false) = object["f"],
        case .null = object["n"]
    else {
        Issue.record("a value has another kind")
        return
    }
    #expect(object["l"]?.list?.count == 2)
    #expect(object["l"]?.list?.values.map { $0.integer } == [1, nil])
    #expect(object["l"]?.list?.values[1].text?.string(atMost: 1) == "x")
    #expect(object["o"]?.object?["k"]?.integer == 2)
    #expect(object["missing"] == nil)
    #expect(object.memberNames == ["s", "i", "r", "t", "f", "n", "l", "o"].map { Array($0.utf8) })
}

@Test func `a value outlives the object that it came from`() throws {
    func inner() throws -> JSON.Object? { try JSON.parse(Array(#"{"a":{"b":"c"}}"#.utf8))["a"]?.object }
    #expect(try inner()?["b"]?.text?.equals("c") == true)
}

@Test(arguments: [
    "", " ", "{", "}", #"{"a":1"#, "{}{}", "{} x", "{},", #"{"a":1,}"#, #"{"a":[1,]}"#, #"{a:1}"#,
    #"{'a':1}"#,
    #"{"a":01}"#, #"{"a":+1}"#, #"{"a":.5}"#, #"{"a":1.}"#, #"{"a":NaN}"#, #"{"a":Infinity}"#, #"{"a":0x10}"#,
    #"{"a":1e400}"#, #"{"a":9223372036854775808}"#, #"{"a":-9223372036854775809}"#, #"{"a":tru}"#,
    #"{"a" 1}"#,
    "{\"a\":\"line\nbreak\"}", #"{"a":"\x41"}"#, #"{"a":"\u00"}"#, "{\"a\":1}//comment", "/**/{}",
    "\u{FEFF}{}",
    #"{"a":"\u0000"}"#, #"{"\u0000":1}"#, #"{"a":"\ud800"}"#, #"{"a":"\udc00"}"#, #"{"a":"\ud800\u0041"}"#,
    #"{"a":"\udc00\ud800"}"#, "123", #""text""#, "null", "true",
])
func `what is not strict JSON is malformed`(text: String) { #expect(failure(text) == .malformed) }

@Test(
    arguments: [
        // NUL after the end, raw NUL in a string, UTF-16 in both orders with and without mark, and UTF-8 that is not:
        // a stray continuation, two overlong forms, a surrogate, above U+10FFFF, a truncated sequence, Latin-1.
        [0x7B, 0x7D, 0x00],
        [0x7B, 0x22, 0x61, 0x22, 0x3A, 0x22, 0x00, 0x22, 0x7D],
        [0x7B, 0x00, 0x7D, 0x00], [0x00, 0x7B, 0x00, 0x7D], [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00],
        [0x7B, 0x22, 0x80, 0x22, 0x3A, 0x31, 0x7D],
        [0x7B, 0x22, 0xC0, 0xAF, 0x22, 0x3A, 0x31, 0x7D],
        [0x7B, 0x22, 0xE0, 0x80, 0x80, 0x22, 0x3A, 0x31, 0x7D],
        [0x7B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x3A, 0x31, 0x7D],
        [0x7B, 0x22, 0xF4, 0x90, 0x80, 0x80, 0x22, 0x3A, 0x31, 0x7D],
        [0x7B, 0x22, 0xC3, 0x22, 0x3A, 0x31, 0x7D],
        [0x7B, 0x22, 0xE9, 0x22, 0x3A, 0x31, 0x7D],
    ] as [[UInt8]])
func `bytes that are not UTF-8 text are malformed`(bytes: [UInt8]) { #expect(failure(bytes) == .malformed) }

@Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"o":{"b":1,"b":2}}"#, #"{"l":[{"b":1,"b":2}]}"#,
])
func `a name that stands twice is refused at any depth`(text: String) {
    #expect(failure(text) == .duplicateMember)
}

@Test(arguments: ["[]", #"[{"a":1}]"#, " [1] "])
func `a list is not a document`(text: String) { #expect(failure(text) == .notAnObject) }

@Test func `names that differ in case or normal form are two names`() {
    #expect(failure(#"{"a":1,"A":2}"#) == nil)
    #expect(failure(#"{"\u00e9":1,"e\u0301":2}"#) == nil)
}

@Test func `an escaped pair of surrogates is one character`() throws {
    let object = try JSON.parse(Array(#"{"a":"\ud834\udd1e"}"#.utf8))
    #expect(object["a"]?.text?.bytes == [0xF0, 0x9D, 0x84, 0x9E])
}

@Test func `64 KiB are read and one byte more is not`() {
    func document(of count: Int) -> [UInt8] {
        Array(#"{"a":""#.utf8) + [UInt8](repeating: 0x78, count: count - 8) + Array(#""}"#.utf8)
    }
    #expect(failure(document(of: 65_536)) == nil)
    #expect(failure(document(of: 65_537)) == .tooLarge)
}

@Test func `depth ends in an answer however deep`() {
    func document(depth: Int, closed: Bool) -> [UInt8] {
        Array(#"{"a":"#.utf8) + [UInt8](repeating: 0x5B, count: depth)
            + (closed ? [UInt8](repeating: 0x5D, count: depth) + [0x7D] : [])
    }
    #expect(failure(document(depth: 2047, closed: true)) == nil)
    #expect(failure(document(depth: 2048, closed: true)) == .malformed)
    #expect(failure(document(depth: 32_765, closed: true)) == .malformed)
    #expect(failure(document(depth: 65_531, closed: false)) == .malformed)
}

@Test(arguments: [Int64.max, Int64.min, 0])
func `whole numbers reach to 64 bits`(number: Int64) throws {
    #expect(try JSON.parse(Array("{\"a\":\(number)}".utf8))["a"]?.integer == number)
}

@Test func `a text longer than asked for does not become a string`() throws {
    let text = try #require(try JSON.parse(Array(#"{"a":"abcd"}"#.utf8))["a"]?.text)
    #expect(text.string(atMost: 4) == "abcd")
    #expect(text.string(atMost: 3) == nil)
}

@Test func `texts are compared by their bytes`() throws {
    let text = try #require(try JSON.parse(Array(#"{"a":"\u00e9"}"#.utf8))["a"]?.text)
    #expect(text.equals("\u{E9}"))
    #expect(!text.equals("e\u{301}"))
}

@Test func `print and dump show nothing of what was read`() throws {
    let object = try JSON.parse(Array(#"{"canary-name":"canary-value","l":["canary-element"]}"#.utf8))
    let values: [Any] = [
        object, object["canary-name"] as Any, object["l"] as Any, object["l"]?.list?.values as Any,
        (nested: object["canary-name"]?.text, 1),
    ]
    for value in values {
        var dumped = ""
        dump(value, to: &dumped)
        for shown in [dumped, "\(value)", String(reflecting: value)] {
            #expect(!shown.contains("canary"))
            // As numbers: "c" and "a" are 99 and 97.
            #expect(!shown.contains("99, 97"))
            #expect(!shown.contains("- 99"))
        }
    }
}
