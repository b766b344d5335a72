import FeedSources
import Foundation
import RoomEvents
import Synchronization
import TestSupport
import Testing

/// Tests of the behaviour that all sources share, whatever their transport is.
@Suite struct FeedTransportTests {
    /// A transport that runs a test's function.
    private struct ScriptedTransport: FeedTransport {
        let name = "script"
        let defaultOverflow = FeedQueue.Overflow.drop
        var canDisconnect = false
        let body: @Sendable (FeedPort) -> FeedSourceError?

        func run(_ port: FeedPort) throws(FeedSourceError) {
            if let error = body(port) { throw error }
        }
    }

    private static func event(_ id: String) -> FeedEvent { FeedEvent(at: .zero, kind: .retract(id: id)) }

    /// Waits for a condition, which it checks only when the source's descriptor becomes readable.
    private static func wait(for what: String, of source: FeedSource, until condition: () -> Bool) throws {
        try waitFor(what, every: .zero) {
            if condition() { return true }
            var entry = pollfd(fd: source.wakeDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 120_000) == 1 else { throw WaitTimeoutError("nothing woke who waited for \(what)") }
            return condition()
        }
    }

    /// Waits until the source has a state; it takes the events in the meantime, as a show does.
    private static func wait(for state: FeedState, of source: FeedSource) throws {
        try wait(for: "\(state)", of: source) {
            if source.state == state { return true }
            _ = source.popEvent()
            return false
        }
    }

    /// Waits until the source has an event or has ended.
    private static func waitForEvent(of source: FeedSource) throws {
        try wait(for: "an event", of: source) { source.popEvent() != nil || source.isAtEnd }
    }

    @Test func stateChangeWakesReader() throws {
        let gate = DispatchSemaphore(value: 0)
        let states: [FeedState] = [
            .waiting("connecting"), .open, .lost(reason: "no answer", retryAt: .seconds(9)), .open,
        ]
        let source = try FeedSource(
            ScriptedTransport { port in
                for state in states {
                    guard gate.wait(timeout: .now() + 120) == .success else { return nil }
                    port.setState(state)
                }
                _ = gate.wait(timeout: .now() + 120)
                return nil
            }, clock: { .zero })
        #expect(source.state == .waiting("") && source.popEvent() == nil)
        for state in states {
            gate.signal()
            try Self.wait(for: state, of: source)
        }
        gate.signal()
        try Self.wait(for: .ended, of: source)
        #expect(source.isAtEnd && source.failure == nil)
    }

    @Test func failureIsKnownAfterLastEvent() throws {
        let error = FeedSourceError("script", "no such room")
        let source = try FeedSource(
            ScriptedTransport { port in
                port.put([Self.event("a")])
                return error
            }, clock: { .zero })
        try Self.wait(for: .failed(error), of: source)
        _ = source.popEvent()
        #expect(source.isAtEnd && source.failure == error)
    }

    @Test func eventsDroppedByTransportAreCountedByReason() throws {
        let source = try FeedSource(
            ScriptedTransport { port in
                port.put([Self.event("a")])
                port.recordDropped(.expired, count: 5, gifts: 2)
                port.recordDropped(.duplicate)
                return nil
            }, clock: { .zero })
        try Self.wait(for: "the end", of: source) {
            while source.popEvent() != nil {}
            return source.isAtEnd
        }
        let counts = source.counts
        #expect(counts.dropped == [.expired: 5, .duplicate: 1] && counts.giftsDropped == 2)
        #expect(counts.arrived == 7 && counts.delivered + counts.totalDropped == counts.arrived)
    }

    @Test func stopWakesSleepingTransport() throws {
        let source = try FeedSource(
            ScriptedTransport { port in
                _ = port.sleep(until: .seconds(1_000_000))
                return nil
            }, clock: { .zero })
        source.stop()
        #expect(source.isAtEnd)
    }

    @Test func disconnectInterruptsTransportOnce() throws {
        let source = try FeedSource(
            ScriptedTransport(canDisconnect: true) { port in
                for _ in 1...3 {
                    var entry = pollfd(fd: port.stopDescriptor, events: Int16(POLLIN), revents: 0)
                    while poll(&entry, 1, 1_000) == 0 {}
                    guard port.isStopped, port.isDisconnectRequested, port.consumeDisconnect() else {
                        return FeedSourceError("s", "no cut")
                    }
                    guard !port.isStopped, !port.consumeDisconnect() else { return FeedSourceError("s", "cut twice") }
                    port.put([Self.event("cut")])
                }
                return nil
            }, clock: { .zero })
        for _ in 1...3 {
            source.disconnect()
            try Self.waitForEvent(of: source)
        }
        try Self.wait(for: "the end", of: source) { source.isAtEnd }
        #expect(source.failure == nil && source.counts.delivered == 3)
    }

    @Test func sleepContinuesAfterConsumedDisconnect() throws {
        let start = ContinuousClock.now
        let source = try FeedSource(
            ScriptedTransport(canDisconnect: true) { port in
                for _ in 1...300 {
                    // The flag is checked instead of the descriptor, which may become readable later.
                    while !port.isStopped {}
                    guard port.consumeDisconnect(), port.sleep(until: port.now + .microseconds(500)) else {
                        return FeedSourceError("s", "taken for a stop")
                    }
                    port.put([Self.event("slept")])
                }
                return nil
            }, clock: { start.duration(to: .now) })
        for _ in 1...300 {
            source.disconnect()
            try Self.waitForEvent(of: source)
        }
        try Self.wait(for: "the end", of: source) { source.isAtEnd }
        #expect(source.failure == nil && source.counts.delivered == 300)
    }

    @Test func disconnectDoesNotWakeSleepAndStopDoes() throws {
        let now = Mutex(Duration.zero)
        let looks = Atomic(0)
        let source = try FeedSource(
            ScriptedTransport(canDisconnect: true) { port in
                guard port.sleep(until: .seconds(1)) else { return FeedSourceError("s", "woken") }
                port.put([Self.event("slept")])
                while !port.isStopped || port.consumeDisconnect() {}
                return port.isDisconnectRequested ? FeedSourceError("s", "cut after the stop") : nil
            },
            clock: {
                looks.add(1, ordering: .sequentiallyConsistent)
                return now.withLock { $0 }
            })
        let before = looks.load(ordering: .sequentiallyConsistent)
        // After each cut the transport reads the clock once more and sleeps on, because its time has not come.
        for count in 1...3 {
            source.disconnect()
            try waitFor("a look at the clock") { looks.load(ordering: .sequentiallyConsistent) >= before + count }
        }
        #expect(source.counts.arrived == 0)
        now.withLock { $0 = .seconds(2) }
        // The transport wakes up and reads the clock.
        source.disconnect()
        try Self.wait(for: "the end of the sleep", of: source) { source.counts.arrived > 0 }
        source.disconnect()
        source.stop()
        #expect(source.failure == nil)
    }

    @Test func sourceWithoutConnectionsIsNotDisconnected() throws {
        let source = try FeedSource(
            ScriptedTransport { port in
                _ = port.sleep(until: .seconds(1_000))
                return port.isDisconnectRequested ? FeedSourceError("s", "cut") : nil
            }, clock: { .zero })
        source.disconnect()
        source.stop()
        #expect(!source.canDisconnect && source.failure == nil)
    }

    @Test func fullQueueCountsEveryLoss() throws {
        let total = 300_000
        let source = try FeedSource(
            ScriptedTransport { port in
                let ann = Viewer(id: "u", name: "ann")
                var sent = 0
                while sent < total {
                    let events = (sent..<sent + 1_000).map { index in
                        index % 3 == 0
                            ? Self.event("\(index)") : FeedEvent(at: .zero, kind: .like(from: ann, count: 1))
                    }
                    guard port.put(events) else { return nil }
                    sent += 1_000
                }
                return nil
            }, capacity: 256, clock: { .zero })
        var taken = 0
        // A slow reader, which takes some events and then does something else.
        try waitFor("the end", every: .microseconds(100)) {
            for _ in 0..<64 where source.popEvent() != nil { taken += 1 }
            return source.isAtEnd
        }
        let counts = source.counts
        #expect(counts.arrived == total && counts.delivered == taken && counts.peakWaiting <= 256)
        #expect(counts.delivered + counts.totalDropped == total)
        #expect(counts.dropped.keys.sorted { $0.rawValue < $1.rawValue } == [.crowded, .full])
    }
}
