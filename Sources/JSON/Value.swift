internal import CJansson

extension JSON {
    /// One value. Strings stay bytes: nothing turns into `String` by itself.
    package enum Value: Sendable {
        case string(Text)
        /// A number without fraction and exponent.
        case integer(Int64)
        /// A number with one: `1.0` and `1e3` are no integers here.
        case real(Double)
        case bool(Bool)
        case null
        case array(List)
        case object(Object)

        /// What `pointer`, which `document` keeps, points to.
        init(_ pointer: UnsafeMutablePointer<json_t>, in document: Document) {
            switch unsafe passwright_json_type(pointer) {
            case JSON_STRING:
                let start = unsafe json_string_value(pointer)
                let count = unsafe json_string_length(pointer)
                self = .string(Text(unsafe Array(UnsafeRawBufferPointer(start: start, count: count))))
            case JSON_INTEGER: self = .integer(unsafe Int64(json_integer_value(pointer)))
            case JSON_REAL: self = .real(unsafe json_real_value(pointer))
            case JSON_TRUE: self = .bool(true)
            case JSON_FALSE: self = .bool(false)
            case JSON_ARRAY: self = .array(unsafe List(pointer, in: document))
            case JSON_OBJECT: self = .object(unsafe Object(pointer, in: document))
            default: self = .null
            }
        }

        /// The bytes of a string, null for another kind.
        package var text: Text? { if case .string(let text) = self { text } else { nil } }
        /// The number, null for another kind.
        package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
        /// The elements, null for another kind.
        package var list: List? { if case .array(let list) = self { list } else { nil } }
        /// The members, null for another kind.
        package var object: Object? { if case .object(let object) = self { object } else { nil } }
    }

    /// An array, read an element at a time.
    @safe
    package struct List: @unchecked Sendable, CustomReflectable {
        private let document: Document
        private let pointer: UnsafeMutablePointer<json_t>

        fileprivate init(_ pointer: UnsafeMutablePointer<json_t>, in document: Document) {
            self.document = document
            unsafe self.pointer = pointer
        }

        package var count: Int { unsafe json_array_size(pointer) }

        /// The elements in order.
        package var values: [Value] {
            (0..<count).map { index in
                unsafe Value(json_array_get(pointer, index), in: document)
            }
        }

        package var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// An object, read a member at a time.
    @safe
    package struct Object: @unchecked Sendable, CustomReflectable {
        private let document: Document
        private let pointer: UnsafeMutablePointer<json_t>

        fileprivate init(_ pointer: UnsafeMutablePointer<json_t>, in document: Document) {
            self.document = document
            unsafe self.pointer = pointer
        }

        package var count: Int { unsafe json_object_size(pointer) }

        /// The member with exactly this name, null where there is none.
        package subscript(_ name: String) -> Value? {
            var name = name
            let found = name.withUTF8 { name in
                unsafe name.withMemoryRebound(to: CChar.self) { name in
                    unsafe json_object_getn(pointer, name.baseAddress, name.count)
                }
            }
            guard let found = unsafe found else { return nil }
            return unsafe Value(found, in: document)
        }

        /// The names as UTF-8, in order. They are the sender's: not for a log.
        package var memberNames: [[UInt8]] {
            var names: [[UInt8]] = []
            var iterator = unsafe json_object_iter(pointer)
            while let here = unsafe iterator {
                let start = unsafe json_object_iter_key(here)
                let count = unsafe json_object_iter_key_len(here)
                names.append(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
                unsafe iterator = json_object_iter_next(pointer, here)
            }
            return names
        }

        package var customMirror: Mirror { Mirror(self, children: []) }
    }
}
