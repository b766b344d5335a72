public import Playback

/// A playback controller as an exploration sees it: the inputs it takes, the trace it answers with, and what the screen
/// could show. ``Playback/PlaybackController`` is one; tests explore wrong ones.
public protocol PolicyController: Sendable {
    /// The settings in force.
    var settings: Settings { get }
    /// The session time up to which everything has happened.
    var now: Nanoseconds { get }
    /// Whether stage time stands still.
    var isPaused: Bool { get }
    /// When the next thing happens by itself; `nil` if nothing will.
    var nextDue: Nanoseconds? { get }
    /// Where each gift is that has not ended, in order of arrival.
    var places: [GiftPlace] { get }
    /// How many gifts arrived.
    var arrivedCount: Int { get }
    /// How many gifts have ended.
    var endedCount: Int { get }

    /// Takes an input at a session time and returns the lines of the trace that came of it.
    mutating func handle(_ input: Input, at time: Nanoseconds) -> [TraceEvent]
    /// Lets everything happen that falls due at or before `time`, and returns its lines of the trace.
    mutating func advance(to time: Nanoseconds) -> [TraceEvent]

    /// Appends numbers in which two states differ unless the same future inputs have the same consequences in both;
    /// times count from now and gifts by their rank. What the gifts are (kind, sender, value) need not be in it.
    func appendCanonicalState(to numbers: inout [Int64])
}

extension PlaybackController: PolicyController {
    /// How many gifts arrived.
    public var arrivedCount: Int { tally.arrivals }
    /// How many gifts have ended.
    public var endedCount: Int { Outcome.Name.allCases.reduce(0) { $0 + tally[$1] } }
}
