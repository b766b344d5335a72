import Foundation
import NIOCore
import StoreProtocol
import TestClocks
import TestSupport
import Testing

@testable import StoreServer

/// A listener that connects again after each end of its stream and names the last event that it knows.
private final class LastingListener: Sendable {
    private struct State {
        var last: String?
        var events: [ServerSentEvent] = []
        var isDone = false
        var connections = 0
    }

    private let state = Shared(State())
    private let port: Int

    init(port: Int) { self.port = port }

    var events: [ServerSentEvent] { state.value.events }
    var connections: Int { state.value.connections }

    /// The revisions of the settings that it heard of.
    var revisions: [Int] {
        events.filter { $0.event == "settings" }.compactMap { event in
            event.data.firstMatch(of: /\d+/).flatMap { Int($0.0) }
        }
    }

    func end() { state.update { $0.isDone = true } }

    /// Listens until ``end()`` is called.
    func listen() {
        while !state.value.isDone {
            // While the server starts again, connections are refused.
            do { try listenOnce() } catch { usleep(5_000) }
        }
    }

    private func listenOnce() throws {
        let connection = try RawConnection(port: port)
        let header = state.value.last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        connection.send("GET /events HTTP/1.1\r\nHost: store\r\n\(header)\r\n")
        let begin = Array(try connection.receive(until: "\n\n\r\n").utf8)
        let head = String(decoding: begin, as: UTF8.self)
        let end = head.range(of: "\r\n\r\n")?.upperBound ?? head.endIndex
        var parser = ServerSentEventParser()
        let known = head.firstMatch(of: /\nid: (\d+)/).map { String($0.1) }
        state.update { state in
            state.connections += 1
            if state.last == nil { state.last = known }
        }
        var bytes = Array(head[end...].utf8)
        while !bytes.isEmpty, !state.value.isDone {
            // Each event is a chunk of its own; the lines with their lengths are no fields that a parser knows.
            for event in parser.parse(bytes) {
                state.update { state in
                    state.events.append(event)
                    state.last = event.id
                }
            }
            bytes = try connection.receive()
        }
    }
}

@Suite("A restart of the server", .timeLimit(.minutes(3)))
struct RestartTests {
    /// Starts the server, and returns it with its port.
    private static func start(_ arguments: [String], port: Int) async throws -> (BackgroundProgram, Int) {
        try await onThread {
            let program = try BackgroundProgram(arguments + ["--port", "\(port)"])
            return (program, try program.number(after: "http://127.0.0.1:"))
        }
    }

    @Test("a listener across restarts gets each change, and none twice")
    func listenerLosesNothing() async throws {
        let folder = try TemporaryFolder()
        let token = try folder.write(TestServer.token, to: "token")
        let arguments = [Programs.built("gift-store"), "--root", "\(folder.path)/store", "--token-file", token]
        var (program, port) = try await Self.start(arguments, port: 0)
        let listener = LastingListener(port: port)
        async let listening: Void = onThread { listener.listen() }
        var published: [Int] = []
        for round in 0..<6 {
            while listener.connections <= round { try await Task.sleep(for: .milliseconds(5)) }
            let client = HTTPClient(port: port)
            let headers = ["Authorization": "Bearer \(TestServer.token)", "If-Match": "*"]
            let answer = try await client.request(
                "PUT", "/settings", headers, body: Array(#"{"revision":0,"default":{"gap":\#(round)}}"#.utf8))
            #expect(answer.status == 200)
            published.append(try PublishedSettings(json: answer.body).revision)
            // The message is on its way, or still in the server.
            program.send(SIGTERM)
            let ended = program
            #expect(try await onThread { try ended.end() } == 0)
            (program, _) = try await Self.start(arguments, port: port)
        }
        let last = try #require(published.last)
        // The last server, too, must repeat nothing to the listener that comes back.
        while !listener.revisions.contains(last) || listener.connections < 7 {
            try await Task.sleep(for: .milliseconds(5))
        }
        listener.end()
        program.send(SIGTERM)
        let ended = program
        #expect(try await onThread { try ended.end() } == 0)
        try await listening
        #expect(listener.revisions == published)
        let ids = listener.events.compactMap { Int($0.id ?? "") }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
    }

    @Test("under load, each of many listeners gets the last change before each restart, and none twice")
    func listenersLoseNothingUnderLoad() async throws {
        let folder = try TemporaryFolder()
        let token = try folder.write(TestServer.token, to: "token")
        let arguments = [
            Programs.built("gift-store"), "--root", "\(folder.path)/store", "--token-file", token, "--change-rate",
            "1000000",
        ]
        var (program, port) = try await Self.start(arguments, port: 0)
        let listeners = (0..<24).map { [port] _ in LastingListener(port: port) }
        let listening = listeners.map { listener in Task { try await onThread { listener.listen() } } }
        let client = HTTPClient(port: port)
        let headers = ["Authorization": "Bearer \(TestServer.token)", "If-Match": "*"]
        var current = 0
        for round in 0..<4 {
            while listeners.contains(where: { $0.connections <= round }) { try await Task.sleep(for: .milliseconds(5)) }
            let acknowledged = Shared(current)
            // Changes as fast as the server makes them, until it stops.
            let load = Task {
                while let answer = try? await client.request(
                    "PUT", "/settings", headers, body: Array(#"{"revision":0}"#.utf8)), answer.status == 200
                {
                    acknowledged.value = try PublishedSettings(json: answer.body).revision
                }
            }
            while acknowledged.value < current + 20 { try await Task.sleep(for: .milliseconds(5)) }
            program.send(SIGTERM)
            let ended = program
            #expect(try await onThread { try ended.end() } == 0)
            try await load.value
            (program, _) = try await Self.start(arguments, port: port)
            current = try PublishedSettings(json: try await client.get("/settings").body).revision
            #expect(current >= acknowledged.value)
            // Nothing is published now, so what a listener lacks it has lost.
            while listeners.contains(where: { $0.revisions.last != current }) {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        for listener in listeners { listener.end() }
        program.send(SIGTERM)
        let ended = program
        #expect(try await onThread { try ended.end() } == 0)
        for task in listening { try await task.value }
        for listener in listeners {
            #expect(zip(listener.revisions, listener.revisions.dropFirst()).allSatisfy { $0 < $1 })
            let ids = listener.events.compactMap { Int($0.id ?? "") }
            #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test("a stream that ends with the server has sent its last message before")
    func streamEndsAfterLastMessage() async throws {
        let folder = try TemporaryFolder()
        let repository = try StoreRepository(root: folder.path, now: Gifts.time)
        let hub = EventHub(repository.snapshot, maxListeners: 10)
        repository.setChangeHandler { hub.publish($0) }
        var iterator = hub.addListener(after: nil).makeAsyncIterator()
        _ = await iterator.next()
        _ = try repository.publish(Gifts.draft("heart"))
        hub.finish()
        let message = await iterator.next()
        #expect(message.map { String(buffer: $0).contains("event: catalogue") } == true)
        #expect(await iterator.next() == nil)
        // A listener that comes now gets what it missed, and the end.
        var late = hub.addListener(after: 1).makeAsyncIterator()
        _ = await late.next()
        #expect(await late.next() != nil)
        #expect(await late.next() == nil)
        #expect(hub.isFinished)
    }

    @Test("a server without listeners, too, ends later streams at once when it stops")
    func stopEndsLaterStreams() async throws {
        let folder = try TemporaryFolder()
        let hub = EventHub(try StoreRepository(root: folder.path, now: Gifts.time).snapshot, maxListeners: 10)
        let heartbeat = Task { await Heartbeat(hub: hub, interval: .seconds(10), clock: ManualClock()).run() }
        #expect(!hub.isFinished)
        heartbeat.cancel()
        await heartbeat.value
        #expect(hub.isFinished)
    }
}
