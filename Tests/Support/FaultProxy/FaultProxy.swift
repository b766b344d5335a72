import Dispatch
import Foundation
import SeededRandomness
import Synchronization

/// A TCP proxy on a loopback port that forwards connections and adds faults to the answers.
///
/// For HTTP it asks the server to close the connection after the answer. So each connection has one request, and each
/// request one fault. Other bytes are forwarded unchanged. The proxy stops when the last reference is released.
package final class FaultProxy: Sendable {
    /// The log entry of a connection.
    package struct Entry: Sendable {
        /// The method and the target, such as `GET /gifts`; empty if the bytes are not HTTP.
        package let line: String
        /// The fault that the script chose.
        package let fault: Fault
        /// The number of bytes that the client received.
        package var bytes = 0
    }

    /// A function that chooses the fault of a connection from its number, counted from 0, and its first line.
    package typealias Script = @Sendable (_ connection: Int, _ line: String) -> Fault

    private final class Log: Sendable {
        let entries = Mutex<[Int: Entry]>([:])
    }

    private let listener: LoopbackListener
    private let log = Log()

    /// Creates a proxy to a port, with a script that chooses the faults.
    package init(to target: UInt16, script: @escaping Script) throws(SocketError) {
        let log = log
        listener = try LoopbackListener { client, number, listener in
            Self.serve(client, number, listener, to: target, script, log)
        }
    }

    /// Creates a proxy that applies one fault per connection, in order, and none after the last.
    package convenience init(to target: UInt16, _ faults: [Fault]) throws(SocketError) {
        try self.init(to: target) { number, _ in number < faults.count ? faults[number] : .none }
    }

    /// Creates a proxy that picks a random fault for each connection.
    ///
    /// The choice depends on the seed and the number of the connection only.
    package convenience init(to target: UInt16, seed: UInt64, choices faults: [Fault]) throws(SocketError) {
        try self.init(to: target) { number, _ in
            var chance = SeededGenerator(seed: seed &+ UInt64(number) &* 0x5851_F42D_4C95_7F2D)
            return faults.randomElement(using: &chance) ?? .none
        }
    }

    deinit { listener.stop() }

    /// The port that the proxy listens on.
    package var port: UInt16 { listener.port }
    /// The number of connections so far.
    package var connections: Int { listener.connections }
    /// The log entries so far, in the order of arrival.
    package var entries: [Entry] { log.entries.withLock { $0.sorted { $0.key < $1.key }.map(\.value) } }
    /// The number of times each fault was applied, by ``Fault/name``.
    package var counts: [String: Int] {
        entries.reduce(into: [:]) { counts, entry in counts[entry.fault.name, default: 0] += 1 }
    }

    /// Returns the URL of a path, which begins with a slash.
    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Refuses new connections; open ones continue.
    package func closePort() { listener.closePort() }

    /// Accepts connections again, on the same port.
    package func openPort() throws(SocketError) { try listener.openPort() }

    /// Ends all connections and stops listening.
    package func stop() { listener.stop() }

    private static func serve(
        _ client: LoopbackSocket, _ number: Int, _ listener: LoopbackListener, to target: UInt16, _ script: Script,
        _ log: Log
    ) {
        let first = firstBytes(from: client)
        let fault = script(number, first.line)
        log.entries.withLock { $0[number] = Entry(line: first.line, fault: fault) }
        let pass = { (bytes: [UInt8]) -> Bool in
            guard client.write(bytes) else { return false }
            log.entries.withLock { $0[number]?.bytes += bytes.count }
            return true
        }
        switch fault {
        case .refuse:
            client.resetAtClose()
            return
        case .replace(let status, let headers, let body):
            var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n"
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
            _ = pass(Array("\(head)\r\n\(body)".utf8))
            client.endSending()
            return
        default: break
        }
        guard !first.bytes.isEmpty, let server = try? LoopbackSocket.connected(to: target) else { return }
        listener.hold(server, for: number)
        server.write(first.bytes)
        let upload = Upload()
        Thread.detachNewThread {
            while true {
                let bytes = client.read()
                guard !bytes.isEmpty, server.write(bytes) else { break }
            }
            server.endSending()
            upload.finish()
        }
        if download(from: server, to: client, FaultyResponse(fault), listener, pass) {
            client.endReading()
            server.interrupt()
        }
        // A socket may only be closed when neither thread uses it any more.
        upload.wait()
    }

    /// Forwards the server's answer with its faults, and returns whether the connection is over.
    private static func download(
        from server: LoopbackSocket, to client: LoopbackSocket, _ answer: FaultyResponse, _ listener: LoopbackListener,
        _ pass: ([UInt8]) -> Bool
    ) -> Bool {
        var answer = answer
        while true {
            let bytes = server.read()
            guard !bytes.isEmpty else {
                client.endSending()
                return true
            }
            for action in answer.process(bytes) {
                switch action {
                case .send(let bytes): guard pass(bytes) else { return true }
                case .pause(let time): guard listener.pause(time) else { return true }
                case .hold: return false
                case .end(let ending):
                    if ending == .finish { client.endSending() } else { client.resetAtClose() }
                    return true
                }
            }
        }
    }

    /// Returns the first bytes of a connection and, for HTTP, the method and target.
    ///
    /// The head of an HTTP request gets the field `Connection: close`.
    private static func firstBytes(from client: LoopbackSocket) -> (bytes: [UInt8], line: String) {
        var bytes = client.read()
        guard let letter = bytes.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else {
            return (bytes, "")
        }
        while bytes.endOfHead == nil {
            let more = client.read()
            guard !more.isEmpty else { return (bytes, "") }
            bytes += more
        }
        guard let end = bytes.endOfHead else { return (bytes, "") }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let kept = lines.filter { !$0.lowercased().hasPrefix("connection:") } + ["Connection: close", "", ""]
        let line = lines.first.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } ?? ""
        return (Array(kept.joined(separator: "\r\n").utf8) + bytes[end...], line)
    }
}

/// A signal with which one thread waits for the end of another.
private final class Upload: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func finish() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
