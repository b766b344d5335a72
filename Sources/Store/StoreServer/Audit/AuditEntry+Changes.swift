import PlayerSettings
import StoreProtocol

extension AuditEntry.Change {
    /// Creates the change that publishes a version of a gift kind; the revision is set later.
    init(publishing gift: StoreGift, as action: AuditEntry.Action) {
        self.init(action: action, gift: gift.id, version: gift.version, revision: 0, digest: gift.sha256)
    }

    /// The most words of a change of settings; the digest identifies all of it.
    private static let maxDetails = 20

    /// Creates the change of settings.
    init(from old: PublishedSettings, to new: PublishedSettings) {
        let differences = new.differences(from: old)
        var details = Array(differences.prefix(Self.maxDetails))
        if differences.count > details.count { details.append("and \(differences.count - details.count) more") }
        self.init(
            action: .settings, revision: new.revision, digest: SHA256Digest.digest(of: new.json), details: details)
    }
}

extension PublishedSettings {
    /// Returns what differs from other settings, in a few words for each setting, room and arm.
    func differences(from old: PublishedSettings) -> [String] {
        var words = Self.differences(from: old.default, to: self.default)
        let rooms = Set(old.rooms.keys).union(self.rooms.keys).filter { old.rooms[$0] != self.rooms[$0] }
        for room in rooms.sorted() {
            guard let settings = self.rooms[room] else {
                words.append("room \(room) removed")
                continue
            }
            let inner = Self.differences(from: old.rooms[room] ?? [], to: settings)
            words.append("room \(room): \(inner.isEmpty ? "added" : inner.joined(separator: " "))")
        }
        if old.rollout != rollout {
            let arms = rollout.map { arm in
                "\(arm.name) \(arm.share) %: \(Self.differences(from: [], to: arm.settings).joined(separator: " "))"
            }
            words.append("shares of rooms: \(arms.isEmpty ? "none" : arms.joined(separator: "; "))")
        }
        return words.map { $0.count > Self.maxLength ? String($0.prefix(Self.maxLength)) + "…" : $0 }
    }

    /// The longest words of a difference, in characters: ids of rooms have no limit of their own.
    private static let maxLength = 200

    private static func differences(from old: [Assignment], to new: [Assignment]) -> [String] {
        let changed = new.filter { assignment in !old.contains(assignment) }.map { "\($0.key.name)=\($0.value)" }
        let removed = old.filter { assignment in !new.contains { $0.key == assignment.key } }
        return changed + removed.map { "\($0.key.name) removed" }
    }
}
