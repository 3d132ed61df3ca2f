internal import CMicrohttpd

// What libmicrohttpd calls, on its one thread. Functions of the file: a closure that C calls on another thread may
// crash. Each turns C's words into the reception's, and the reception's step into C's.

private func reception(_ context: UnsafeMutableRawPointer?) -> Reception {
    unsafe Unmanaged<Reception>.fromOpaque(context!).takeUnretainedValue()
}

/// A connection was opened or is about to be closed.
func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
    let descriptor = unsafe passwright_descriptor(connection)
    switch change {
    case .CONNECTION_NOTIFY_STARTED: unsafe reception(context).opened(descriptor)
    case .CONNECTION_NOTIFY_CLOSED: unsafe reception(context).closed(descriptor)
    }
}

/// A request line is here. The target is seen before libmicrohttpd decodes it.
func requestBegan(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let connection = unsafe connection, let target = unsafe target else { return nil }
    let exchange = unsafe Exchange(
        connection: connection, descriptor: passwright_descriptor(connection), target: String(cString: target)
    )
    unsafe reception(context).began(exchange)
    return nil
}

/// The answer was sent, or the connection was lost.
func requestEnded(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ why: MHD_RequestTerminationCode
) {
    unsafe reception(context).ended(passwright_descriptor(connection))
}

/// Called with the head, then with each part of the body, then once more for the answer.
func requestCalled(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ part: UnsafePointer<CChar>?,
    _ partSize: UnsafeMutablePointer<Int>?, _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    let reception = unsafe reception(context)
    guard let connection = unsafe connection, let partSize = unsafe partSize,
        let (exchange, isCut) = unsafe reception.current(passwright_descriptor(connection))
    else { return .NO }

    let step: Reception.Step
    if exchange.head == nil {
        guard !isCut, let method = unsafe method, let version = unsafe version else { return .NO }
        let head = unsafe HTTPHead(
            method: String(cString: method), target: exchange.target, fields: fields(of: connection))
        step = unsafe reception.judge(
            exchange, raw: head, version: String(cString: version), size: passwright_head_size(connection))
    } else if unsafe partSize.pointee > 0 {
        if !isCut {
            unsafe reception.take(UnsafeRawBufferPointer(start: part, count: partSize.pointee), exchange)
        }
        unsafe partSize.pointee = 0
        step = .more
    } else {
        step = isCut ? .hangUp : reception.proceed(exchange)
    }

    switch step {
    case .more: return .YES
    case .answer(let response, let close): return unsafe queue(response, on: connection, close: close)
    case .suspend:
        unsafe MHD_suspend_connection(connection)
        reception.handOver(exchange)
        return .YES
    case .hangUp: return .NO
    }
}

/// Every header of a request, repeated ones included.
private func fields(of connection: OpaquePointer) -> [HTTPField] {
    var fields: [HTTPField] = []
    unsafe withUnsafeMutablePointer(to: &fields) { fields in
        _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, addField, fields)
    }
    return fields
}

private func addField(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?,
    _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    let fields = unsafe context!.assumingMemoryBound(to: [HTTPField].self)
    // ASCII alone has two cases here: what is not ASCII is no name, and refused.
    let lowercased = unsafe String(unsafeUninitializedCapacity: nameSize) { text in
        let name = unsafe UnsafeRawBufferPointer(start: name, count: nameSize)
        for index in name.indices {
            unsafe text[index] = (0x41...0x5A).contains(name[index]) ? name[index] | 0x20 : name[index]
        }
        return nameSize
    }
    let value = unsafe UnsafeRawBufferPointer(start: value, count: valueSize)
    unsafe fields.pointee.append(HTTPField(lowercased, [UInt8](value)))
    return .YES
}

/// Queues an answer; `NO`, which closes the connection, where libmicrohttpd does not take it.
private func queue(_ response: HTTPResponse, on connection: OpaquePointer, close: Bool) -> MHD_Result {
    let made = unsafe response.body.withUnsafeBytes { body in
        // It is copied, and so never written to.
        unsafe MHD_create_response_from_buffer(
            body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let made = unsafe made else { return .NO }
    defer { unsafe MHD_destroy_response(made) }
    for field in response.fields + (close ? [HTTPField("Connection", "close")] : []) {
        let value = String(decoding: field.value, as: UTF8.self)
        guard unsafe MHD_add_response_header(made, field.name, value) == .YES else { return .NO }
    }
    return unsafe MHD_queue_response(connection, UInt32(response.status), made)
}
