/// One request and its answer.
///
/// Until it is handed over, only the thread that serves the connections touches it; `response` and `isHandedOver`
/// belong to the lock of the `Floor`.
@safe
final class Exchange: @unchecked Sendable {
    /// libmicrohttpd's connection: alive while it is suspended, that is until `response` is there.
    let connection: OpaquePointer
    let descriptor: Int32
    /// As it was sent, query included.
    let target: String

    var head: HTTPHead?
    var body: [UInt8] = []
    /// When the body was here whole.
    var received: UInt64 = 0

    var isHandedOver = false
    var response: HTTPResponse?

    init(connection: OpaquePointer, descriptor: Int32, target: String) {
        unsafe self.connection = connection
        self.descriptor = descriptor
        self.target = target
    }
}
