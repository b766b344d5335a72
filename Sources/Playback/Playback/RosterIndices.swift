/// The heaps for the orders in which the roster is queried.
struct RosterIndices: Sendable {
    private(set) var playOrder = LazyHeap()
    private(set) var overflow = LazyHeap()
    private(set) var withoutAnimation = LazyHeap()
    private(set) var withoutAnimationByKind: [String: LazyHeap] = [:]
    private(set) var mergeTargets: [Roster.MergeKey: LazyHeap] = [:]

    /// Inserts a gift in each heap where it belongs, except those where `predecessor`, the same gift before a change,
    /// is already.
    mutating func insert(
        _ ticket: Ticket, _ presence: Roster.Entry, rules: Roster.Rules, predecessor: Roster.Entry? = nil
    ) {
        let gift = presence.gift
        let number = Int64(gift.number)
        if presence.isPlayable, predecessor?.isPlayable != true {
            // The bitwise complement makes the highest value the smallest entry and cannot overflow.
            let major = rules.order == .value ? ~gift.value : 0
            playOrder.insert(.init(ticket: ticket, major: major, minor: number))
        }
        if let rule = rules.overflow, presence.place == .waiting, predecessor?.place != .waiting {
            overflow.insert(Self.overflowEntry(ticket, gift, rule: rule))
        }
        if presence.lacksAnimation, predecessor?.lacksAnimation != true {
            let entry = LazyHeap.Entry(ticket: ticket, major: 0, minor: number)
            withoutAnimation.insert(entry)
            withoutAnimationByKind[gift.kind, default: LazyHeap()].insert(entry)
        }
        if rules.merges, presence.isMergeTarget, predecessor?.mergeOrder != presence.mergeOrder {
            let entry = LazyHeap.Entry(ticket: ticket, major: 0, minor: -Int64(presence.latestNumber))
            mergeTargets[presence.mergeKey, default: LazyHeap()].insert(entry)
        }
    }

    /// Registers that a gift has left the heaps of its old state, except those where its `successor` stays.
    mutating func recordRemoval(
        _ ticket: Ticket, was: Roster.Entry, slots: ChunkedArray<Roster.Entry?>, rules: Roster.Rules,
        successor: Roster.Entry?
    ) {
        if was.isPlayable, successor?.isPlayable != true {
            playOrder.recordRemoval { Self.isPlayable($0, in: slots) }
        }
        if rules.overflow != nil, was.place == .waiting, successor?.place != .waiting {
            overflow.recordRemoval { Self.entry($0, in: slots)?.place == .waiting }
        }
        if was.lacksAnimation, successor?.lacksAnimation != true {
            let kind = was.gift.kind
            withoutAnimation.recordRemoval { Self.lacksAnimation($0, in: slots) }
            withoutAnimationByKind[kind]?.recordRemoval { Self.lacksAnimation($0, in: slots) }
            if withoutAnimationByKind[kind]?.isEmpty == true { withoutAnimationByKind[kind] = nil }
        }
        if rules.merges, was.isMergeTarget, successor?.mergeOrder != was.mergeOrder {
            let sameness = was.mergeKey
            mergeTargets[sameness]?.recordRemoval { entry in
                Self.entry(entry, in: slots)?.mergeOrder == Int(-entry.minor)
            }
            if mergeTargets[sameness]?.isEmpty == true { mergeTargets[sameness] = nil }
        }
    }

    static func isPlayable(_ entry: LazyHeap.Entry, in slots: ChunkedArray<Roster.Entry?>) -> Bool {
        RosterIndices.entry(entry, in: slots)?.isPlayable == true
    }

    static func lacksAnimation(_ entry: LazyHeap.Entry, in slots: ChunkedArray<Roster.Entry?>) -> Bool {
        RosterIndices.entry(entry, in: slots)?.lacksAnimation == true
    }

    private static func entry(_ entry: LazyHeap.Entry, in slots: ChunkedArray<Roster.Entry?>) -> Roster.Entry? {
        guard let presence = slots[entry.ticket.slot], presence.gift.number == entry.ticket.number else { return nil }
        return presence
    }

    private static func overflowEntry(_ ticket: Ticket, _ gift: Gift, rule: Settings.Overflow) -> LazyHeap.Entry {
        let number = Int64(gift.number)
        return switch rule {
        case .dropNewest: .init(ticket: ticket, major: 0, minor: -number)
        case .dropOldest: .init(ticket: ticket, major: 0, minor: number)
        case .dropCheapest: .init(ticket: ticket, major: gift.value, minor: -number)
        }
    }
}

extension Roster.Entry {
    fileprivate var isPlayable: Bool { place == .waiting && isReady }
    fileprivate var lacksAnimation: Bool { !isReady }
    fileprivate var isMergeTarget: Bool { place != .parked }
    /// The gift's rank for merging; `nil` if nothing can merge into it.
    fileprivate var mergeOrder: Int? { isMergeTarget ? latestNumber : nil }
}
