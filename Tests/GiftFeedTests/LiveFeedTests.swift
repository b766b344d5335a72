import GiftFeed
import Synchronization
import Testing

@Suite("Live feeds")
struct LiveFeedTests {
    private let events = [0, 500, 500, 1250, 4000].map { milliseconds in
        FeedEvent(at: .milliseconds(milliseconds), kind: .join(Viewer(id: "u", name: "ann")))
    }

    @Test("an event arrives at its time, counted from the first request")
    func eventArrivesAtItsTime() async {
        let clock = SteppingClock()
        clock.step(.seconds(100))
        var times: [Duration] = []
        for await event in LiveFeed(events, clock: clock) {
            #expect(clock.now.offset - .seconds(100) == event.at)
            times.append(event.at)
        }
        #expect(times == events.map(\.at))
    }

    @Test("the feed catches up after a short delay but not after a long one")
    func feedCatchesUpOnlyAfterShortDelay() async {
        let clock = SteppingClock()
        var feed = LiveFeed(events, clock: clock).makeAsyncIterator()
        _ = await feed.next()
        clock.step(.milliseconds(1300))
        _ = await feed.next()
        _ = await feed.next()
        #expect(clock.now.offset == .milliseconds(1300))
        clock.step(.seconds(3600))
        _ = await feed.next()
        #expect(clock.now.offset == .milliseconds(3_601_300))
        let last = await feed.next()
        #expect(clock.now.offset == .milliseconds(3_601_300 + 2750))
        #expect(last?.at == .seconds(4))
        #expect(await feed.next() == nil)
    }

    @Test("the feed ends when its task is cancelled")
    func feedEndsWhenTaskIsCancelled() async {
        let far = [FeedEvent(at: .seconds(1_000_000), kind: .join(Viewer(id: "u", name: "ann")))]
        let task = Task {
            var feed = LiveFeed(far, clock: ContinuousClock()).makeAsyncIterator()
            return await feed.next()
        }
        task.cancel()
        #expect(await task.value == nil)
    }
}

/// A clock that stands still until a task sleeps on it, and then jumps to the deadline.
private final class SteppingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let time = Mutex(Instant(offset: .zero))

    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func step(_ duration: Duration) {
        time.withLock { $0 = $0.advanced(by: duration) }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.withLock { $0 = max($0, deadline) }
    }
}
