import Dispatch
import Glibc

/// Runs blocking work on a thread of its own, because the server under test needs the shared threads.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "client").async {
            continuation.resume(with: Swift.Result { try body() })
        }
    }
}

/// An answer of the server, without decoding of its body.
struct Answer: Sendable {
    let status: Int
    /// The headers, by names in lower case.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// The error of a connection.
struct ClientError: Error {
    let problem: String
}

/// A plain connection that can also do what no correct client does.
final class RawConnection: Sendable {
    private let descriptor: Int32
    /// The time without a byte, in seconds, after which a read or write fails.
    ///
    /// It is longer than any machine needs under load, so that only a server that never answers fails a test.
    private static let timeout = 120

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else { throw ClientError(problem: "connect: \(String(cString: strerror(errno)))") }
        var time = timeval(tv_sec: Self.timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends bytes.
    ///
    /// - Returns: `false` if the server does not accept them any more.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Closes the sending side of the connection.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reduces the receive buffer, so that the network stores little of an unread answer.
    func shrinkBuffer() {
        var size: Int32 = 65_536
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Receives at most `count` bytes, or none if the server has closed the connection.
    func receive(upTo count: Int = 65_536) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &bytes, count, 0)
        if received < 0, errno == ECONNRESET { return [] }
        guard received >= 0 else { throw ClientError(problem: "receive: \(String(cString: strerror(errno)))") }
        return Array(bytes[..<received])
    }

    /// Receives all bytes until the server closes the connection.
    func receiveAll() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try receive()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    /// Receives bytes until they contain `end`.
    func receive(until end: String) throws -> String {
        var text = ""
        while !text.contains(end) {
            let bytes = try receive()
            guard !bytes.isEmpty else { throw ClientError(problem: "closed after \"\(text)\", before \"\(end)\"") }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    /// Receives one answer; the connection can stay open.
    func answer(hasBody: Bool = true) throws -> Answer {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let byte = try receive(upTo: 1)
            guard !byte.isEmpty else {
                throw ClientError(problem: "closed after \"\(String(decoding: head, as: UTF8.self))\"")
            }
            head += byte
        }
        var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let status = lines.removeFirst().split(separator: " ")
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { throw ClientError(problem: "no header: \(line)") }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        guard status.count >= 2, let code = Int(status[1]) else { throw ClientError(problem: "no status: \(status)") }
        var body: [UInt8] = []
        if hasBody, code >= 200, code != 204, code != 304 {
            if let length = headers["content-length"].flatMap({ Int($0) }) {
                while body.count < length {
                    let bytes = try receive(upTo: length - body.count)
                    guard !bytes.isEmpty else { throw ClientError(problem: "closed after \(body.count) of \(length)") }
                    body += bytes
                }
            } else {
                body = try chunks()
            }
        }
        return Answer(status: code, headers: headers, body: body)
    }

    /// Receives some bytes of an unfinished answer.
    ///
    /// - Throws: `ClientError` if the server has closed the connection.
    private func receiveMore(upTo count: Int) throws -> [UInt8] {
        let bytes = try receive(upTo: count)
        guard !bytes.isEmpty else { throw ClientError(problem: "closed within a chunk") }
        return bytes
    }

    private func chunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            var line = ""
            while !line.hasSuffix("\r\n") { line += String(decoding: try receiveMore(upTo: 1), as: UTF8.self) }
            guard let length = Int(line.dropLast(1), radix: 16) else { throw ClientError(problem: "no chunk: \(line)") }
            var chunk: [UInt8] = []
            while chunk.count < length + 2 { chunk += try receiveMore(upTo: length + 2 - chunk.count) }
            if length == 0 { return body }
            body += chunk.dropLast(2)
        }
    }
}

/// A client of one server that opens a connection for each request.
struct HTTPClient: Sendable {
    let port: Int

    func request(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> Answer {
        try await onThread { try self.blockingRequest(method, path, headers, body: body) }
    }

    func blockingRequest(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: [UInt8]? = nil
    ) throws -> Answer {
        let connection = try RawConnection(port: port)
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        connection.send(Array("\(head)\r\n".utf8) + (body ?? []))
        return try connection.answer(hasBody: method != "HEAD")
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await request("GET", path, headers)
    }
}
