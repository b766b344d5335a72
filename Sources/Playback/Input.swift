/// Everything that can happen to the controller from outside.
public enum Input: Hashable, Sendable {
    /// A gift arrives.
    case arrival(Arrival)
    /// The running presentation is closed; on an empty stage nothing happens.
    case close
    /// The running presentation is closed and everything that waits, is held or parked is dropped.
    case clear
    /// Stage time stops.
    case pause
    /// Stage time goes on.
    case resume
    /// These settings take these values; those that have them already are left out.
    case set([Setting])
    /// The animation of a kind is ready, is missing, could not be fetched, or was taken away.
    ///
    /// Gifts that lacked it and play now last for `duration`, where that is said: who sent one need not have known.
    case asset(kind: String, AssetState, duration: Nanoseconds? = nil)
    /// Stage time passes at this multiple of session time; taken into ``PlaybackController/speedRange``.
    case speed(Millionths)
    /// The running presentation goes to this elapsed stage time, from 0 to its duration.
    case scrub(to: Nanoseconds)
    /// The session ends. Whatever comes later is ignored.
    case end
}
