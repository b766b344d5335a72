import Synchronization

/// A trajectory that runs on a clock, for asynchronous code.
///
/// ```swift
/// let timeline = Timeline(enter.trajectory(), clock: .continuous)
/// for await pose in timeline.poses(every: .milliseconds(33)) { draw(pose) }
/// await timeline.ending
/// ```
///
/// A timeline starts when it is created. It reads the clock after each sleep and does not rely on punctual wake-ups:
/// each pose is that of the moment at which it is returned.
public final class Timeline<TimelineClock: Clock>: Sendable where TimelineClock.Duration == Duration {
    /// The trajectory.
    public let trajectory: Trajectory
    private let clock: TimelineClock
    private let beginning: TimelineClock.Instant
    private let state = Mutex(State())

    /// The reason why waiting for a timeline ended.
    public enum Ending: Hashable, Sendable {
        /// The timeline reached its end.
        case reachedEnd
        /// The timeline was stopped at this time after its start, and keeps its pose.
        case cancelled(at: Duration)
        /// The waiting task was cancelled; the timeline continues.
        case waitCancelled
    }

    private struct State {
        var cancelled: Duration?
        var lastKey = 0
        var waiters: [Int: Waiter] = [:]
        /// The keys of waiters that were cancelled before they began to wait.
        var cancelledWaiters: Set<Int> = []
    }

    /// A suspended caller and the task that wakes it.
    private struct Waiter {
        let continuation: CheckedContinuation<WakeReason, Never>
        var sleeper: Task<Void, Never>?

        func resume(_ reason: WakeReason) {
            sleeper?.cancel()
            continuation.resume(returning: reason)
        }
    }

    /// The reason why a waiter resumes.
    enum WakeReason {
        case reachedTime, timelineCancelled, waitCancelled
    }

    /// Creates a timeline that starts now.
    public init(_ trajectory: Trajectory, clock: TimelineClock) {
        self.trajectory = trajectory
        self.clock = clock
        beginning = clock.now
    }

    /// The time since the start, which stops when the timeline is cancelled.
    public var elapsed: Duration {
        state.withLock { $0.cancelled } ?? beginning.duration(to: clock.now)
    }

    /// Whether the timeline was stopped before its end.
    public var isCancelled: Bool { state.withLock { $0.cancelled != nil } }

    /// The current pose and velocity, or those at the moment of cancellation.
    public var moment: Moment { trajectory.moment(at: elapsed) }

    /// Stops the timeline permanently and returns its pose and velocity.
    ///
    /// All waiting tasks resume. The call has no effect on a timeline that has ended.
    @discardableResult
    public func cancel() -> Moment {
        let now = beginning.duration(to: clock.now)
        let waiters = state.withLock { state in
            guard state.cancelled == nil, !trajectory.hasEnded(at: now) else { return [Waiter]() }
            state.cancelled = now
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(.timelineCancelled) }
        return moment
    }

    /// The result of waiting until the timeline ends or is stopped.
    public var ending: Ending {
        get async {
            if trajectory.hasEnded(at: elapsed) { return .reachedEnd }
            return switch await wait(until: trajectory.duration) {
            case .reachedTime: .reachedEnd
            case .timelineCancelled: .cancelled(at: elapsed)
            case .waitCancelled: .waitCancelled
            }
        }
    }

    /// Returns the poses over time.
    ///
    /// The sequence returns the current pose, then the pose at every multiple of a period after the start, and finally
    /// the end pose. If a consumer is late, it gets one pose for all missed periods. After a cancellation the pose at
    /// that moment is the last.
    ///
    /// - Parameter period: The period, at least one millisecond.
    public func poses(every period: Duration) -> TimelinePoses<TimelineClock> {
        TimelinePoses(timeline: self, period: max(period.wholeNanoseconds, 1_000_000))
    }

    /// Waits until a time after the start, or, if `time` is nil, until the timeline is cancelled.
    func wait(until time: Duration?) async -> WakeReason {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        defer { state.withLock { _ = $0.cancelledWaiters.remove(key) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(until: time, as: key, continuation)
            }
        } onCancel: {
            resumeWaiter(key, .waitCancelled)
        }
    }

    private func wait(until time: Duration?, as key: Int, _ continuation: CheckedContinuation<WakeReason, Never>) {
        let early: WakeReason? = state.withLock { state in
            if state.cancelledWaiters.remove(key) != nil { return .waitCancelled }
            if state.cancelled != nil { return .timelineCancelled }
            state.waiters[key] = Waiter(continuation: continuation, sleeper: nil)
            return nil
        }
        if let early { return continuation.resume(returning: early) }
        guard let time else { return }
        let sleeper = Task {
            do {
                try await clock.sleep(until: beginning.advanced(by: time), tolerance: nil)
                resumeWaiter(key, .reachedTime)
            } catch {
                // The code that cancels the sleep has already resumed the waiter.
            }
        }
        let isGone = state.withLock { state in
            state.waiters[key]?.sleeper = sleeper
            return state.waiters[key] == nil
        }
        if isGone { sleeper.cancel() }
    }

    private func resumeWaiter(_ key: Int, _ reason: WakeReason) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: key)
            if waiter == nil, reason == .waitCancelled { state.cancelledWaiters.insert(key) }
            return waiter
        }
        waiter?.resume(reason)
    }
}

/// The poses of a timeline over time.
public struct TimelinePoses<TimelineClock: Clock>: AsyncSequence, Sendable where TimelineClock.Duration == Duration {
    let timeline: Timeline<TimelineClock>
    let period: Int64

    /// Returns an iterator whose first element is the current pose.
    public func makeAsyncIterator() -> Iterator { Iterator(timeline: timeline, period: period) }

    /// An iterator over the poses.
    public struct Iterator: AsyncIteratorProtocol {
        let timeline: Timeline<TimelineClock>
        let period: Int64
        private var last: Int64?
        private var isDone = false

        init(timeline: Timeline<TimelineClock>, period: Int64) {
            self.timeline = timeline
            self.period = period
        }

        /// Waits until the next multiple of the period and returns its pose, or nil after the last pose.
        ///
        /// The method also returns nil if the task is cancelled.
        public mutating func next() async -> Pose? {
            if isDone { return nil }
            guard let last else { return pose(at: timeline.elapsed.length) }
            let tick = (last / period).lengthened(by: 1).lengthened(times: period)
            let target = Swift.min(tick, timeline.trajectory.nanoseconds ?? .maxLength)
            switch await timeline.wait(until: .nanoseconds(target)) {
            case .reachedTime: return pose(at: Swift.max(target, timeline.elapsed.length))
            case .timelineCancelled:
                isDone = true
                return timeline.moment.pose
            case .waitCancelled:
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
