import FaultProxy
import Foundation
import HTTPClient
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ConnectionTests {
    private let timeout: Duration = .seconds(60)
    private let shortTimeout: Duration = .milliseconds(30)

    private func errorText(_ body: () throws(HTTPTransferError) -> Void) -> String {
        do throws(HTTPTransferError) {
            try body()
            return "all went well"
        } catch {
            return "\(error)"
        }
    }

    /// Receives text until it has at least `count` bytes or the connection ends.
    private func text(_ connection: CurlConnection, _ count: Int) throws -> String {
        var bytes: [UInt8] = []
        while bytes.count < count, case .bytes(let more) = try connection.receive(timeout: timeout) { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func plainConnectionIsBidirectional() throws {
        let server = try LoopbackServer { _ in .raw([.bytes(Array("hello".utf8)), .hold]) }
        let connection = try CurlConnection(to: server.url(), options: CurlOptions(proxy: .none))
        #expect(try connection.receive(timeout: shortTimeout) == .timedOut)
        try connection.send(Array("GET /a HTTP/1.1\r\nHost: a\r\n\r\n".utf8), timeout: timeout)
        #expect(try text(connection, 5) == "hello")
        #expect(server.requests.map(\.line) == ["GET /a"])
        #expect(try connection.receive(timeout: shortTimeout) == .timedOut)
        server.stop()
        #expect(try connection.receive(timeout: timeout) == .end)
    }

    @Test(.enabled(if: TLSServer.openssl != nil))
    func encryptedConnectionIsBidirectional() throws {
        let server = try TLSServer(.reversedLines)
        let options = CurlOptions(certificateFile: server.certificateFile, proxy: .none)
        let connection = try CurlConnection(to: "https://localhost:\(server.port)", options: options)
        for line in ["gift", "storm", String(repeating: "ab", count: 2000)] {
            try connection.send(Array("\(line)\n".utf8), timeout: timeout)
            #expect(try text(connection, line.count + 1) == String(line.reversed()) + "\n")
        }
        // The line is decrypted as a whole but received in small parts, so that the rest must be available without
        // waiting.
        try connection.send(Array("abcdef\n".utf8), timeout: timeout)
        var parts: [CurlConnection.ReceiveResult] = []
        for _ in 0..<7 { parts.append(try connection.receive(upTo: 1, timeout: timeout)) }
        #expect(parts == "fedcba\n".utf8.map { .bytes([$0]) })
    }

    @Test(.enabled(if: TLSServer.openssl != nil))
    func untrustedServerIsRejected() throws {
        let server = try TLSServer(.reversedLines)
        let words = errorText { () throws(HTTPTransferError) in
            _ = try CurlConnection(to: "https://localhost:\(server.port)", options: CurlOptions(proxy: .none))
        }
        #expect(words.hasPrefix("certificate of localhost: self"))
    }

    @Test func connectionFailureIsReported() throws {
        let server = try LoopbackServer { _ in .raw([.hold]) }
        let proxy = try FaultProxy(to: server.port, [])
        proxy.closePort()
        // A label of a name has at most 63 characters (RFC 1035), so that no network is asked for this name.
        let host = String(repeating: "x", count: 64) + ".invalid"
        for (url, reason) in [
            ("http://127.0.0.1:\(proxy.port)", "connection refused by 127.0.0.1:\(proxy.port)"),
            ("https://127.0.0.1:\(server.port)", "no connection to 127.0.0.1:\(server.port) within 0.03s"),
            ("irc://127.0.0.1", "expected an http or https URL, found \"irc://127.0.0.1\""),
            ("http://\(host)", "no such host \(host)"),
        ] {
            let words = errorText { () throws(HTTPTransferError) in
                let time = url.hasPrefix("https") ? shortTimeout : timeout
                _ = try CurlConnection(to: url, options: CurlOptions(proxy: .none), connectTimeout: time)
            }
            #expect(words == reason)
        }
    }

    @Test func sendTimesOut() throws {
        let server = try LoopbackServer { _ in .raw([.pause(.seconds(3600))]) }
        let connection = try CurlConnection(to: server.url(), options: CurlOptions(proxy: .none))
        // The server reads nothing after the head, and the buffers between both sides hold far less than the sent
        // bytes.
        let much = [UInt8](repeating: 0x55, count: 8 << 20)
        let head = Array("PUT / HTTP/1.1\r\n\r\n".utf8)
        let words = errorText { () throws(HTTPTransferError) in
            try connection.send(head, timeout: timeout)
            for _ in 0..<64 { try connection.send(much, timeout: shortTimeout) }
        }
        #expect(words == "not finished within 0.03s")
        let later = self.errorText { () throws(HTTPTransferError) in try connection.send([1], timeout: shortTimeout) }
        #expect(later == "the connection broke: connection closed")
    }

    @Test func otherThreadCancelsWait() throws {
        let server = try LoopbackServer { _ in .raw([.hold]) }
        let connection = try CurlConnection(to: server.url(), options: CurlOptions(proxy: .none))
        var looks = 0
        let words = errorText { () throws(HTTPTransferError) in
            _ = try connection.receive(timeout: .seconds(3600)) {
                looks += 1
                return looks > 2
            }
        }
        #expect(words == "cancelled")
        #expect(try connection.receive(timeout: shortTimeout) == .timedOut)
    }

    @Test func descriptorEndsWait() throws {
        let server = try LoopbackServer { _ in .raw([.hold]) }
        let connection = try CurlConnection(to: server.url(), options: CurlOptions(proxy: .none))
        let pipe = Pipe()
        defer { withExtendedLifetime(pipe) {} }
        pipe.fileHandleForWriting.write(Data([1]))
        var looks = 0
        let words = errorText { () throws(HTTPTransferError) in
            _ = try connection.receive(
                timeout: .seconds(3600), wakeDescriptor: pipe.fileHandleForReading.fileDescriptor
            ) {
                looks += 1
                return looks > 1
            }
        }
        #expect(words == "cancelled")
        #expect(looks == 2)
    }

    @Test func brokenConnectionIsReported() throws {
        let server = try LoopbackServer { _ in .raw([.bytes(pattern(10)), .hold]) }
        let proxy = try FaultProxy(to: server.port, [.truncate(after: .answer(5), .reset)])
        let connection = try CurlConnection(to: proxy.url(), options: CurlOptions(proxy: .none))
        try connection.send(Array("GET / HTTP/1.1\r\n\r\n".utf8), timeout: timeout)
        let words = errorText { () throws(HTTPTransferError) in
            while try connection.receive(timeout: timeout) != .end {}
        }
        #expect(words.hasPrefix("the connection broke: "))
    }
}
