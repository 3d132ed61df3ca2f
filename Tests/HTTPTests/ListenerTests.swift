import Foundation
import HTTP
import Testing

private func server(_ listener: HTTPListener) throws -> HTTPServer {
    try HTTPServer(listener: listener, limits: HTTPLimits(), application: TestApplication())
}

/// The error that a listener ends with.
private func problem(_ listener: HTTPListener) -> HTTPServerError? {
    do {
        let opened = try server(listener)
        _ = opened.drain(within: 0)
        return nil
    } catch {
        return error as? HTTPServerError
    }
}

/// A folder of its own for unix sockets.
private func withFolder<R>(_ body: (_ path: String) throws -> R) throws -> R {
    var template = Array("/tmp/passwright-http-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
}

private let request = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n"

extension HTTPTests {
    @Suite struct ListenerTests {
        @Test(arguments: ["localhost", "", "127.0.0.1.1", "::g", "127.0.0.1\u{0}"])
        func `a host that is no numeric address is refused`(host: String) {
            #expect(problem(.tcp(host: host, port: 0, beyondLoopback: true)) == .addressMalformed)
        }

        @Test(arguments: [(65_535, nil), (65_536, HTTPServerError.addressMalformed), (-1, .addressMalformed)])
        func `a port has sixteen bits`(port: Int, expected: HTTPServerError?) {
            #expect(problem(.tcp(host: "127.0.0.1", port: port, beyondLoopback: false)) == expected)
        }

        @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "128.0.0.1", "::2", "::ffff:127.0.0.1"])
        func `an address beyond loopback is refused unless it is meant`(host: String) {
            #expect(problem(.tcp(host: host, port: 0, beyondLoopback: false)) == .addressNotLoopback)
        }

        @Test(arguments: ["127.0.0.1", "127.255.0.9"])
        func `every address of loopback is one`(host: String) {
            #expect(problem(.tcp(host: host, port: 0, beyondLoopback: false)) == nil)
        }

        @Test func `an address of nobody here is refused`() {
            #expect(problem(.tcp(host: "192.0.2.1", port: 0, beyondLoopback: true)) == .addressNotHere)
        }

        @Test func `a port that is taken is refused, and free again after a drain`() throws {
            let first = try server(.tcp(host: "127.0.0.1", port: 0, beyondLoopback: false))
            let again = HTTPListener.tcp(
                host: "127.0.0.1", port: try #require(first.boundPort), beyondLoopback: false)
            #expect(problem(again) == .portTaken)
            try first.start()
            let client = try RawClient(port: first.boundPort!)
            client.send(request)
            #expect(try client.answer().status == 200)
            #expect(first.drain(within: 5000, idleMilliseconds: 0) == .drained)
            #expect(problem(again) == nil)
        }

        @Test func `a unix socket serves, with its mode, and is gone after a drain`() throws {
            try withFolder { folder in
                let path = folder + "/s"
                let server = try server(.unix(path: path, mode: 0o660))
                var status = stat()
                #expect(lstat(path, &status) == 0)
                #expect(status.st_mode & 0o7777 == 0o660)
                #expect(server.boundPort == nil)
                try server.start()
                let client = try RawClient(path: path)
                client.send(request)
                #expect(try client.answer().body == "GET /x 0")
                #expect(server.drain(within: 5000, idleMilliseconds: 0) == .drained)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }

        @Test func `a socket of a server that is alive is left to it`() throws {
            try withFolder { folder in
                let first = try server(.unix(path: folder + "/s", mode: 0o600))
                #expect(problem(.unix(path: folder + "/s", mode: 0o600)) == .pathInUse)
                try first.start()
                let client = try RawClient(path: folder + "/s")
                client.send(request)
                #expect(try client.answer().status == 200)
                #expect(first.drain(within: 5000, idleMilliseconds: 0) == .drained)
            }
        }

        @Test func `a stale socket is replaced, and a drain leaves a successor's alone`() throws {
            try withFolder { folder in
                let path = folder + "/s"
                let first = try server(.unix(path: path, mode: 0o600))
                // As after a crash: a file, and nobody behind it. Moved away and back, so that `first` still
                // believes in its own.
                let stale = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                try FileManager.default.removeItem(atPath: path)
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
                let bound = withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(stale, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                    }
                }
                try #require(bound == 0)
                close(stale)

                let second = try server(.unix(path: path, mode: 0o600))
                try second.start()
                #expect(first.drain(within: 0) == .drained)
                let client = try RawClient(path: path)
                client.send(request)
                #expect(try client.answer().status == 200)
                #expect(second.drain(within: 5000, idleMilliseconds: 0) == .drained)
                #expect(!FileManager.default.fileExists(atPath: path))
            }
        }

        @Test func `something else at the path is not touched`() throws {
            try withFolder { folder in
                try Data("precious".utf8).write(to: URL(fileURLWithPath: folder + "/s"))
                #expect(problem(.unix(path: folder + "/s", mode: 0o600)) == .pathNotSocket)
                #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/s")) == Data("precious".utf8))
            }
        }

        @Test func `a folder that is missing and a path that is too long are told apart`() throws {
            try withFolder { folder in
                #expect(problem(.unix(path: folder + "/none/s", mode: 0o600)) == .folderMissing)
                #expect(
                    problem(.unix(path: folder + "/" + String(repeating: "s", count: 100), mode: 0o600))
                        == .pathMalformed)
                #expect(problem(.unix(path: "", mode: 0o600)) == .pathMalformed)
            }
        }

        @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
        func `a folder that is not ours is not permitted`() {
            #expect(problem(.unix(path: "/passwright.sock", mode: 0o600)) == .notPermitted)
        }

        @Test func `a second listener with one worker stands beside the first`() throws {
            try withServer { _, _, port in
                try withServer {
                    $0.workers = 1
                } _: { _, _, other in
                    for port in [port, other] {
                        let client = try RawClient(port: port)
                        client.send(request)
                        #expect(try client.answer().status == 200)
                    }
                }
            }
        }
    }
}
