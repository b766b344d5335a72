import FeedSources
import Foundation
import GiftFeed
import Synchronization
import Testing

/// Whatever brings events, the source around it is the same.
@Suite struct FeedTransportTests {
    /// Does what a test says.
    private struct Script: FeedTransport {
        let name = "script"
        let usualOverflow = FeedQueue.Overflow.drop
        var canBeCut = false
        let body: @Sendable (FeedPort) -> FeedSourceError?

        func run(_ port: FeedPort) throws(FeedSourceError) {
            if let error = body(port) { throw error }
        }
    }

    private static func event(_ id: String) -> FeedEvent { FeedEvent(at: .zero, kind: .retract(id: id)) }

    private static func wait(_ source: FeedSource) {
        var entry = pollfd(fd: source.wakeUpDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 20_000) == 1)
    }

    /// Waits until the source stands so; what wakes meanwhile is looked at as a show does.
    private static func wait(for state: FeedState, of source: FeedSource) {
        while source.state != state {
            wait(source)
            _ = source.nextEvent()
        }
    }

    @Test func aChangeOfItsStateWakesWhoeverWaitsForEvents() throws {
        let gate = DispatchSemaphore(value: 0)
        let states: [FeedState] = [
            .waiting("connecting"), .open, .lost(reason: "no answer", retryAt: .seconds(9)), .open,
        ]
        let source = try FeedSource(
            Script { port in
                for state in states {
                    gate.wait()
                    port.report(state)
                }
                gate.wait()
                return nil
            }, clock: { .zero })
        #expect(source.state == .waiting("") && source.nextEvent() == nil)
        for state in states {
            gate.signal()
            Self.wait(for: state, of: source)
        }
        gate.signal()
        Self.wait(for: .ended, of: source)
        #expect(source.isAtEnd && source.failure == nil)
    }

    @Test func whyItFailedIsKnownWhenAllWasTaken() throws {
        let error = FeedSourceError("script", "no such room")
        let source = try FeedSource(
            Script { port in
                port.put([Self.event("a")])
                return error
            }, clock: { .zero })
        Self.wait(for: .failed(error), of: source)
        _ = source.nextEvent()
        #expect(source.isAtEnd && source.failure == error)
    }

    @Test func whatATransportDropsIsCountedByReasonToo() throws {
        let source = try FeedSource(
            Script { port in
                port.put([Self.event("a")])
                port.drop(.expired, count: 5, gifts: 2)
                port.drop(.duplicate)
                return nil
            }, clock: { .zero })
        while !source.isAtEnd { _ = source.nextEvent() }
        let counts = source.counts
        #expect(counts.dropped == [.expired: 5, .duplicate: 1] && counts.giftsDropped == 2)
        #expect(counts.arrived == 7 && counts.taken + counts.droppedInAll == counts.arrived)
    }

    @Test func aTransportThatSleepsIsWokenToStop() throws {
        let source = try FeedSource(
            Script { port in
                _ = port.sleep(until: .seconds(1_000_000))
                return nil
            }, clock: { .zero })
        source.stop()
        #expect(source.isAtEnd)
    }

    @Test func aCutEndsWhatGoesOnAndIsTakenOnce() throws {
        let source = try FeedSource(
            Script(canBeCut: true) { port in
                for _ in 1...3 {
                    var entry = pollfd(fd: port.stopDescriptor, events: Int16(POLLIN), revents: 0)
                    while poll(&entry, 1, 1_000) == 0 {}
                    guard port.isStopped, port.isCut, port.takeCut() else { return FeedSourceError("s", "no cut") }
                    guard !port.isStopped, !port.takeCut() else { return FeedSourceError("s", "cut twice") }
                    port.put([Self.event("cut")])
                }
                return nil
            }, clock: { .zero })
        for _ in 1...3 {
            source.cut()
            while source.nextEvent() == nil, !source.isAtEnd { Self.wait(source) }
        }
        while !source.isAtEnd { Self.wait(source) }
        #expect(source.failure == nil && source.counts.taken == 3)
    }

    @Test func whoeverTakesACutAtOnceSleepsAsLongAsItWants() throws {
        let start = ContinuousClock.now
        let source = try FeedSource(
            Script(canBeCut: true) { port in
                for _ in 1...300 {
                    // Not by the descriptor, which may be told of it later.
                    while !port.isStopped {}
                    guard port.takeCut(), port.sleep(until: port.now + .microseconds(500)) else {
                        return FeedSourceError("s", "taken for a stop")
                    }
                    port.put([Self.event("slept")])
                }
                return nil
            }, clock: { start.duration(to: .now) })
        for _ in 1...300 {
            source.cut()
            while source.nextEvent() == nil, !source.isAtEnd { Self.wait(source) }
        }
        while !source.isAtEnd { Self.wait(source) }
        #expect(source.failure == nil && source.counts.taken == 300)
    }

    @Test func whoeverSleepsIsNotWokenByACutAndStopBeatsIt() throws {
        let now = Mutex(Duration.zero)
        let source = try FeedSource(
            Script(canBeCut: true) { port in
                guard port.sleep(until: .seconds(1)) else { return FeedSourceError("s", "woken") }
                port.put([Self.event("slept")])
                while !port.isStopped || port.takeCut() {}
                return port.isCut ? FeedSourceError("s", "cut after the stop") : nil
            }, clock: { now.withLock { $0 } })
        source.cut()
        usleep(50_000)
        #expect(source.counts.arrived == 0)
        now.withLock { $0 = .seconds(2) }
        // Woken, it looks at the clock.
        source.cut()
        while source.counts.arrived == 0 { Self.wait(source) }
        source.cut()
        source.stop()
        #expect(source.failure == nil)
    }

    @Test func whatHasNoConnectionsIsNotCut() throws {
        let source = try FeedSource(
            Script { port in
                _ = port.sleep(until: .seconds(1_000))
                return port.isCut ? FeedSourceError("s", "cut") : nil
            }, clock: { .zero })
        source.cut()
        source.stop()
        #expect(!source.canBeCut && source.failure == nil)
    }

    @Test func aFullQueueLosesNoMoreThanItCounts() throws {
        let total = 300_000
        let source = try FeedSource(
            Script { port in
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
        while !source.isAtEnd {
            // Somebody slow, who takes a few and then looks after something else.
            for _ in 0..<64 where source.nextEvent() != nil { taken += 1 }
            usleep(100)
        }
        let counts = source.counts
        #expect(counts.arrived == total && counts.taken == taken && counts.mostWaiting <= 256)
        #expect(counts.taken + counts.droppedInAll == total)
        #expect(counts.dropped.keys.sorted { $0.rawValue < $1.rawValue } == [.crowded, .full])
    }
}
