import ExactNumbers

// A player that follows a clock.
extension AnimationPlayer {
    /// Plays on a clock until the plan is over, and returns the reason.
    ///
    ///     let player = AnimationPlayer(composition, at: 0)
    ///     try await player.run(on: ContinuousClock(), framesPerSecond: 30) { player, events in
    ///         renderer.draw(frame: player.frame, into: &picture)
    ///     }
    ///
    /// The clock's present is the time that the player has reached. A late call shows the frame that is due then; frames
    /// are left out rather than shown late.
    ///
    /// - Parameters:
    ///   - clock: The clock.
    ///   - framesPerSecond: How often `show` is called, from 0.1 to 1 000.
    ///   - show: Called with the player and what happened since the last call. It may change the player.
    /// - Throws: What `show` throws, or `CancellationError` if the task is cancelled.
    public func run<C: Clock>(
        on clock: C, framesPerSecond: Double,
        isolation: isolated (any Actor)? = #isolation,
        show: (inout AnimationPlayer, [Event]) async throws -> Void
    ) async throws -> Completion where C.Duration == Duration {
        var player = self
        let begin = clock.now
        let start = player.time
        let interval = Duration.nanoseconds(Nanoseconds(1e9 / max(0.1, min(1_000, framesPerSecond))))
        var next = begin
        while true {
            let passed = begin.duration(to: clock.now)
            let events = player.advance(to: start + passed.inNanoseconds)
            try await show(&player, events)
            if let completion = player.completion { return completion }
            next = next.advanced(by: interval)
            let due = player.nextDue.map { begin.advanced(by: .nanoseconds($0 - start)) }
            next = max(clock.now, min(next, due ?? next))
            try await clock.sleep(until: next, tolerance: nil)
        }
    }
}
