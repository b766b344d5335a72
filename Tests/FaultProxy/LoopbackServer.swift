import Synchronization

/// A small HTTP/1.1 server on a port of this machine, for clients under test. It remembers what it was asked.
///
/// Stops when it is let go.
package final class LoopbackServer: Sendable {
    /// What a client asked.
    package struct Request: Sendable {
        /// The method and the target, as `GET /gifts`.
        package let line: String
        /// By names in small letters; the last of several with one name.
        package let headers: [String: String]
        /// What was sent along.
        package let body: [UInt8]
        /// Which connection it came over, counted from 0.
        package let connection: Int

        /// What stands between method and version.
        package var target: String { String(line.split(separator: " ").dropFirst().first ?? "") }
        /// The word at the front.
        package var method: String { String(line.prefix { $0 != " " }) }
    }

    /// A part of an answer that is written as it stands.
    package enum Piece: Sendable {
        /// Bytes to send.
        case bytes([UInt8])
        /// Bytes that are known, or may come to be known, only when it is their turn; none ends the answer.
        case later(@Sendable () -> [UInt8])
        /// Time to let pass.
        case pause(Duration)
        /// Nothing more, and no end either, until the client goes.
        case hold
    }

    /// What the server answers.
    package enum Answer: Sendable {
        /// A status, header fields and a body whose length is told.
        case whole(Int, headers: [String: String] = [:], body: [UInt8] = [])
        /// All of it as it stands; the connection ends after it.
        case raw([Piece])

        /// Text of a type.
        package static func text(_ text: String, type: String = "text/plain") -> Answer {
            .whole(200, headers: ["Content-Type": type], body: Array(text.utf8))
        }

        /// Raw text, with the line ends of HTTP for those of the text.
        package static func raw(_ text: String, then pieces: [Piece] = []) -> Answer {
            .raw([.bytes(Array(text.replacing("\n", with: "\r\n").utf8))] + pieces)
        }
    }

    private final class Log: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private let listener: LoopbackListener
    private let log = Log()

    /// A server that answers what `respond` says, on any thread.
    package init(_ respond: @escaping @Sendable (Request) -> Answer) throws(SocketError) {
        let log = log
        listener = try LoopbackListener { socket, number, listener in
            var connection = RequestReader(socket: socket, connection: number)
            while let request = connection.next() {
                log.requests.withLock { $0.append(request) }
                let goesOn = Self.write(respond(request), to: request, over: socket, listener)
                guard goesOn, request.headers["connection"]?.lowercased() != "close" else { break }
            }
            socket.endSending()
        }
    }

    /// A server of these files by their paths, with `ETag`, `If-None-Match`, `Range` and `If-Range`.
    package convenience init(files: [String: [UInt8]]) throws(SocketError) {
        try self.init { FileAnswers(files: files).answer(to: $0) }
    }

    deinit { listener.stop() }

    /// The port.
    package var port: UInt16 { listener.port }
    /// All requests so far, in order of their coming.
    package var requests: [Request] { log.requests.withLock { $0 } }
    /// How many connections came.
    package var connections: Int { listener.connections }

    /// The address of a path, which begins with a slash.
    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Ends all connections and listens no more.
    package func stop() { listener.stop() }

    /// Returns whether the connection can take another request.
    private static func write(
        _ answer: Answer, to request: Request, over socket: LoopbackSocket, _ listener: LoopbackListener
    ) -> Bool {
        switch answer {
        case .whole(let status, let headers, let body):
            var head = "HTTP/1.1 \(status) Status\r\n"
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
            if request.headers["connection"]?.lowercased() == "close" { head += "Connection: close\r\n" }
            if status != 304 { head += "Content-Length: \(body.count)\r\n" }
            return socket.write(Array("\(head)\r\n".utf8) + (request.method == "HEAD" || status == 304 ? [] : body))
        case .raw(let pieces):
            for piece in pieces {
                switch piece {
                case .bytes(let bytes): guard socket.write(bytes) else { return false }
                case .later(let bytes):
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
