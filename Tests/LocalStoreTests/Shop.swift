import FaultProxy
import Foundation
import HTTPTransfer
import LocalStore
import Playback
import StoreDocuments
import Synchronization

/// A store on the network with a stream of changes, whose content a test changes.
final class Shop: Sendable {
    private struct State {
        var store: TestStore
        var settings: [UInt8] = []
        /// The events of the stream so far.
        var messages: [ServerSentEvent] = []
        var isClosed = false
    }

    private let state: Mutex<State>
    /// Whether the store has a stream of changes.
    private let hasEvents: Bool
    private let changed = NSCondition()

    init(_ store: TestStore, settings: String = #"{"revision":1}"#, hasEvents: Bool = true) {
        state = Mutex(State(store: store, settings: Array(settings.utf8)))
        self.hasEvents = hasEvents
    }

    /// Publishes other gifts and an event about them.
    func publish(_ gifts: TestGift...) {
        tell(.catalogue) { state in
            state.store.gifts = gifts
            state.store.revision += 1
            return state.store.revision
        }
    }

    /// Publishes other settings and an event about them.
    func publish(settings: String) {
        tell(.settings) { state in
            state.settings = Array(settings.utf8)
            return state.messages.count + 2
        }
    }

    private func tell(_ kind: StoreChange.Kind, _ change: (inout State) -> Int) {
        state.withLock { state in
            let revision = change(&state)
            state.messages.append(StoreChange(kind, revision: revision).event(id: String(state.messages.count + 1)))
        }
        changed.withLock { changed.broadcast() }
    }

    /// Ends the streams.
    func close() {
        state.withLock { $0.isClosed = true }
        changed.withLock { changed.broadcast() }
    }

    func server() throws -> LoopbackServer { try LoopbackServer { self.answer(to: $0) } }

    private func answer(to request: LoopbackServer.Request) -> LoopbackServer.Answer {
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/gifts": return tagged(state.withLock { $0.store.catalogue.json }, request)
        case "/settings": return tagged(state.withLock { $0.settings }, request)
        case "/events" where hasEvents: return stream(after: request.headers["last-event-id"].flatMap { Int($0) } ?? 0)
        case let path:
            guard let file = state.withLock({ $0.store.files[String(path)] }) else { return .whole(404) }
            return .whole(200, headers: ["Content-Type": "application/zip"], body: file)
        }
    }

    private func tagged(_ body: [UInt8], _ request: LoopbackServer.Request) -> LoopbackServer.Answer {
        let tag = "\"\(SHA256Digest.of(body).hex.prefix(16))\""
        let isSame = request.headers["if-none-match"] == tag
        return .whole(isSame ? 304 : 200, headers: ["ETag": tag], body: isSame ? [] : body)
    }

    private func stream(after id: Int) -> LoopbackServer.Answer {
        let sent = Mutex(id)
        let next: @Sendable () -> [UInt8] = { [self] in
            changed.withLock {
                while true {
                    let (message, isClosed) = state.withLock { state in
                        let place = sent.withLock { $0 }
                        return (state.messages.indices.contains(place) ? state.messages[place] : nil, state.isClosed)
                    }
                    if let message {
                        sent.withLock { $0 += 1 }
                        return message.encoded()
                    }
                    if isClosed || !changed.wait(until: Date(timeIntervalSinceNow: 0.2)) {
                        return isClosed ? [] : ServerSentEvent.comment("here")
                    }
                }
            }
        }
        let head = Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".utf8)
        return .raw([.bytes(head)] + Array(repeating: .later(next), count: 10_000))
    }
}

extension FollowRules {
    /// The standard rules with shorter times.
    static let hasty = FollowRules(
        pollPause: .second / 10,
        reconnect: RetryRules(tries: .max, firstPause: .second / 50, longestPause: .second / 10, mostBytes: 0),
        silence: 10, firstRepeat: .second / 10, longestRepeat: .second, wantPause: .second / 10,
        passPause: .second / 100)
}

extension RetryRules {
    /// The standard rules with shorter pauses.
    static let hasty = RetryRules(
        tries: 6, firstPause: .second / 100, longestPause: .second / 10, mostBytes: 32 << 20)
}
