/// What would happen to a gift that arrived now.
public enum ArrivalForecast: Hashable, Sendable {
    /// It would start on the empty stage.
    case starts
    /// It would start in the place of the running gift.
    case replaces(Gift)
    /// It would wait; if too many waited then, the gift `dropping` would be dropped for it.
    case waits(dropping: Gift?)
    /// It would be held; the gift `superseding`, if any, would be dropped for it.
    case isHeld(superseding: Gift?)
    /// It would be dropped for this reason.
    case isDropped(Outcome.DropReason)
}

// What the rules would do, without doing it. A copy of the controller would give the same answers, but it would copy
// all waiting gifts for each picture of the stage.
extension PlaybackController {
    /// Returns what would happen to a plain gift that arrived now, or `nil` after the end of the session.
    ///
    /// A plain gift has its animation, follows the session's policy, is no duplicate, and has no kin to merge with.
    ///
    /// - Parameter value: The gift's value.
    public func forecast(value: Int64) -> ArrivalForecast? {
        guard !hasEnded else { return nil }
        switch settings.mode {
        case .queue:
            return roster.running == nil && !isInGap && roster.nextToPlay == nil ? .starts : waitingForecast(value)
        case .replace:
            guard let running else { return .starts }
            if running.mayBeReplaced { return .replaces(running.gift) }
            return settings.early == .drop ? .isDropped(.early) : .isHeld(superseding: held)
        }
    }

    private func waitingForecast(_ value: Int64) -> ArrivalForecast {
        guard isQueueFull else { return .waits(dropping: nil) }
        guard let first = nextToDrop, settings.overflow == .dropOldest || value > first.value else {
            return .isDropped(.overflow)
        }
        return .waits(dropping: first)
    }

    /// Whether as many gifts wait as `maxWaiting` permits.
    public var isQueueFull: Bool { settings.maxWaiting.map { waitingCount >= $0 } ?? false }

    /// The waiting gift that goes first when too many wait; `nil` while there is room, or if it would be the arrival.
    ///
    /// With `dropCheapest`, an arrival that is worth no more goes in its place.
    public var nextToDrop: Gift? {
        guard isQueueFull, settings.overflow != .dropNewest else { return nil }
        return roster.nextOverflow.flatMap { roster[$0]?.gift }
    }
}
