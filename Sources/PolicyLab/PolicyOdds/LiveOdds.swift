public import ExactNumbers
public import Playback
import RoomEvents

/// The odds of the gift on the stage of a live session.
///
/// The rates of arrivals are learned all the time. While the odds are wanted, a moment is kept every ``interval`` of
/// session time, and the odds of the latest are found when somebody asks for them. They depend on the inputs of the
/// session alone, not on when or how often it is advanced or painted, so a replay finds the same.
public struct LiveOdds: Sendable {
    /// The session time between two moments.
    public static let interval: Nanoseconds = .second / 4

    private var rates: ArrivalRates
    private var moment: OddsMoment?
    /// The odds of the moment, once somebody asked for them.
    private var found: Odds?
    private var isEnabled = false
    /// The session time of the next moment; every time is a multiple of the interval.
    private var nextTime: Nanoseconds = 0

    /// Creates odds of a session that begins.
    public init() { rates = ArrivalRates() }

    /// Learns an arrival.
    public mutating func record(_ arrival: Arrival, at time: Nanoseconds) { rates.record(arrival, at: time) }

    /// Starts or stops keeping moments, at a session time.
    public mutating func enable(_ isWanted: Bool, at time: Nanoseconds) {
        guard isWanted != isEnabled else { return }
        isEnabled = isWanted
        nextTime = (time / Self.interval + 1) * Self.interval
        if !isWanted { (moment, found) = (nil, nil) }
    }

    /// Returns the session time of the last moment that is due up to a time; `nil` if none is.
    ///
    /// Of several, only the last is needed.
    public func dueTime(upTo time: Nanoseconds) -> Nanoseconds? {
        isEnabled && nextTime <= time ? time / Self.interval * Self.interval : nil
    }

    /// Keeps the moment of a controller that has been advanced to the time that was due.
    public mutating func record(_ controller: PlaybackController) {
        nextTime = (controller.now / Self.interval + 1) * Self.interval
        rates.advance(to: controller.now)
        moment = controller.running == nil ? nil : OddsMoment(controller, rates)
        found = nil
    }

    /// Finds the odds of the latest moment, if nobody has asked for them yet.
    public mutating func find() {
        if found == nil { found = moment?.seededOdds }
    }

    /// Returns the odds of the gift with a number, as of the latest moment; `nil` if it did not play then, or if the
    /// odds are not wanted.
    public func odds(of gift: Int) -> Odds? {
        guard let odds = found ?? moment?.seededOdds, odds.gift == gift else { return nil }
        return odds
    }
}

extension OddsMoment {
    /// The odds with a seed of the gift on the stage, so that they change with what happens and not by chance.
    fileprivate var seededOdds: Odds? {
        guard let gift = controller.running?.gift else { return nil }
        return odds(seed: SeededRandom.mixed(UInt64(bitPattern: gift.arrivedAt)) ^ UInt64(gift.number))
    }
}
