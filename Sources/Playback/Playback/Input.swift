public import ExactNumbers

/// An external event that the controller handles.
public enum Input: Hashable, Sendable {
    /// A gift arrives.
    case arrival(Arrival)
    /// Closes the running presentation; has no effect on an empty stage.
    case close
    /// Closes the running presentation and drops all gifts that wait, are held or are parked.
    case clear
    /// Stops stage time.
    case pause
    /// Resumes stage time.
    case resume
    /// Changes settings; unchanged values have no effect.
    case set([Setting])
    /// Changes the availability of a kind's animation.
    ///
    /// If `duration` is given, it becomes the duration of the gifts that lacked the animation, because their sender may
    /// not have known it, and `loop` becomes their loop.
    case asset(kind: String, AssetState, duration: Nanoseconds? = nil, loop: GiftLoop? = nil)
    /// Sets the ratio of stage time to session time, clamped to ``PlaybackController/speedRange``.
    case speed(Millionths)
    /// Moves the running presentation to this elapsed stage time, from 0 to its duration.
    case scrub(to: Nanoseconds)
    /// Ends the session. The controller ignores all later inputs.
    case end
}
