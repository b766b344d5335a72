import Foundation
import StoreProtocol
import TestClocks
import TestSupport
import Testing

@testable import StoreServer

/// A client of `/events`.
private final class Listener: Sendable {
    private let connection: RawConnection

    init(port: Int, after last: String? = nil) throws {
        connection = try RawConnection(port: port)
        let header = last.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        connection.send("GET /events HTTP/1.1\r\nHost: store\r\n\(header)\r\n")
        let begin = try connection.receive(until: "\n\n\r\n")
        let end = begin.range(of: "\n\n\r\n")?.upperBound ?? begin.endIndex
        let head = String(begin[..<end])
        // The first events may arrive together with the head.
        pendingBytes = Array(begin[end...].utf8)
        guard head.hasPrefix("HTTP/1.1 200 "), head.contains("text/event-stream") else {
            throw ClientError(problem: head)
        }
        greeting = head
    }

    /// The part of the answer before the first event.
    let greeting: String
    private let pendingBytes: [UInt8]

    /// Waits for the next `count` events and returns them.
    func events(_ count: Int) throws -> [ServerSentEvent] {
        var parser = ServerSentEventParser()
        var events = parser.parse(Self.unchunked(pendingBytes))
        while events.count < count {
            let bytes = try connection.receive()
            guard !bytes.isEmpty else { throw ClientError(problem: "closed after \(events.count) of \(count) events") }
            events += parser.parse(Self.unchunked(bytes))
        }
        return events
    }

    func receive(until end: String) throws -> String { try connection.receive(until: end) }

    /// Removes the chunk lengths from a chunked body. Each event is a chunk of its own, so that no event is split.
    private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
        let lines = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\r").split(
            separator: "\r", omittingEmptySubsequences: false)
        return Array(lines.filter { Int($0, radix: 16) == nil }.joined().utf8)
    }
}

@Suite("Listeners", .timeLimit(.minutes(1)))
struct EventTests {
    private func change(_ revision: Int, _ kind: StoreChange.Kind, _ id: Int) -> ServerSentEvent {
        StoreChange(kind, revision: revision).event(id: String(id))
    }

    @Test("a listener receives every change, with growing ids")
    func listenerReceivesEveryChange() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let listener = try await onThread { try Listener(port: server.port) }
            #expect(listener.greeting.hasSuffix("id: 2\n\n\r\n"))
            _ = try server.repository.publish(Gifts.draft("heart", "two"))
            #expect(try await onThread { try listener.events(1) } == [change(2, .catalogue, 3)])
            _ = try server.repository.publish(PublishedSettings(revision: 0), where: { _ in true })
            #expect(try await onThread { try listener.events(1) } == [change(2, .settings, 4)])
        }
    }

    @Test("a listener that reconnects receives the last change of each kind")
    func reconnectedListenerReceivesLastChanges() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            for content in ["two", "three"] { _ = try server.repository.publish(Gifts.draft("heart", content)) }
            _ = try server.repository.publish(PublishedSettings(revision: 0), where: { _ in true })
            _ = try server.repository.publish(Gifts.draft("heart", "four"))
            let (settings, catalogue) = (change(2, .settings, 5), change(4, .catalogue, 6))
            // A listener with an id that the store does not know receives the last change of every kind.
            for (last, expected) in [
                ("2", [settings, catalogue]), ("4", [settings, catalogue]), ("5", [catalogue]),
                ("7", [settings, catalogue]), ("nonsense", [settings, catalogue]), ("-1", [settings, catalogue]),
            ] {
                let events = try await onThread { try Listener(port: server.port, after: last).events(expected.count) }
                #expect(events == expected, "after \(last)")
            }
        }
    }

    @Test("a listener receives only changes that are new to it")
    func listenerReceivesOnlyNewChanges() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            for last in ["2", nil] {
                let listener = try await onThread { try Listener(port: server.port, after: last) }
                let next = try server.repository.publish(Gifts.draft("heart", "more")).revision
                let events = try await onThread { try listener.events(1) }
                #expect(events.map(\.data) == ["{\"revision\": \(next)}"])
            }
        }
    }

    @Test("a listener continues where it was after a restart of the server")
    func listenerContinuesAfterRestart() async throws {
        let folder = try TemporaryFolder()
        func repository() throws -> StoreRepository { try StoreRepository(root: folder.path, now: Gifts.time) }
        let first = try repository()
        _ = try first.publish(Gifts.draft("heart"))
        _ = try first.publish(PublishedSettings(revision: 0), where: { _ in true })
        try await TestServer.run(try repository()) { server in
            let events = try await onThread { try Listener(port: server.port, after: "3").events(1) }
            #expect(events == [change(2, .settings, 4)])
        }
    }

    @Test("a listener receives a heartbeat at least as often as promised")
    func listenerReceivesHeartbeats() async throws {
        let clock = ManualClock()
        let usual = StoreServer(try StoreRepository.on(SimulatedDisk())).heartbeatInterval
        #expect(usual < .seconds(15))
        try await TestServer.run([], { $0.clock = clock }) { server in
            let listener = try await onThread { try Listener(port: server.port) }
            for _ in 0..<3 {
                await clock.waitForSleepers(1)
                clock.advance(by: usual)
                let text = try await onThread { try listener.receive(until: ":\n\n") }
                #expect(!text.contains("event"))
            }
        }
    }

    @Test("listeners above the limit are asked to come later, and a closed listener releases its place")
    func excessListenersAreRejected() async throws {
        try await TestServer.run([], { $0.limits.maxListeners = 3 }) { server in
            func listeners() async throws -> String { try await server.client.get("/health").text }
            var crowd = try await onThread { try (0..<3).map { _ in try Listener(port: server.port) } }
            let answer = try await server.client.get("/events")
            #expect(answer.status == 503)
            #expect(answer.headers["retry-after"] == "30")
            crowd.removeLast()
            while try await !listeners().contains(#""listeners":2"#) { try await Task.sleep(for: .milliseconds(5)) }
            crowd.append(try await onThread { try Listener(port: server.port) })
            _ = try server.repository.publish(Gifts.draft("heart"))
            for listener in crowd {
                #expect(try await onThread { try listener.events(1) } == [change(2, .catalogue, 3)])
            }
        }
    }

    @Test(
        "a stream of events ends when the client closes its side, even with another request behind it",
        arguments: ["", "GET /health HTTP/1.1\r\nHost: store\r\n\r\n"], [false, true])
    func streamEndsWithItsClient(behind: String, closesAtOnce: Bool) async throws {
        let clock = ManualClock()
        try await TestServer.run([], { $0.clock = clock }) { server in
            try await onThread {
                let connection = try RawConnection(port: server.port)
                connection.send("GET /events HTTP/1.1\r\nHost: store\r\n\r\n" + behind)
                if !closesAtOnce { _ = try connection.receive(until: "\n\n\r\n") }
                connection.finish()
                _ = try connection.receiveAll()
            }
            while try await !server.client.get("/health").text.contains(#""listeners":0"#) {
                // The next heartbeat finds that the client has gone.
                clock.advance(by: .seconds(10))
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test("a slow listener takes no more memory than others and receives only the last change")
    func slowListenerReceivesOnlyLastChange() async throws {
        let repository = try StoreRepository.on(SimulatedDisk())
        let hub = EventHub(repository.snapshot, maxListeners: 10)
        repository.setChangeHandler { hub.publish($0) }
        var slow = hub.addListener(after: nil).makeAsyncIterator()
        _ = await slow.next()
        for number in 0..<100 { _ = try repository.publish(Gifts.draft("heart", "\(number)")) }
        for _ in 0..<1_000 { hub.sendHeartbeat() }
        let piece = try #require(await slow.next())
        #expect(String(buffer: piece) == String(decoding: change(101, .catalogue, 102).encoded(), as: UTF8.self))
        hub.sendHeartbeat()
        let next = try #require(await slow.next())
        #expect(String(buffer: next) == ":\n\n")
    }
}
