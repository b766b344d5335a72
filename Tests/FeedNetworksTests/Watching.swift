import FeedAdapters
import FeedNetworks
import FeedServers
import FeedSources
import Foundation
import GiftFeed
import Testing

let kinds = [GiftKind(id: "rocket", name: "Rocket", value: 500), GiftKind(id: "heart", name: "Heart", value: 1)]

/// A source with functions that wait for its states and events; each wait fails when the time of the test is over.
struct Watched {
    /// The error of a wait that took too long.
    struct TimeOut: Error, CustomStringConvertible {
        let description: String
    }

    private static let patience: Duration = .seconds(60)
    let source: FeedSource

    init(_ source: FeedSource) { self.source = source }

    init(_ transport: some FeedTransport, overflow: FeedQueue.Overflow? = nil) throws {
        let start = ContinuousClock.now
        source = try FeedSource(transport, overflow: overflow, clock: { start.duration(to: .now) })
    }

    /// Waits until the state fulfils a condition, and returns it.
    @discardableResult
    func state(_ isMeant: (FeedState) -> Bool) throws -> FeedState {
        let end = ContinuousClock.now + Self.patience
        while true {
            let state = source.state
            if isMeant(state) { return state }
            guard .now < end else { throw TimeOut(description: "it stands like \(state)") }
            Thread.sleep(forTimeInterval: 0.005)
        }
    }

    /// Waits until the source is open.
    func open() throws { try state { $0 == .open } }

    /// Waits until the connection is lost, and returns the reason.
    func lost() throws -> String {
        guard case .lost(let reason, _) = try state({ if case .lost = $0 { true } else { $0.isOver } }) else {
            return ""
        }
        return reason
    }

    /// Waits until the source has failed, and returns the error's text.
    func failure() throws -> String {
        guard case .failed(let error) = try state({ $0.isOver }) else { return "ended" }
        return error.description
    }

    /// Waits until `count` events were dropped for a reason.
    func dropped(_ reason: FeedQueue.Reason, _ count: Int) throws {
        let end = ContinuousClock.now + Self.patience
        while source.counts.dropped[reason, default: 0] < count {
            guard .now < end else { throw TimeOut(description: "\(source.counts.dropped) were dropped") }
            Thread.sleep(forTimeInterval: 0.002)
        }
    }

    /// Waits for `count` events and returns them.
    func events(_ count: Int) throws -> [FeedEvent.Kind] {
        let end = ContinuousClock.now + Self.patience
        var events: [FeedEvent.Kind] = []
        while events.count < count {
            if let event = source.nextEvent() {
                events.append(event.kind)
            } else {
                guard .now < end else { throw TimeOut(description: "\(events.count) of \(count) events came") }
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
        return events
    }

    /// Waits for `count` gifts and returns their ids.
    func gifts(_ count: Int) throws -> [String] { try events(count).map(\.giftID) }
}

extension FeedEvent.Kind {
    var giftID: String { if case .gift(let gift) = self { gift.id } else { "" } }
}

/// Returns a line of the project's own format with a gift.
func gift(_ id: String, time: String? = nil) -> String {
    let moment = time.map { "\"time\":\"\($0)\"" } ?? "\"at\":0"
    return "{\(moment),\"type\":\"gift\",\"id\":\"\(id)\",\"gift\":\"rocket\",\"from\":\"ann\"}"
}

extension MosquittoBroker {
    /// Returns an address at the broker.
    func address(_ rest: String, host: String = "127.0.0.1", port: UInt16? = nil) throws -> MQTTAddress {
        try MQTTAddress(url(rest, host: host, port: port))
    }
}
