public import ExactNumbers
public import Playback

/// A playback controller that can be explored: its inputs, its trace and its visible state.
///
/// ``Playback/PlaybackController`` conforms; tests explore faulty controllers.
public protocol PolicyController: Sendable {
    /// The settings in force.
    var settings: Settings { get }
    /// The session time up to which everything has been processed.
    var now: Nanoseconds { get }
    /// Whether stage time stands still.
    var isPaused: Bool { get }
    /// The session time at which something is due next; `nil` if nothing is.
    var nextDue: Nanoseconds? { get }
    /// The place of each gift that has not ended, in the order of arrival.
    var places: [GiftPlace] { get }
    /// The number of gifts that have arrived.
    var arrivedCount: Int { get }
    /// The number of gifts that have ended.
    var endedCount: Int { get }

    /// Handles an input at a session time and returns the resulting trace lines.
    mutating func handle(_ input: Input, at time: Nanoseconds) -> [TraceEvent]
    /// Processes everything that is due at or before `time`, and returns the resulting trace lines.
    mutating func advance(to time: Nanoseconds) -> [TraceEvent]

    /// Appends a canonical form of the state to `numbers`.
    ///
    /// Two states with equal numbers must react in the same way to all future inputs. Times are relative to now, and
    /// gifts are identified by their rank. The properties of the gifts (kind, sender, value, own settings), the settings
    /// except the mode, and the ids of events need not be included.
    ///
    /// - Parameters:
    ///   - numbers: The list to which the form is appended.
    ///   - bounds: The longest times that can count. Settings that may change count with all their values.
    func appendCanonicalState(to numbers: inout [Int64], bounds: SettingBounds)
}

extension PlaybackController: PolicyController {
    /// The number of gifts that have arrived.
    public var arrivedCount: Int { counts.arrivals }
    /// The number of gifts that have ended.
    public var endedCount: Int { Outcome.Name.allCases.reduce(0) { $0 + counts[$1] } }
}
