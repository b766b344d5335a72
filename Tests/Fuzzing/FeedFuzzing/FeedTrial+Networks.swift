import FeedNetworks
import MQTTClient
import PlatformAdapters
import RoomEvents
import WebSocket

extension FeedTrial {
    /// The time between two lines of a server, long enough to exceed all waits after some lines.
    private static let step: Duration = .seconds(4)

    /// Passes lines of a chat server to sessions and checks that every answer is a single line, so that text of the
    /// server cannot add lines to it.
    static func runChat(_ body: [UInt8]) throws(RuleViolation) -> Int {
        var count = 0
        for dialect in [TwitchChatSession.Dialect.twitch, .standard] {
            var session = TwitchChatSession(channel: "ann", nick: "reader", token: nil, dialect: dialect, map: map)
            var now = Duration.zero
            var actions = session.start(at: now).map { TwitchChatSession.Action.send($0) }
            for line in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                now += step
                actions += line.withUnsafeBufferPointer { session.receive($0, at: now) }
                actions += session.advance(to: now)
            }
            var events: [FeedEvent] = []
            for action in actions {
                switch action {
                case .send(let line):
                    try check(!line.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 }, "sends \(line.debugDescription)")
                case .event(let event): events.append(event)
                case .fault(let error): try check(error)
                case .reconnect(let reason), .fail(let reason): try checkLine(reason)
                case .joined: break
                }
            }
            try check(withMonotonicTimes(events), of: body.count)
            count += events.count
        }
        return count
    }

    /// Passes messages of an EventSub server to a session and checks its actions.
    static func runEventSub(_ body: [UInt8]) throws(RuleViolation) -> Int {
        var session = EventSubSession(map: map)
        var now = Duration.zero
        session.start(at: now)
        var events: [FeedEvent] = []
        for (index, line) in body.split(separator: UInt8(ascii: "\n")).enumerated() {
            now += step
            let text = String(decoding: line, as: UTF8.self)
            var actions = session.receive(text, from: index % 5 == 4 ? .next : .current, at: now)
            actions += session.advance(to: now)
            for action in actions {
                switch action {
                case .event(let event): events.append(event)
                case .fault(let error): try check(error)
                case .reconnect(let reason): try checkLine(reason)
                case .connect(let url): try check(url.hasPrefix("wss://"), "connects in the clear to \(url)")
                case .revoked, .subscribe, .replaceConnection: break
                }
            }
        }
        try check(withMonotonicTimes(events), of: body.count)
        return events.count
    }

    /// Passes messages of a broker, which are separated by lines with a dot, over two connections and checks that none
    /// counts twice.
    static func runMQTTMessages(_ body: [UInt8]) throws(RuleViolation) -> Int {
        var count = 0
        for format in [FeedFormat.ndjson, .tiktok] {
            var messages = MQTTMessageConverter(format: format, map: map, maxAge: .seconds(60))
            var events: [FeedEvent] = []
            for isRepeat in [false, true] {
                messages.beginConnection()
                for (index, message) in split(body).enumerated() {
                    let now = step * (index + 1)
                    events += messages.advance(to: now)
                    let taken = message.withUnsafeBytes { bytes in
                        messages.receive(
                            MQTTDelivery(
                                payload: bytes, topic: "g", packetID: UInt16(truncatingIfNeeded: index + 1),
                                qualityOfService: 1,
                                isMarkedDuplicate: isRepeat, hasSession: isRepeat), at: now,
                            date: 1_795_255_200_000_000_000)
                    }
                    for fault in taken.faults { try check(fault.error) }
                    let isNew = !isRepeat || index >= Int(UInt16.max)
                    try check(isNew || taken.events.isEmpty, "a message counts twice")
                    events += taken.events
                }
            }
            try check(withMonotonicTimes(events), of: 2 * body.count)
            count += events.count
        }
        return count
    }

    private static func split(_ body: [UInt8]) -> [[UInt8]] {
        var messages: [[UInt8]] = [[]]
        for line in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.elementsEqual([UInt8(ascii: ".")]) {
                messages.append([])
            } else {
                messages[messages.count - 1] += line + [UInt8(ascii: "\n")]
            }
        }
        return messages
    }

    /// Passes bytes of a WebSocket server to a connection, whole and in pieces, and compares both.
    static func runWebSocket(_ body: [UInt8]) throws(RuleViolation) -> Int {
        let whole = try read([body[...]])
        try check(try read(chunks(of: body)) == whole, "a WebSocket is read otherwise in pieces")
        try check(whole.events.count <= body.count, "more messages than bytes")
        return whole.events.count
    }

    private struct ReceivedMessages: Equatable {
        var events: [WebSocketConnection.Event] = []
        var hasFailed = false
        var sent: [UInt8] = []
    }

    private static let maxMessageLength = 4_096

    private static func read(_ pieces: [ArraySlice<UInt8>]) throws(RuleViolation) -> ReceivedMessages {
        var connection = WebSocketConnection(maxMessageLength: maxMessageLength) { 0x0102_0304 }
        var heard = ReceivedMessages()
        // An error behind complete messages is thrown by the next call, which may have no bytes.
        for piece in pieces + [[]] {
            do throws(WebSocketError) {
                heard.events += try connection.receive(Array(piece))
            } catch {
                try checkLine(error.description)
                heard.hasFailed = true
            }
            heard.sent += connection.consumeOutgoingBytes()
            if heard.hasFailed { break }
        }
        for happening in heard.events {
            switch happening {
            case .text(let text):
                try check(text.utf8.count <= maxMessageLength, "a message of \(text.utf8.count) bytes")
            case .binary(let bytes): try check(bytes.count <= maxMessageLength, "a message of \(bytes.count) bytes")
            case .pong(let bytes): try check(bytes.count <= 125, "a sign of life of \(bytes.count) bytes")
            case .closed: break
            }
        }
        return heard
    }

    /// Passes the answer of a server to a WebSocket handshake, whole and in pieces, and compares both.
    static func runHandshake(_ body: [UInt8]) throws(RuleViolation) -> Int {
        func answer(_ pieces: [ArraySlice<UInt8>]) throws(RuleViolation) -> [UInt8]? {
            var handshake = WebSocketHandshake(host: "h", path: "/", nonce: Array(0..<16))
            var rest: [UInt8]?
            do throws(WebSocketError) {
                for piece in pieces {
                    if rest == nil { rest = try handshake.receive(Array(piece)) } else { rest? += piece }
                }
            } catch {
                try checkLine(error.description)
                return nil
            }
            return rest
        }
        let whole = try answer([body[...]])
        try check(try answer(chunks(of: body)) == whole, "an answer is read otherwise in pieces")
        return whole == nil ? 0 : 1
    }

    /// Returns the events with times that do not decrease, as readers make sure.
    private static func withMonotonicTimes(_ events: [FeedEvent]) -> [FeedEvent] {
        var latest = Duration.zero
        return events.map { event in
            latest = max(latest, event.at)
            return FeedEvent(at: latest, kind: event.kind)
        }
    }
}
