import Dispatch
import Foundation
import SeededRandomness
import Synchronization

/// A TCP proxy on a port of this machine that passes on what it is told to, and spoils the rest.
///
/// To have one request to a connection, and so one fault to a request, it asks the server to close the connection
/// after the answer, unless the bytes are no HTTP. Stops when it is let go.
package final class FaultProxy: Sendable {
    /// What became of a connection.
    package struct Entry: Sendable {
        /// The method and the target, as `GET /gifts`; empty when the bytes were no HTTP.
        package let line: String
        /// What was done.
        package let fault: Fault
        /// How many bytes the client got.
        package var bytes = 0
    }

    /// Says what happens to a connection, from its number, counted from 0, and its first line.
    package typealias Script = @Sendable (_ connection: Int, _ line: String) -> Fault

    private final class Log: Sendable {
        let entries = Mutex<[Int: Entry]>([:])
    }

    private let listener: LoopbackListener
    private let log = Log()

    /// A proxy to that port which does what the script says.
    package init(to target: UInt16, script: @escaping Script) throws(SocketError) {
        let log = log
        listener = try LoopbackListener { client, number, listener in
            Self.serve(client, number, listener, to: target, script, log)
        }
    }

    /// A proxy that does these, one a connection, and nothing after the last.
    package convenience init(to target: UInt16, _ faults: [Fault]) throws(SocketError) {
        try self.init(to: target) { number, _ in number < faults.count ? faults[number] : .none }
    }

    /// A proxy that takes one of these for each connection, the same for the same seed and number.
    package convenience init(to target: UInt16, seed: UInt64, anyOf faults: [Fault]) throws(SocketError) {
        try self.init(to: target) { number, _ in
            var chance = SeededGenerator(seed: seed &+ UInt64(number) &* 0x5851_F42D_4C95_7F2D)
            return faults.randomElement(using: &chance) ?? .none
        }
    }

    deinit { listener.stop() }

    /// The port.
    package var port: UInt16 { listener.port }
    /// How many connections came.
    package var connections: Int { listener.connections }
    /// What became of the connections so far, in order of their coming.
    package var entries: [Entry] { log.entries.withLock { $0.sorted { $0.key < $1.key }.map(\.value) } }
    /// How often each fault was done, by ``Fault/name``.
    package var counts: [String: Int] {
        entries.reduce(into: [:]) { counts, entry in counts[entry.fault.name, default: 0] += 1 }
    }

    /// The address of a path, which begins with a slash.
    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// From now on the system refuses connections; those that stand go on.
    package func closePort() { listener.closePort() }

    /// Takes connections again, on the same port.
    package func openPort() throws(SocketError) { try listener.openPort() }

    /// Ends all connections and listens no more.
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
        if download(from: server, to: client, FaultyAnswer(fault), listener, pass) {
            client.endReading()
            server.interrupt()
        }
        // Only what both threads have let go of may be closed.
        upload.wait()
    }

    /// Passes on what the server sends. Returns whether the connection is over.
    private static func download(
        from server: LoopbackSocket, to client: LoopbackSocket, _ answer: FaultyAnswer, _ listener: LoopbackListener,
        _ pass: ([UInt8]) -> Bool
    ) -> Bool {
        var answer = answer
        while true {
            let bytes = server.read()
            guard !bytes.isEmpty else {
                client.endSending()
                return true
            }
            for action in answer.take(bytes) {
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

    /// The head of a request that asks for the connection to be closed, or whatever came first.
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

/// Lets one thread wait until another is done.
private final class Upload: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func finish() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
