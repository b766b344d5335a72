import CPlatform
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import RoomControl

@Suite("A slow, dead or hostile program neither blocks the room nor other programs", .timeLimit(.minutes(5)))
struct ControlServerTests {
    /// A program that is connected to a server.
    private struct Client {
        let socket: OpenFile
        private var unread: [UInt8] = []

        init(_ path: String) throws { socket = try UnixSocket.connect(to: path) }

        /// Sends a text, and waits while the server does not read.
        func send(_ text: String) throws {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                do throws(SystemError) {
                    let count = try rest.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                        try Descriptor.writeSome(UnsafeRawBufferPointer(bytes), to: socket.descriptor)
                    }
                    rest = rest.dropFirst(count)
                } catch {
                    guard error.wouldBlock else { throw error }
                    Descriptor.wait(for: [AwaitedDescriptor(socket.descriptor, for: .output)], milliseconds: 1_000)
                }
            }
        }

        /// Returns the next line; `nil` at the end.
        ///
        /// - Parameter server: The server, which sends what waits; `nil` if another thread has it do so.
        mutating func line(from server: ControlServer? = nil) throws -> String? {
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { unread.removeFirst(end + 1) }
                    return String(decoding: unread[..<end], as: UTF8.self)
                }
                try waitFor("a line from the server", every: .zero) {
                    server?.serve()
                    return Descriptor.isReadable(socket.descriptor, withinMilliseconds: 10)
                }
                guard let bytes = try? Descriptor.read(socket.descriptor, upTo: 65_536), !bytes.isEmpty else {
                    return nil
                }
                unread += bytes
            }
        }
    }

    /// Answers requests as a room does, until `count` are answered.
    private func answer(_ count: Int, of server: ControlServer) throws {
        var answered = 0
        try waitFor("\(count) requests", every: .zero) {
            for message in server.consumeRequests(ready: nil) {
                answered += 1
                switch message.request {
                case .success(let request):
                    if case .subscribe(let topic) = request.action {
                        server.setSubscribed(true, to: topic, client: message.client)
                    }
                    server.send(ControlAnswer.done(request.id, trace: []), to: message.client)
                case .failure(let refusal): server.send(ControlAnswer.refused(refusal, id: nil), to: message.client)
                }
            }
            server.flush()
            return answered >= count
        }
    }

    @Test("each program gets the answers to its own requests, in order")
    func answers() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        var clients = [try Client("\(folder.path)/c"), try Client("\(folder.path)/c")]
        for (index, client) in clients.enumerated() {
            try client.send("{\"id\":\(index + 1)0,\"do\":\"close\"}\n\n{\"id\":\(index + 1)1,\"do\":")
            try client.send("\"clear\"}\nnonsense\n")
        }
        try answer(6, of: server)
        for index in clients.indices {
            #expect(try clients[index].line(from: server) == "{\"id\":\(index + 1)0,\"ok\":true,\"trace\":[]}")
            #expect(try clients[index].line(from: server) == "{\"id\":\(index + 1)1,\"ok\":true,\"trace\":[]}")
            #expect(try clients[index].line(from: server)?.hasPrefix("{\"error\":\"") == true)
        }
    }

    @Test("a caller who has waited is believed what is ready, unless connections have opened since the wait")
    func readiness() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        let client = try Client("\(folder.path)/c")
        try client.send("{\"do\":\"close\"}\n")
        let beforeConnection = server.prepareWait()
        // Nothing is ready before a wait, so neither the connection is accepted nor the request read.
        #expect(server.consumeRequests(ready: beforeConnection[...]).isEmpty)
        #expect(server.prepareWait().count == 1)
        server.serve()
        #expect(server.prepareWait().count == 2)
        #expect(server.consumeRequests(ready: beforeConnection[...]).count == 1)
        try client.send("{\"do\":\"close\"}\n")
        var awaited = server.prepareWait()
        #expect(server.consumeRequests(ready: awaited[...]).isEmpty)
        Descriptor.wait(for: &awaited, milliseconds: 50_000)
        #expect(server.consumeRequests(ready: awaited[...]).count == 1)
    }

    @Test("more requests than wait at once are all answered")
    func many() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        let count = 4 * ControlMailbox.maxPendingRequests
        let path = "\(folder.path)/c"
        let hasRead = Atomic(false)
        let reader = try SystemThread("reader") {
            defer { hasRead.store(true, ordering: .releasing) }
            guard var client = try? Client(path) else { return }
            for number in 0..<count { try? client.send("{\"id\":\(number),\"do\":\"close\"}\n") }
            let answers = (0..<count).map { _ in try? client.line() }
            #expect(answers == (0..<count).map { "{\"id\":\($0),\"ok\":true,\"trace\":[]}" })
        }
        try answer(count, of: server)
        try waitFor("the reader") {
            server.serve()
            return hasRead.load(ordering: .acquiring)
        }
        reader.join()
    }

    @Test("a program that does not read loses its connection, and the others go on")
    func slow() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        let slow = try Client("\(folder.path)/c")
        try slow.send("{\"subscribe\":\"trace\"}\n")
        try answer(1, of: server)
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        try waitFor("the end of the slow program") {
            server.publish(line, to: .trace)
            server.flush()
            return !server.hasSubscribers(to: .trace)
        }
        var other = try Client("\(folder.path)/c")
        try other.send("{\"id\":1,\"do\":\"close\"}\n")
        try answer(1, of: server)
        #expect(try other.line(from: server) == "{\"id\":1,\"ok\":true,\"trace\":[]}")
    }

    @Test("programs that have asked nothing give way, however many they are")
    func silentPrograms() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/c"
        let server = try ControlServer(at: [.unix(path)])
        let silent = try (0..<2 * ControlServer.maxClients).map { _ in
            let client = try Client(path)
            server.serve()
            return client
        }
        var speaker = try Client(path)
        try speaker.send("{\"id\":1,\"do\":\"close\"}\n")
        try answer(1, of: server)
        #expect(try speaker.line(from: server) == "{\"id\":1,\"ok\":true,\"trace\":[]}")
        var oldest = silent[0]
        #expect(try oldest.line(from: server) == nil)
    }

    @Test("when all places are taken by programs that have asked, another one is told so at once")
    func noPlace() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/c"
        let server = try ControlServer(at: [.unix(path)])
        let clients = try (0..<ControlServer.maxClients).map { _ in
            let client = try Client(path)
            try client.send("{\"do\":\"close\"}\n")
            try answer(1, of: server)
            return client
        }
        var other = try Client(path)
        try other.send("{\"id\":1,\"do\":\"clear\"}\n")
        try answer(1, of: server)
        #expect(
            try other.line(from: server)
                == "{\"error\":\"expected at most 16 programs at once, and all places are taken\"}")
        #expect(try other.line(from: server) == nil)
        #expect(server.consumeRequests(ready: nil).isEmpty)
        try clients[0].socket.close()
        server.serve()
        var next = try Client(path)
        try next.send("{\"id\":2,\"do\":\"clear\"}\n")
        try answer(1, of: server)
        #expect(try next.line(from: server) == "{\"id\":2,\"ok\":true,\"trace\":[]}")
    }

    @Test("the last line needs no line break if the program ends its sending")
    func lastLine() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        var client = try Client("\(folder.path)/c")
        try client.send("{\"id\":1,\"do\":\"close\"}\n{\"id\":2,\"do\":\"clear\"}")
        shutdown(client.socket.descriptor, Int32(SHUT_WR))
        try answer(2, of: server)
        #expect(try client.line(from: server) == "{\"id\":1,\"ok\":true,\"trace\":[]}")
        #expect(try client.line(from: server) == "{\"id\":2,\"ok\":true,\"trace\":[]}")
        #expect(try client.line(from: server) == nil)
    }

    @Test("a line without end is refused, and the connection closed")
    func endless() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        var client = try Client("\(folder.path)/c")
        let writer = client
        let thread = try SystemThread("writer") {
            try? writer.send(String(repeating: "x", count: ControlService.maxLineLength + 20_000))
        }
        try answer(1, of: server)
        #expect(try client.line(from: server) == Self.longLine)
        #expect(try client.line(from: server) == nil)
        thread.join()
        server.end()
    }

    private static let longLine = #"{"error":"expected a line of at most 65536 bytes, found a longer one"}"#

    /// A request in a line of `length` bytes.
    private func line(of length: Int) -> String {
        let request = #"{"id":1,"do":"close"}"#
        return request + String(repeating: " ", count: length - request.utf8.count)
    }

    @Test("a line may have exactly as many bytes as the limit, and the answers to those before a longer one come first")
    func longestLine() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        var client = try Client("\(folder.path)/c")
        let limit = ControlService.maxLineLength
        let writer = client
        let thread = try SystemThread("writer") { [text = line(of: limit) + "\n" + line(of: limit + 1) + "\nx\n"] in
            try? writer.send(text)
        }
        try answer(2, of: server)
        #expect(try client.line(from: server) == #"{"id":1,"ok":true,"trace":[]}"#)
        #expect(try client.line(from: server) == Self.longLine)
        #expect(try client.line(from: server) == nil)
        thread.join()
        #expect(server.consumeRequests(ready: nil).isEmpty)
    }

    /// Adds lines of a program.
    private func put(_ lines: [String], from client: Int, in mailbox: ControlMailbox) {
        mailbox.update(client) { program in
            for line in lines { program.put(.line(Array(line.utf8)[...])) }
        }
    }

    private static let close = #"{"do":"close"}"#
    private static let screenshot = #"{"get":"screenshot"}"#

    @Test("before each frame the stage takes on as much work as it can, a screenshot last")
    func workAtOnce() throws {
        let mailbox = ControlMailbox()
        mailbox.open(1)
        put([Self.close, Self.screenshot, Self.close, Self.screenshot, Self.screenshot, "{}"], from: 1, in: mailbox)
        #expect([2, 2, 1, 1, 0].allSatisfy { mailbox.consumeRequests().count == $0 })
        #expect(!mailbox.hasRequests)
        put([String](repeating: Self.close, count: 1_000), from: 1, in: mailbox)
        #expect([171, 171, 171, 171, 171, 145].allSatisfy { mailbox.consumeRequests().count == $0 })
        // What changes the stage takes longer.
        put([String](repeating: #"{"set":{"mode":"queue"}}"#, count: 100), from: 1, in: mailbox)
        #expect([57, 43].allSatisfy { mailbox.consumeRequests().count == $0 })
        put([String](repeating: #"{"send":"rose"}"#, count: 100), from: 1, in: mailbox)
        #expect([57, 43].allSatisfy { mailbox.consumeRequests().count == $0 })
        put([String](repeating: #"{"get":"state"}"#, count: 100), from: 1, in: mailbox)
        #expect([17, 17, 17, 17, 17, 15].allSatisfy { mailbox.consumeRequests().count == $0 })
        // Lines that are no requests, and long ones, take more time to read.
        put([String](repeating: "nonsense", count: 200), from: 1, in: mailbox)
        #expect([128, 72].allSatisfy { mailbox.consumeRequests().count == $0 })
        put([String](repeating: line(of: 51_200), count: 4), from: 1, in: mailbox)
        #expect([3, 1].allSatisfy { mailbox.consumeRequests().count == $0 })
    }

    @Test("programs take turns, so nobody waits for the many screenshots of another one")
    func turns() throws {
        let mailbox = ControlMailbox()
        for client in 1...3 { mailbox.open(client) }
        put([String](repeating: Self.screenshot, count: 100), from: 1, in: mailbox)
        #expect(mailbox.consumeRequests().map(\.client) == [1])
        put([Self.close, Self.close], from: 3, in: mailbox)
        // The second turn ends with a screenshot.
        #expect(mailbox.consumeRequests().map(\.client) == [3, 1])
        #expect(mailbox.consumeRequests().map(\.client) == [3, 1])
        mailbox.close(2)
        put([Self.close], from: 3, in: mailbox)
        #expect(mailbox.consumeRequests().map(\.client) == [3, 1])
        mailbox.open(4)
        put([Self.screenshot, Self.screenshot], from: 4, in: mailbox)
        #expect((0..<4).map { _ in mailbox.consumeRequests().map(\.client) } == [[4], [1], [4], [1]])
    }

    @Test("what a program has changed happens after it has gone, but nobody draws a screenshot for it")
    func goneProgram() throws {
        let mailbox = ControlMailbox()
        mailbox.open(1)
        put([Self.screenshot, Self.close, #"{"get":"state"}"#, #"{"do":"clear"}"#], from: 1, in: mailbox)
        mailbox.close(1)
        let requests = try mailbox.consumeRequests().map { try $0.request.get() }
        #expect(requests == [ControlRequest(.control(.close)), ControlRequest(.control(.clear))])
    }

    @Test(
        "all that a program has sent happens, though it reads no answer and closes the connection",
        arguments: [1, 5_000])
    func hastyProgram(count: Int) throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        var client: Client? = try Client("\(folder.path)/c")
        var unsent = Array(String(repeating: "{\"send\":\"heart\"}\n", count: count).utf8)
        var received = 0
        for _ in 0..<10_000 where received < count {
            if let socket = client?.socket {
                // The program has sent all, and goes.
                let isGood = unsent.send(to: socket.descriptor)
                #expect(isGood)
                if unsent.isEmpty { client = nil }
            }
            for message in server.consumeRequests(ready: nil) {
                received += 1
                server.send(Array(#"{"ok":true}"#.utf8), to: message.client)
            }
            server.flush()
        }
        #expect(received == count)
        // Then the connection is closed: there is nothing to wait for but others.
        server.serve()
        #expect(server.prepareWait().count == 1)
    }

    @Test("at its end a room removes its own socket, and nothing that another program has put there")
    func socketOfOthers() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/c"
        try ControlServer(at: [.unix(path)]).end()
        #expect(throws: SystemError.noSuchFile) { try FileStatus(of: path) }
        let server = try ControlServer(at: [.unix(path)])
        try FileSystem.removeFile(path)
        _ = try folder.write("mine", to: "c")
        server.end()
        #expect(try folder.read("c") == "mine")
    }

    @Test("nobody draws a screenshot for a program that gets no answers, and all its other requests count")
    func deafProgram() throws {
        let mailbox = ControlMailbox()
        mailbox.open(1)
        put([Self.close], from: 1, in: mailbox)
        _ = mailbox.consumeRequests()
        let folder = try TemporaryFolder()
        let listener = try UnixSocket.listen(at: "\(folder.path)/c")
        var client: OpenFile? = try UnixSocket.connect(to: "\(folder.path)/c")
        let accepted = try UnixSocket.accept(listener.descriptor)
        defer { Descriptor.close(accepted) }
        withExtendedLifetime(client) {}
        client = nil
        mailbox.update(1) { program in
            program.answer(Array("{}".utf8))
            program.write(to: accepted)
        }
        put([Self.screenshot, Self.close], from: 1, in: mailbox)
        let messages = mailbox.consumeRequests()
        #expect(try messages.map { try $0.request.get() } == [ControlRequest(.control(.close))])
        mailbox.update(1) { $0.answer(Array("{}".utf8)) }
        #expect(mailbox.update(1) { $0.status.isIdle && !$0.status.hasOutput } == true)
    }

    @Test("a program that can get no answers and sends a line that is too long leaves its place")
    func refusedDeafProgram() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        let client = try Client("\(folder.path)/c")
        server.serve()
        shutdown(client.socket.descriptor, Int32(SHUT_RD))
        try client.send(Self.close + "\n")
        try answer(1, of: server)
        var long = [UInt8](repeating: UInt8(ascii: "x"), count: 70_000)
        while !long.isEmpty {
            guard long.send(to: client.socket.descriptor) else { break }
            server.serve()
        }
        try answer(1, of: server)
        // All places are free for others.
        var others: [Client] = []
        for _ in 0..<ControlServer.maxClients {
            others.append(try Client("\(folder.path)/c"))
            try others[others.count - 1].send(Self.close + "\n")
            try answer(1, of: server)
            #expect(try others[others.count - 1].line(from: server)?.hasPrefix(#"{"ok":true"#) == true)
        }
        withExtendedLifetime(client) {}
    }

    @Test("the last request needs no line break, though its program has not read its answers")
    func lastLineOfHastyProgram() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        var client: Client? = try Client("\(folder.path)/c")
        try client?.send(Self.close + "\n")
        try answer(1, of: server)
        try client?.send(#"{"do":"clear"}"#)
        client = nil
        var requests: [ControlRequest] = []
        for _ in 0..<4 { requests += try server.consumeRequests(ready: nil).map { try $0.request.get() } }
        #expect(requests == [ControlRequest(.control(.clear))])
    }

    @Test("a flood of programs that send requests and go leaves a bounded number of them waiting")
    func floodOfPrograms() throws {
        let mailbox = ControlMailbox()
        for client in 1...16 {
            mailbox.open(client)
            #expect(mailbox.hasRoom && mailbox.update(client) { $0.status.canReceive } == true)
            put([String](repeating: Self.close, count: 256), from: client, in: mailbox)
            #expect(mailbox.update(client) { $0.status.canReceive } == false)
            mailbox.close(client)
        }
        #expect(!mailbox.hasRoom)
        #expect(mailbox.consumeRequests().count == 171)
        #expect(mailbox.hasRoom)
    }

    @Test("a program that has ended its requests gets the answers to them, then its connection is closed")
    func halfClosed() throws {
        let folder = try TemporaryFolder()
        let server = try ControlServer(at: [.unix("\(folder.path)/c")])
        var client = try Client("\(folder.path)/c")
        try client.send("{\"id\":1,\"do\":\"close\"}\n")
        #expect(shutdown(client.socket.descriptor, Int32(SHUT_WR)) == 0)
        try answer(1, of: server)
        #expect(try client.line(from: server) == "{\"id\":1,\"ok\":true,\"trace\":[]}")
        #expect(try client.line(from: server) == nil)
    }

    @Test("the socket of a program that has ended is replaced, no other file is, and the end removes it")
    func socketFile() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/c"
        do {
            let left = try UnixSocket.listen(at: path)
            #expect(throws: ControlServerError.self) { try ControlServer(at: [.unix(path)]) }
            try left.close()
        }
        let server = try ControlServer(at: [.unix(path)])
        server.end()
        #expect((try? FileStatus(of: path)) == nil)
        _ = try folder.write("mine", to: "c")
        let refusal = #expect(throws: ControlServerError.self) { try ControlServer(at: [.unix(path)]) }
        #expect(refusal?.description == "\(path): expected a socket, found another file")
        #expect(try folder.read("c") == "mine")
    }
}
