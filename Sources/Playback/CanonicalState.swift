/// Where a gift is that has not ended.
public struct GiftPlace: Hashable, Sendable {
    /// The places there are.
    public enum Place: Int, Sendable {
        /// On stage.
        case running
        /// Early in replace mode, and let in as soon as the rules allow it.
        case held
        /// In line, with or without its animation.
        case waiting
        /// Kept for the return to queue mode.
        case parked
    }

    /// The gift's number.
    public let number: Int
    /// Where it is.
    public let place: Place

    /// A gift and its place.
    public init(number: Int, place: Place) {
        self.number = number
        self.place = place
    }
}

// What somebody sees who goes through a controller's states, rather than through one session of it.
extension PlaybackController {
    /// Where each gift is that has not ended, in order of arrival.
    public var places: [GiftPlace] {
        roster.tickets { _ in true }.compactMap { ticket in
            roster[ticket].map { GiftPlace(number: ticket.number, place: $0.place.public) }
        }
    }

    /// Appends numbers that are equal for two states exactly when the same inputs at the same distances in time have the
    /// same consequences in both, as far as those depend on the settings, the clocks and where each gift is; what the
    /// gifts are (kind, sender, value, length) is the caller's to add.
    ///
    /// Times count from now, gifts count by their rank among those that are there, and what can no longer matter, such
    /// as the age of a gift that has waited for too long already, is the same for all. This holds for sessions in which
    /// no setting but the mode is changed, no event has an id and no gift has a policy of its own.
    public func appendCanonicalState(to numbers: inout [Int64]) {
        let tickets = roster.tickets { _ in true }
        numbers.append((settings.mode == .queue ? 0 : 1) | (isPaused ? 2 : 0) | (isOver ? 4 : 0))
        numbers.append(speed.count)
        // A gap that is over is none.
        numbers.append(isInGap ? startOfGap.map { stageTime - $0 } ?? 0 : -1)
        for ticket in tickets {
            guard let presence = roster[ticket] else { continue }
            numbers.append(Int64(presence.place.public.rawValue) | (presence.isReady ? 4 : 0))
            if presence.place == .running {
                numbers.append(stageTime - startOfRunning)
            } else if let limit = settings.expireAfter {
                // Whoever has exceeded the limit by a tick has exceeded it for good.
                numbers.append(min(stageTime - presence.arrivedAtStage, limit.inStageTime + 1))
            }
            if let window = settings.combineWithin {
                let sinceLatest = now - presence.latestArrival
                numbers.append(sinceLatest > window ? -1 : sinceLatest)
                numbers.append(
                    Int64(tickets.count { roster[$0].map { $0.latestNumber < presence.latestNumber } ?? false }))
            }
            if !presence.isReady { numbers.append(now - presence.gift.arrivedAt) }
        }
        // What the roster's indices answer, so that states whose gifts agree but whose indices don't are not the same.
        for ticket in [roster.nextToPlay, roster.overflowing, roster.longestWithoutAnimation] {
            numbers.append(ticket.flatMap { tickets.firstIndex(of: $0) }.map(Int64.init) ?? -1)
        }
        numbers.append(Int64(waitingCount))
        numbers.append(Int64(parkedCount))
    }
}

extension [Int64] {
    /// Both halves of a stage time.
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
