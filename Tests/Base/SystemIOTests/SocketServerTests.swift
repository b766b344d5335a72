import SystemIO
import TestSupport
import Testing

@Suite("A server for sockets", .timeLimit(.minutes(1)))
struct SocketServerTests {
    /// A service that repeats what it receives; a connection that has sent nothing gives way.
    private struct Echo: SocketService {
        private var output: [Int: [UInt8]] = [:]
        private var speakers: Set<Int> = []
        private var refused: Set<Int> = []
        /// Whether a connection that is refused is closed as soon as it has been told.
        private let closesRefused: Bool

        init(closesRefused: Bool = true) { self.closesRefused = closesRefused }

        var signal: WakePipe? { nil }

        mutating func update() {}

        mutating func open(_ connection: Int, _ descriptor: Int32, acceptedBy listener: Int) { output[connection] = [] }

        mutating func refuse(_ connection: Int, acceptedBy listener: Int) {
            output[connection] = Array("full".utf8)
            refused.insert(connection)
        }

        mutating func receive(_ bytes: [UInt8], from connection: Int) {
            if !bytes.isEmpty { speakers.insert(connection) }
            output[connection]? += bytes
        }

        func status(of connection: Int) -> SocketStatus {
            let isEmpty = output[connection]?.isEmpty ?? true
            return SocketStatus(
                canReceive: !refused.contains(connection), hasOutput: !isEmpty,
                isClosing: closesRefused && refused.contains(connection), isIdle: isEmpty,
                givesWay: !speakers.contains(connection))
        }

        mutating func write(to connection: Int, _ descriptor: Int32) -> Bool {
            output[connection]?.send(to: descriptor) ?? true
        }

        mutating func close(_ connection: Int) { output[connection] = nil }
    }

    /// Sends a text and returns the answer; empty at the end of the connection.
    private func say(_ text: String, to socket: OpenFile) throws -> String {
        try? Descriptor.write(Array(text.utf8), to: socket.descriptor)
        return try answer(on: socket)
    }

    private func answer(on socket: OpenFile) throws -> String {
        guard Descriptor.isReadable(socket.descriptor, withinMilliseconds: 50_000) else {
            throw WaitTimeoutError("no answer")
        }
        return String(decoding: (try? Descriptor.read(socket.descriptor, upTo: 100)) ?? [], as: UTF8.self)
    }

    @Test("sending over a connection that the other side has closed is an error, and does not end the program")
    func closedConnection() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocket.listen(at: "\(folder.path)/s")
        let client = try UnixSocket.connect(to: "\(folder.path)/s")
        Descriptor.close(try UnixSocket.accept(listener.descriptor))
        #expect(throws: SystemError.brokenPipe) { try Descriptor.send([1, 2], to: client.descriptor) }
        var bytes: [UInt8] = [1, 2]
        #expect(!bytes.send(to: client.descriptor) && bytes == [1, 2])
    }

    @Test("all bytes are sent, however slowly the other side reads")
    func slowReader() throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocket.listen(at: "\(folder.path)/s")
        let client = try UnixSocket.connect(to: "\(folder.path)/s")
        let server = try UnixSocket.accept(listener.descriptor)
        defer { Descriptor.close(server) }
        let sent = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let writer = try SystemThread("writer") { try? Descriptor.send(sent, to: client.descriptor) }
        var received: [UInt8] = []
        while received.count < sent.count {
            #expect(Descriptor.isReadable(server, withinMilliseconds: 50_000))
            received += try Descriptor.read(server, upTo: 30_000)
        }
        writer.join()
        #expect(received == sent)
    }

    @Test("when all places are taken, a connection that gives way is closed for another one")
    func givesWay() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/s"
        let server = try SocketServer(
            "echo", listeners: [try UnixSocket.listen(at: path)], maxConnections: 2, Echo())
        defer { server.end() }
        let first = try UnixSocket.connect(to: path)
        #expect(try say("a", to: first) == "a")
        let silent = try UnixSocket.connect(to: path)
        let third = try UnixSocket.connect(to: path)
        #expect(try say("c", to: third) == "c")
        #expect(try answer(on: silent) == "")
        // Nobody gives way now, so another one is told that there is no place.
        let fourth = try UnixSocket.connect(to: path)
        #expect(try answer(on: fourth) == "full")
        #expect(try answer(on: fourth) == "", "it is closed")
        #expect(try say("e", to: first) == "e")
        #expect(try say("f", to: third) == "f")
        try first.close()
        #expect(try say("g", to: third) == "g")
        let fifth = try UnixSocket.connect(to: path)
        #expect(try say("h", to: fifth) == "h")
    }

    @Test("connections that are refused and stay do not keep out others, and the oldest of many is closed")
    func refusedConnections() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/s"
        let server = try SocketServer(
            "echo", listeners: [try UnixSocket.listen(at: path)], maxConnections: 1, Echo(closesRefused: false))
        defer { server.end() }
        let first = try UnixSocket.connect(to: path)
        #expect(try say("a", to: first) == "a")
        let refused = try (0..<20).map { _ in
            let socket = try UnixSocket.connect(to: path)
            #expect(try answer(on: socket) == "full")
            return socket
        }
        for socket in refused.prefix(12) { #expect(try answer(on: socket) == "") }
        for socket in refused.suffix(8) { #expect(!Descriptor.isReadable(socket.descriptor, withinMilliseconds: 0)) }
        #expect(try say("b", to: first) == "b")
        try first.close()
        // The server sees the end of the first one, and then a place is free.
        var last = try UnixSocket.connect(to: path)
        while try say("c", to: last) != "c" { last = try UnixSocket.connect(to: path) }
    }
}
