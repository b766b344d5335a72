public import ExactNumbers
import LottieDocument

// Playing another plan.
extension AnimationPlayer {
    /// Plays another plan.
    ///
    ///     player.play(plan, by: .blend(300_000_000), from: .iterationEnd, at: now)
    ///
    /// - Parameters:
    ///   - plan: The plan. At a speed below zero it is played in the opposite direction.
    ///   - change: The way from the frame that is shown then to the plan. None of them but `.cut` jumps.
    ///   - start: When the plan begins. One that waits for the end of the iteration takes the place of another one that
    ///     waits; the event `.began` reports it.
    ///   - time: The time of the clock.
    /// - Returns: What happened up to then, and that the plan in play was replaced if it was.
    public mutating func play(
        _ plan: PlaybackPlan, by change: PlanChange = .approach, from start: PlanStart = .now, at time: Nanoseconds
    ) -> [Event] {
        var events = advance(to: time)
        guard start == .now || completion != nil else {
            next = (plan, change)
            return events
        }
        if completion == nil { events.append(complete(.replaced)) }
        begin(plan, by: change, after: frame)
        return events
    }

    /// Plays from the shown frame to another one, forwards or backwards, and holds it.
    ///
    /// - Parameters:
    ///   - target: The frame; limited to the animation.
    ///   - time: The time of the clock.
    public mutating func play(toFrame target: Double, at time: Nanoseconds) -> [Event] {
        let events = advance(to: time)
        let shown = frame
        let segment = PlaybackSegment(between: shown, and: target, in: composition)
        isBackward = false
        let plan = PlaybackPlan(through: segment, of: composition, isReversed: target < shown)
        return events + play(plan, by: .cut, at: time)
    }

    /// Plays from the shown frame to a place, forwards or backwards, and holds it.
    ///
    ///     try player.play(to: .share(Millionths(300_000)), at: now)
    ///
    /// - Throws: ``PlaybackSegmentError`` if the place is not in the animation.
    public mutating func play(to place: PlaybackPoint, at time: Nanoseconds) throws(PlaybackSegmentError) -> [Event] {
        play(toFrame: try composition.frame(at: place), at: time)
    }

    /// Ends the plan at the shown frame. A plan that waits for the end of the iteration is forgotten.
    public mutating func stop(at time: Nanoseconds) -> [Event] {
        var events = advance(to: time)
        next = nil
        if completion == nil { events.append(complete(.interrupted)) }
        return events
    }

    /// Begins a plan at the present time, after a frame.
    mutating func begin(_ next: PlaybackPlan, by change: PlanChange, after shown: Double) {
        let exact = plan.exactFrame(shown)
        plan = isBackward ? next.rewound : next
        (completion, isPaused, approach, fading, self.next) = (nil, false, nil, nil, nil)
        anchor = (now, 0)
        switch change {
        case .cut: break
        case .blend(let length): fading = FadingFrame(shown, within: length)
        case .approach:
            if let position = plan.time(of: shown) {
                anchor.position = position
            } else if let approach = PlanApproach(from: exact, to: plan) {
                self.approach = approach
                anchor.position = -approach.length
            }
        }
    }
}
