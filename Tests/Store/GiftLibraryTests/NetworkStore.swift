import ExactNumbers
import FaultProxy
import Foundation
import GiftLibrary
import HTTPClient
import StoreProtocol
import Synchronization

/// A store on the network with a stream of changes, whose content a test changes.
final class NetworkStore: Sendable {
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
    private let changeFlag = NSCondition()

    init(_ store: TestStore, settings: String = #"{"revision":1}"#, hasEvents: Bool = true) {
        state = Mutex(State(store: store, settings: Array(settings.utf8)))
        self.hasEvents = hasEvents
    }

    /// Publishes other gifts and an event about them.
    func publish(_ gifts: TestGift...) {
        addMessage(.catalogue) { state in
            state.store.gifts = gifts
            state.store.revision += 1
            return state.store.revision
        }
    }

    /// Publishes other settings and an event about them.
    func publish(settings: String) {
        addMessage(.settings) { state in
            state.settings = Array(settings.utf8)
            return (try? RoomSettings(json: state.settings))?.revision ?? 0
        }
    }

    private func addMessage(_ kind: StoreChange.Kind, _ change: (inout State) -> Int) {
        state.withLock { state in
            let revision = change(&state)
            state.messages.append(StoreChange(kind, revision: revision).event(id: String(state.messages.count + 1)))
        }
        changeFlag.withLock { changeFlag.broadcast() }
    }

    /// Ends the streams.
    func close() {
        state.withLock { $0.isClosed = true }
        changeFlag.withLock { changeFlag.broadcast() }
    }

    func server() throws -> LoopbackServer { try LoopbackServer { self.answer(to: $0) } }

    private func answer(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/gifts": return taggedResponse(state.withLock { $0.store.catalogue.json }, request)
        case "/settings": return taggedResponse(state.withLock { $0.settings }, request)
        case "/events" where hasEvents: return stream(after: request.headers["last-event-id"].flatMap { Int($0) } ?? 0)
        case let path:
            guard let file = state.withLock({ $0.store.files[String(path)] }) else { return .complete(404) }
            return .complete(200, headers: ["Content-Type": "application/zip"], body: file)
        }
    }

    private func taggedResponse(_ body: [UInt8], _ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let tag = "\"\(SHA256Digest.digest(of: body).hex.prefix(16))\""
        let isSame = request.headers["if-none-match"] == tag
        return .complete(isSame ? 304 : 200, headers: ["ETag": tag], body: isSame ? [] : body)
    }

    private func stream(after id: Int) -> LoopbackServer.Response {
        let sent = Mutex(id)
        let next: @Sendable () -> [UInt8] = { [self] in
            changeFlag.withLock {
                while true {
                    let (message, isClosed) = state.withLock { state in
                        let place = sent.withLock { $0 }
                        return (state.messages.indices.contains(place) ? state.messages[place] : nil, state.isClosed)
                    }
                    if let message {
                        sent.withLock { $0 += 1 }
                        return message.encoded()
                    }
                    if isClosed || !changeFlag.wait(until: Date(timeIntervalSinceNow: 0.2)) {
                        return isClosed ? [] : ServerSentEvent.encodedComment("here")
                    }
                }
            }
        }
        let head = Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".utf8)
        return .raw([.bytes(head)] + Array(repeating: .deferred(next), count: 10_000))
    }
}

extension FollowRules {
    /// The standard rules with shorter times.
    static let fast = FollowRules(
        pollInterval: .second / 10,
        reconnect: RetryRules(maxAttempts: .max, initialDelay: .second / 50, maxDelay: .second / 10, maxBytes: 0),
        idleTimeout: 10, initialRetryDelay: .second / 10, maxRetryDelay: .second, minRequestInterval: .second / 10,
        minSyncInterval: .second / 100)
}

extension RetryRules {
    /// The standard rules with shorter pauses.
    static let fast = RetryRules(
        maxAttempts: 6, initialDelay: .second / 100, maxDelay: .second / 10, maxBytes: 32 << 20)
}
