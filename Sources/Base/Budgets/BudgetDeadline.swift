import ExactNumbers

extension Budget {
    /// The end of the permitted time: a duration on an injected clock, and optionally a callback that withdraws
    /// consent.
    public struct Deadline: Sendable {
        /// The permitted duration of the work.
        public let limit: Duration
        /// Returns the time since the work began.
        let elapsed: @Sendable () -> Duration
        /// Returns whether the result is no longer wanted.
        let isCancelled: (@Sendable () -> Bool)?

        /// Creates a deadline that begins now.
        ///
        /// - Parameters:
        ///   - limit: The permitted duration of the work.
        ///   - clock: The clock that measures it; a test injects its own.
        ///   - isWithdrawn: Returns whether the work should stop early, for example after a signal or the cancellation
        ///     of a task. It is called every few milliseconds, on the thread that does the work.
        public init<C: Clock<Duration>>(
            _ limit: Duration, on clock: C, isCancelled isWithdrawn: (@Sendable () -> Bool)? = nil
        ) {
            let start = clock.now
            self.limit = limit
            elapsed = { start.duration(to: clock.now) }
            self.isCancelled = isWithdrawn
        }

        /// Creates a deadline without a clock, for a caller that measures the time itself.
        ///
        /// - Parameter isWithdrawn: Returns whether the result is no longer wanted. It is called every few
        ///   milliseconds, on the thread that does the work.
        public init(isCancelled isWithdrawn: @escaping @Sendable () -> Bool) {
            limit = .seconds(Int64.max)
            elapsed = { .zero }
            self.isCancelled = isWithdrawn
        }

        /// The limit in milliseconds, for messages.
        var milliseconds: Int { Int(clamping: limit.inMilliseconds) }
    }
}
