package import ExactNumbers

/// The longest times that count in a session whose settings may change.
///
/// A longer time since something happened makes no difference, whatever the settings become.
public struct SettingBounds: Hashable, Sendable {
    /// The longest wait before a gift expires; `nil` if none ever does.
    private let expireAfter: Nanoseconds?
    /// The longest window of merging; `nil` if nothing is ever merged.
    package let combineWithin: Nanoseconds?
    /// The longest gap.
    package let gap: Nanoseconds

    /// Creates the bounds of a session that has one of these settings at any time.
    public init(_ possible: [Settings]) {
        expireAfter = possible.compactMap(\.expireAfter).max()
        combineWithin = possible.compactMap(\.combineWithin).max()
        gap = possible.map(\.gap).max() ?? 0
    }

    /// Returns the longest wait before a gift with this policy expires; `nil` if it never does.
    package func expireAfter(_ policy: GiftPolicy) -> Nanoseconds? {
        guard policy.settings.contains(where: { $0.key == Setting.expireAfter.key }) else { return expireAfter }
        return policy.applied(to: Settings()).expireAfter
    }
}

/// The place of a gift that has not ended.
public struct GiftPlace: Hashable, Sendable {
    /// The place of a gift.
    public enum Place: Int, Sendable {
        /// On stage.
        case running
        /// Held: an early gift in replace mode, which starts as soon as the policy permits.
        case held
        /// In the queue, or waiting for its animation.
        case waiting
        /// Parked for the return to queue mode.
        case parked
    }

    /// The gift's number.
    public let number: Int
    /// The gift's place.
    public let place: Place

    /// Creates the place of a gift with this number.
    public init(number: Int, place: Place) {
        self.number = number
        self.place = place
    }
}

// The state of a controller as an exploration needs it, which visits all states rather than one session.
extension PlaybackController {
    /// The place of each gift that has not ended, in order of arrival.
    public var places: [GiftPlace] {
        roster.tickets { _ in true }.map { GiftPlace(number: $0.number, place: roster.place(of: $0).public) }
    }

    /// Appends numbers that identify the state for an exploration in which no setting but the mode changes.
    public func appendCanonicalState(to numbers: inout [Int64]) {
        appendCanonicalState(to: &numbers, bounds: SettingBounds([settings]))
    }

    /// Appends numbers that identify the state for an exploration.
    ///
    /// The numbers of two states are equal exactly if the same inputs after the same time intervals have the same
    /// effects in both, as far as these depend on the settings, the clocks and the places of the gifts. The caller adds
    /// the properties of the gifts: kind, sender, value and duration.
    ///
    /// Times are relative to now, and gifts are numbered by their rank among the present ones. Values that no longer
    /// matter, such as the age of a gift that has already waited too long, are equal for all. The settings themselves,
    /// except the mode, and the ids of events are not among the numbers.
    ///
    /// - Parameters:
    ///   - numbers: The list to which the numbers are appended.
    ///   - bounds: The longest times that count.
    public func appendCanonicalState(to numbers: inout [Int64], bounds: SettingBounds) {
        let tickets = roster.tickets { _ in true }
        numbers.append((settings.mode == .queue ? 0 : 1) | (isPaused ? 2 : 0) | (hasEnded ? 4 : 0))
        numbers.append(speed.count)
        // A gap that has passed is equal to no gap.
        let sinceEnd = gapStart.map { stageTime - $0 } ?? -1
        numbers.append(sinceEnd < bounds.gap.stageTime ? sinceEnd : -1)
        for ticket in tickets {
            guard let presence = roster[ticket] else { continue }
            numbers.append(Int64(presence.place.public.rawValue) | (presence.isReady ? 4 : 0))
            if presence.place == .running {
                numbers.append(stageTime - runningStart)
                // Without a limit, all further rounds are equal, so that a loop that nothing ends has few states.
                numbers.append(Int64(roundLimit == .max ? min(loopRound ?? 0, 2) : loopRound ?? 0))
            } else if let limit = bounds.expireAfter(presence.gift.policy) {
                // A gift one tick over the limit is expired for good, so all longer waiting times are equal.
                numbers.append(min(stageTime - presence.arrivedAtStage, limit.stageTime + 1))
            }
            if let window = bounds.combineWithin {
                let sinceLatest = now - presence.latestArrival
                numbers.append(sinceLatest > window ? -1 : sinceLatest)
                numbers.append(
                    Int64(tickets.count { roster[$0].map { $0.latestNumber < presence.latestNumber } ?? false }))
            }
            if !presence.isReady { numbers.append(now - presence.gift.arrivedAt) }
        }
        // The results of the roster's indices, so that states with equal gifts but different indices are different.
        for ticket in [roster.nextToPlay, roster.nextOverflow, roster.longestWaitingForAnimation] {
            numbers.append(ticket.flatMap { tickets.firstIndex(of: $0) }.map(Int64.init) ?? -1)
        }
        numbers.append(Int64(waitingCount))
        numbers.append(Int64(parkedCount))
    }
}

extension [Int64] {
    /// Appends both halves of a stage time.
    fileprivate mutating func append(_ time: StageTime) {
        append(Int64(truncatingIfNeeded: time))
        append(Int64(truncatingIfNeeded: time >> 64))
    }
}

extension Roster.Place {
    fileprivate var `public`: GiftPlace.Place {
        switch self {
        case .running: .running
        case .held: .held
        case .waiting: .waiting
        case .parked: .parked
        }
    }
}
