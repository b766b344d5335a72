import PolicyEvaluation
import RoomEvents

/// Which sessions settings are tuned on, and which are held out to judge them.
///
/// Sessions that depend on each other are never on both sides: those of one group, and those with the same gifts at the
/// same times, such as two copies of a file.
public struct SessionSplit: Hashable, Sendable {
    /// The indices of the sessions that settings are tuned on.
    public let tuned: [Int]
    /// The indices of the sessions that are held out.
    public let heldOut: [Int]

    /// Splits sessions.
    ///
    /// - Parameters:
    ///   - sessions: The index of each session, the number that its gifts make, and the numbers of its groups.
    ///   - share: The share of the sessions to hold out, from 0 to 1. Whole sets of dependent sessions are held out until
    ///     there are so many.
    ///   - seed: The seed of the order in which sets are held out.
    /// - Returns: `nil` if all sessions depend on each other, so that none can be held out.
    init?(_ sessions: [(index: Int, identity: UInt64, groups: [UInt64])], share: Double, seed: UInt64) {
        let sets = Self.dependentSets(sessions)
        guard sets.count > 1 else { return nil }
        // By what is in them, so that neither the order nor the names of the files matter.
        let ordered = sets.map { (key: Self.key(of: $0.map { sessions[$0].identity }, seed), members: $0) }
            .sorted { ($0.key, $0.members[0]) < ($1.key, $1.members[0]) }
        let wanted = max(1, Int((Double(sessions.count) * share).rounded()))
        var heldOut: [Int] = []
        for (place, set) in ordered.enumerated() where heldOut.count < wanted && place < ordered.count - 1 {
            heldOut += set.members.map { sessions[$0].index }
        }
        let chosen = Set(heldOut)
        self.heldOut = heldOut.sorted()
        tuned = sessions.map(\.index).filter { !chosen.contains($0) }.sorted()
    }

    private static func key(of identities: [UInt64], _ seed: UInt64) -> UInt64 {
        SeededRandom.mixed(SeededRandom.mixed(seed) ^ (identities.min() ?? 0))
    }

    /// Returns the sets of sessions that are joined by a group or by the same gifts.
    private static func dependentSets(_ sessions: [(index: Int, identity: UInt64, groups: [UInt64])]) -> [[Int]] {
        var parents = Array(sessions.indices)
        func root(_ place: Int) -> Int {
            var place = place
            while parents[place] != place {
                parents[place] = parents[parents[place]]
                place = parents[place]
            }
            return place
        }
        var firstOfGroup: [UInt64: Int] = [:]
        var firstOfIdentity: [UInt64: Int] = [:]
        for (place, session) in sessions.enumerated() {
            var others = session.groups.compactMap { firstOfGroup[$0] }
            if let twin = firstOfIdentity[session.identity] { others.append(twin) }
            for other in others {
                let (one, two) = (root(place), root(other))
                parents[max(one, two)] = min(one, two)
            }
            for group in session.groups where firstOfGroup[group] == nil { firstOfGroup[group] = place }
            if firstOfIdentity[session.identity] == nil { firstOfIdentity[session.identity] = place }
        }
        var sets: [Int: [Int]] = [:]
        for place in sessions.indices { sets[root(place), default: []].append(place) }
        return sets.keys.sorted().compactMap { sets[$0] }
    }
}
