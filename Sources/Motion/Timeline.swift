import Synchronization

/// A trajectory under way on a clock, for code that waits.
///
/// ```swift
/// let timeline = Timeline(enter.trajectory(), clock: .continuous)
/// for await pose in timeline.poses(every: .milliseconds(33)) { draw(pose) }
/// await timeline.finished
/// ```
///
/// It begins when it is made. The clock is asked what time it is and never trusted to be on time: a pose is always that
/// of the moment at which it is handed out.
public final class Timeline<TimelineClock: Clock>: Sendable where TimelineClock.Duration == Duration {
    /// What is under way.
    public let trajectory: Trajectory
    private let clock: TimelineClock
    private let beginning: TimelineClock.Instant
    private let state = Mutex(State())

    /// How a timeline came to its end, for one who waited for it.
    public enum Ending: Hashable, Sendable {
        /// All of it has happened.
        case reached
        /// It was stopped at this time after its beginning, and stands there.
        case cancelled(at: Duration)
        /// The task that waited was cancelled; the timeline goes on.
        case left
    }

    private struct State {
        var cancelled: Duration?
        var lastKey = 0
        var waiting: [Int: Waiter] = [:]
        /// Those that were cancelled before they began to wait.
        var left: Set<Int> = []
    }

    private struct Waiter {
        let continuation: CheckedContinuation<Wake, Never>
        var sleeper: Task<Void, Never>?

        func wake(_ reason: Wake) {
            sleeper?.cancel()
            continuation.resume(returning: reason)
        }
    }

    enum Wake {
        case reached, cancelled, left
    }

    /// A trajectory that begins now.
    public init(_ trajectory: Trajectory, clock: TimelineClock) {
        self.trajectory = trajectory
        self.clock = clock
        beginning = clock.now
    }

    /// How much time has gone by since the beginning, until the timeline was stopped.
    public var elapsed: Duration {
        state.withLock { $0.cancelled } ?? beginning.duration(to: clock.now)
    }

    /// Whether it was stopped before its end.
    public var isCancelled: Bool { state.withLock { $0.cancelled != nil } }

    /// Where it is now and how fast; once stopped, where it stands and how fast it was.
    public var moment: Moment { trajectory.moment(at: elapsed) }

    /// Stops it where it is, for good, and says where that is. Whoever waits is told; what has ended already stays
    /// ended.
    @discardableResult
    public func cancel() -> Moment {
        let now = beginning.duration(to: clock.now)
        let waiters = state.withLock { state in
            guard state.cancelled == nil, !trajectory.hasEnded(at: now) else { return [Waiter]() }
            state.cancelled = now
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiters { waiter.wake(.cancelled) }
        return moment
    }

    /// Waits until all of it has happened or it is stopped.
    public var finished: Ending {
        get async {
            if trajectory.hasEnded(at: elapsed) { return .reached }
            return switch await wait(until: trajectory.duration) {
            case .reached: .reached
            case .cancelled: .cancelled(at: elapsed)
            case .left: .left
            }
        }
    }

    /// The pose at once, then at every multiple of a period after the beginning, and the last one when it ends. What
    /// comes too late for some of them gets one for all. Once stopped, the pose it stands in is the last. A period is a millisecond at least.
    public func poses(every period: Duration) -> TimelinePoses<TimelineClock> {
        TimelinePoses(timeline: self, period: max(period.wholeNanoseconds, 1_000_000))
    }

    /// Waits for a time after the beginning, or without end when it is nil.
    func wait(until time: Duration?) async -> Wake {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        defer { state.withLock { _ = $0.left.remove(key) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(until: time, as: key, continuation)
            }
        } onCancel: {
            wake(key, .left)
        }
    }

    private func wait(until time: Duration?, as key: Int, _ continuation: CheckedContinuation<Wake, Never>) {
        let early: Wake? = state.withLock { state in
            if state.left.remove(key) != nil { return .left }
            if state.cancelled != nil { return .cancelled }
            state.waiting[key] = Waiter(continuation: continuation, sleeper: nil)
            return nil
        }
        if let early { return continuation.resume(returning: early) }
        guard let time else { return }
        let sleeper = Task {
            do {
                try await clock.sleep(until: beginning.advanced(by: time), tolerance: nil)
                wake(key, .reached)
            } catch {
                // Whoever cancels the sleep has woken the waiter for a reason of its own.
            }
        }
        let isGone = state.withLock { state in
            state.waiting[key]?.sleeper = sleeper
            return state.waiting[key] == nil
        }
        if isGone { sleeper.cancel() }
    }

    private func wake(_ key: Int, _ reason: Wake) {
        let waiter = state.withLock { state in
            let waiter = state.waiting.removeValue(forKey: key)
            if waiter == nil, reason == .left { state.left.insert(key) }
            return waiter
        }
        waiter?.wake(reason)
    }
}

/// The poses of a timeline, as time goes by.
public struct TimelinePoses<TimelineClock: Clock>: AsyncSequence, Sendable where TimelineClock.Duration == Duration {
    let timeline: Timeline<TimelineClock>
    let period: Int64

    /// Begins with the pose of that moment.
    public func makeAsyncIterator() -> Iterator { Iterator(timeline: timeline, period: period) }

    /// Hands out one pose after another.
    public struct Iterator: AsyncIteratorProtocol {
        let timeline: Timeline<TimelineClock>
        let period: Int64
        private var last: Int64?
        private var isDone = false

        init(timeline: Timeline<TimelineClock>, period: Int64) {
            self.timeline = timeline
            self.period = period
        }

        /// The pose at the next multiple of the period; nil after the last one, and when the task is cancelled.
        public mutating func next() async -> Pose? {
            if isDone { return nil }
            guard let last else { return pose(at: timeline.elapsed.length) }
            let tick = (last / period).lengthened(by: 1).lengthened(times: period)
            let target = Swift.min(tick, timeline.trajectory.nanoseconds ?? .longestLength)
            switch await timeline.wait(until: .nanoseconds(target)) {
            case .reached: return pose(at: Swift.max(target, timeline.elapsed.length))
            case .cancelled:
                isDone = true
                return timeline.moment.pose
            case .left:
                isDone = true
                return nil
            }
        }

        private mutating func pose(at time: Int64) -> Pose {
            last = time
            isDone = timeline.isCancelled || timeline.trajectory.hasEnded(at: .nanoseconds(time))
            return timeline.trajectory.pose(atNanoseconds: time)
        }
    }
}
