import Synchronization

/// A small HTTP/1.1 server on a loopback port for clients under test, which records all requests.
///
/// It stops when the last reference is released.
package final class LoopbackServer: Sendable {
    /// A request of a client.
    package struct Request: Sendable {
        /// The method and the target, such as `GET /gifts`.
        package let line: String
        /// The header fields by lower-case name; of several fields with the same name, the last one.
        package let headers: [String: String]
        /// The body.
        package let body: [UInt8]
        /// The number of the connection, counted from 0.
        package let connection: Int

        /// The request target, between the method and the version.
        package var target: String { String(line.split(separator: " ").dropFirst().first ?? "") }
        /// The method, the first word of the line.
        package var method: String { String(line.prefix { $0 != " " }) }
    }

    /// A part of an answer that is sent unchanged.
    package enum Chunk: Sendable {
        /// Bytes to send.
        case bytes([UInt8])
        /// A function that returns the bytes when they are needed; no bytes end the answer.
        case deferred(@Sendable () -> [UInt8])
        /// A pause.
        case pause(Duration)
        /// Sends nothing more, and keeps the connection open until the client closes it.
        case hold
    }

    /// An answer of the server.
    package enum Response: Sendable {
        /// A status, header fields and a body with a `Content-Length`.
        case complete(Int, headers: [String: String] = [:], body: [UInt8] = [])
        /// Pieces that are sent unchanged, after which the connection ends.
        case raw([Chunk])

        /// Returns an answer of status 200 with a text of a media type.
        package static func text(_ text: String, type: String = "text/plain") -> Response {
            .complete(200, headers: ["Content-Type": type], body: Array(text.utf8))
        }

        /// Returns a raw answer that begins with a text, whose line feeds become HTTP line ends, CR LF.
        package static func raw(_ text: String, then pieces: [Chunk] = []) -> Response {
            .raw([.bytes(Array(text.replacing("\n", with: "\r\n").utf8))] + pieces)
        }
    }

    private final class Log: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private let listener: LoopbackListener
    private let log = Log()

    /// Creates a server that answers each request with the result of `respond`, which is called on any thread.
    package init(_ respond: @escaping @Sendable (Request) -> Response) throws(SocketError) {
        let log = log
        listener = try LoopbackListener { socket, number, listener in
            var connection = RequestReader(socket: socket, connection: number)
            while let request = connection.readNext() {
                log.requests.withLock { $0.append(request) }
                let goesOn = Self.write(respond(request), to: request, over: socket, listener)
                guard goesOn, request.headers["connection"]?.lowercased() != "close" else { break }
            }
            socket.endSending()
        }
    }

    /// Creates a server of files by path, with support for `ETag`, `If-None-Match`, `Range` and `If-Range`.
    package convenience init(files: [String: [UInt8]]) throws(SocketError) {
        try self.init { FileResponder(files: files).response(to: $0) }
    }

    deinit { listener.stop() }

    /// The port that the server listens on.
    package var port: UInt16 { listener.port }
    /// All requests so far, in the order of arrival.
    package var requests: [Request] { log.requests.withLock { $0 } }
    /// The number of connections so far.
    package var connections: Int { listener.connections }

    /// Returns the URL of a path, which begins with a slash.
    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Ends all connections and stops listening.
    package func stop() { listener.stop() }

    /// Writes an answer, and returns whether the connection can take another request.
    private static func write(
        _ answer: Response, to request: Request, over socket: LoopbackSocket, _ listener: LoopbackListener
    ) -> Bool {
        switch answer {
        case .complete(let status, let headers, let body):
            var head = "HTTP/1.1 \(status) Status\r\n"
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
            if request.headers["connection"]?.lowercased() == "close" { head += "Connection: close\r\n" }
            if status != 304 { head += "Content-Length: \(body.count)\r\n" }
            return socket.write(Array("\(head)\r\n".utf8) + (request.method == "HEAD" || status == 304 ? [] : body))
        case .raw(let pieces):
            for piece in pieces {
                switch piece {
                case .bytes(let bytes): guard socket.write(bytes) else { return false }
                case .deferred(let bytes):
                    let bytes = bytes()
                    guard !bytes.isEmpty, socket.write(bytes) else { return false }
                case .pause(let time): guard listener.pause(time) else { return false }
                case .hold: while !socket.read().isEmpty {}
                }
            }
            return false
        }
    }
}
