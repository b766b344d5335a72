import JSON
import StoreProtocol

/// What a change of the settings would touch.
///
/// A store does not know all rooms. Known rooms have settings of their own, or asked for theirs recently. Of all others
/// a share is touched, which the roll-out decides.
struct SettingsPreview: Hashable, Sendable {
    /// The number of known rooms.
    let knownCount: Int
    /// The number of known rooms whose settings change.
    let changedCount: Int
    /// Some known rooms whose settings change.
    let examples: [String]
    /// The percentage of all other rooms whose settings change, 0 to 100.
    let share: Int
    /// The percentage of the rooms with settings of their own whose settings change, 0 to 100: of those that had any
    /// before the change, or of those that have any before or after it, whichever is more. It is 0 for fewer than two rooms,
    /// as a change of one room is not one of many.
    let ownShare: Int
    /// What changes, in a few words each.
    let changes: [String]

    /// The most examples.
    private static let maxExamples = 20
    /// The most words of changes.
    private static let maxChanges = 100

    /// The percentage of the known rooms whose settings change, 0 to 100; 0 for fewer than two.
    var knownShare: Int { Self.percentage(changedCount, of: knownCount) }
    /// The greatest share that the change touches: of all rooms, of the known ones, or of those with settings of their own.
    var greatestShare: Int { max(share, knownShare, ownShare) }

    /// Whether the settings of every room without settings of its own change.
    var touchesAllRooms: Bool { share == 100 }

    /// Compares settings.
    ///
    /// - Parameters:
    ///   - old: The current settings.
    ///   - new: The settings after the change.
    ///   - seenRooms: The rooms that asked for settings.
    init(from old: PublishedSettings, to new: PublishedSettings, seenRooms: Set<String>) {
        // The revision changes in any case.
        var (old, new) = (old, new)
        (old.revision, new.revision) = (0, 0)
        let isShareChanged = (0..<100).map { old.resolved(forPosition: $0) != new.resolved(forPosition: $0) }
        share = isShareChanged.count { $0 }
        let named = Set(old.rooms.keys).union(new.rooms.keys)
        var changed = named.filter { old.resolved(for: $0) != new.resolved(for: $0) }
        let earlierChangedCount = old.rooms.keys.count { changed.contains($0) }
        // Further entries that change nothing must not make the share of the earlier ones smaller.
        ownShare = max(
            Self.percentage(earlierChangedCount, of: old.rooms.count), Self.percentage(changed.count, of: named.count))
        let others = seenRooms.subtracting(named)
        changed.formUnion(others.filter { isShareChanged[PublishedSettings.position(of: $0)] })
        knownCount = named.count + others.count
        changedCount = changed.count
        examples = Array(changed.sorted().prefix(Self.maxExamples))
        changes = Array(new.differences(from: old).prefix(Self.maxChanges))
    }

    /// Returns the percentage that `count` is of `total`; 0 for fewer than two, which are not many.
    private static func percentage(_ count: Int, of total: Int) -> Int { total < 2 ? 0 : 100 * count / total }

    /// The preview as JSON.
    ///
    /// - Parameter needsConfirmation: Whether the store asks before it publishes the change.
    func json(revision: Int, needsConfirmation: Bool) -> [UInt8] {
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("revision", number: revision)
            json.add("knownRooms", number: knownCount)
            json.add("changedRooms", number: changedCount)
            json.add("examples", examples)
            json.add("share", number: share)
            json.add("changes", changes)
            json.add("touchesAllRooms", flag: touchesAllRooms)
            json.add("needsConfirmation", flag: needsConfirmation)
        }
        return json
    }
}
