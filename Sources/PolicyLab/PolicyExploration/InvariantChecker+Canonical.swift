import Playback

// States that differ only in absolute times and in the numbers of gifts are equal.
extension InvariantChecker {
    /// Appends a canonical form of the session to `numbers`.
    ///
    /// Two sessions with equal numbers have the same future, as far as the rules and an expression that depends on
    /// `abstraction` can distinguish. Times are relative to now, gifts are identified by their rank, and unless `abstraction`
    /// includes senders, it only matters which gifts have the same one.
    func appendCanonicalState(
        to numbers: inout [Int64], kinds: [String], _ renaming: KindRenaming, senders: [String],
        abstraction: StateAbstraction, bounds: SettingBounds
    ) {
        numbers.append(
            (settings.mode == .queue ? 0 : 1) | (isPaused ? 2 : 0) | (pausedSince == now ? 4 : 0) | Int64(
                presentGifts.count)
                << 3)
        let sinceEnd = gapStart.map { stageTime - $0 } ?? -1
        numbers.append(stageTime: sinceEnd < bounds.gap.femtoseconds ? sinceEnd : -1)
        var seen: [String] = []
        for entry in presentGifts {
            let kind = renaming(kinds.firstIndex(of: entry.kind) ?? kinds.count)
            numbers.append(Int64(entry.place.rawValue) | (entry.isReady ? 4 : 0) | Int64(kind) << 3)
            if entry.place == .running {
                numbers.append(stageTime: position)
                numbers.append(Int64(rounds.limit == .max ? min(rounds.current ?? 0, 2) : rounds.current ?? 0))
            } else if let limit = bounds.expireAfter(entry.policy) {
                numbers.append(stageTime: min(stageTime - entry.arrivedAtStage, limit.femtoseconds + 1))
            }
            if abstraction.distinguishesSenders {
                numbers.append(Int64(senders.firstIndex(of: entry.sender) ?? -1))
            } else if bounds.combineWithin != nil {
                if !seen.contains(entry.sender) { seen.append(entry.sender) }
                numbers.append(Int64(seen.firstIndex(of: entry.sender) ?? -1))
            }
            if let window = bounds.combineWithin {
                let sinceLatest = now - entry.latestArrival
                numbers.append(sinceLatest > window ? -1 : sinceLatest)
                numbers.append(Int64(presentGifts.count { $0.latestNumber < entry.latestNumber }))
            }
            if !entry.isReady { numbers.append(now - entry.arrivedAt) }
            if abstraction.distinguishesCounts { numbers.append(Int64(entry.count)) }
            switch abstraction.agePrecision {
            case .ignored: break
            case .upTo(let limit): numbers.append(min(entry.waitingTime(at: now), limit + 1))
            case .exact: numbers.append(entry.waitingTime(at: now))
            }
        }
    }
}

extension [Int64] {
    /// Appends both halves of a stage time.
    fileprivate mutating func append(stageTime time: Int128) {
        append(Int64(truncatingIfNeeded: time))
        append(Int64(truncatingIfNeeded: time >> 64))
    }
}
