import FeedNetworks
import FeedServers
import FeedSources
import Foundation
import MQTTClient
import PlatformAdapters
import RoomEvents
import TestSupport
import Testing

let kinds = [GiftKind(id: "rocket", name: "Rocket", value: 500), GiftKind(id: "heart", name: "Heart", value: 1)]

/// A source with functions that wait for its states and events; each wait fails when the time of the test is over.
final class SourceProbe {
    /// The error of a wait that took too long.
    struct TimeoutError: Error, CustomStringConvertible {
        let description: String
    }

    let source: FeedSource
    /// The reported states that no wait has passed yet.
    private var news: [FeedState] = []
    /// The state that the last wait has reached.
    private var latest = FeedState.waiting("")

    init(_ source: FeedSource) { self.source = source }

    convenience init(_ transport: some FeedTransport, overflow: FeedQueue.Overflow? = nil) throws {
        let start = ContinuousClock.now
        self.init(try FeedSource(transport, overflow: overflow, clock: { start.duration(to: .now) }))
    }

    /// Waits until a state fulfils a condition, and returns it: the first one after the state that the last wait
    /// returned, however short it lasted, or else the present one.
    @discardableResult
    func waitForState(_ isMeant: (FeedState) -> Bool) throws -> FeedState {
        let end = ContinuousClock.now + defaultTimeout
        while true {
            // The end is no reported change, but follows all of them.
            let present = source.state
            news += source.consumeStateChanges()
            if let index = news.firstIndex(where: isMeant) {
                latest = news[index]
                news.removeFirst(index + 1)
                return latest
            }
            latest = present.hasEnded ? present : news.last ?? latest
            news = []
            if isMeant(latest) { return latest }
            guard .now < end else { throw TimeoutError(description: "it stands like \(latest)") }
            Thread.sleep(forTimeInterval: 0.005)
        }
    }

    /// Waits until the source is open.
    func waitUntilOpen() throws { try waitForState { $0 == .open } }

    /// Waits until the connection is lost, and returns the reason.
    func waitUntilLost() throws -> String {
        guard case .lost(let reason, _) = try waitForState({ if case .lost = $0 { true } else { $0.hasEnded } }) else {
            return ""
        }
        return reason
    }

    /// Waits until the source has failed, and returns the error's text.
    func waitForFailure() throws -> String {
        guard case .failed(let error) = try waitForState({ $0.hasEnded }) else { return "ended" }
        return error.description
    }

    /// Waits until `count` events were dropped for a reason.
    func waitForDropped(_ reason: FeedQueue.Reason, _ count: Int) throws {
        let end = ContinuousClock.now + defaultTimeout
        while source.counts.dropped[reason, default: 0] < count {
            guard .now < end else { throw TimeoutError(description: "\(source.counts.dropped) were dropped") }
            Thread.sleep(forTimeInterval: 0.002)
        }
    }

    /// Waits for `count` events and returns them.
    func waitForEvents(_ count: Int) throws -> [FeedEvent.Kind] {
        let end = ContinuousClock.now + defaultTimeout
        var events: [FeedEvent.Kind] = []
        while events.count < count {
            if let event = source.popEvent() {
                events.append(event.kind)
            } else {
                guard .now < end else { throw TimeoutError(description: "\(events.count) of \(count) events came") }
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
        return events
    }

    /// Waits for `count` gifts and returns their ids.
    func waitForGifts(_ count: Int) throws -> [String] { try waitForEvents(count).map(\.giftID) }
}

extension FeedEvent.Kind {
    var giftID: String { if case .gift(let gift) = self { gift.id } else { "" } }
}

/// Returns a line of the project's own format with a gift.
func giftLine(_ id: String, time: String? = nil) -> String {
    let moment = time.map { "\"time\":\"\($0)\"" } ?? "\"at\":0"
    return "{\(moment),\"type\":\"gift\",\"id\":\"\(id)\",\"gift\":\"rocket\",\"from\":\"ann\"}"
}

extension MosquittoBroker {
    /// Returns an address at the broker.
    func address(_ rest: String, host: String = "127.0.0.1", port: UInt16? = nil) throws -> MQTTAddress {
        try MQTTAddress(url(rest, host: host, port: port))
    }
}
