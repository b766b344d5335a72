import StoreProtocol

/// The settings of a room that are known so far, with the rule that decides between those of different addresses.
struct KnownSettings: Sendable {
    /// How settings compare with the known ones.
    enum Outcome: Equatable, Sendable {
        /// They are new and replace the known ones.
        case changed
        /// They equal the known ones.
        case same
        /// They are older than what is known or announced.
        case stale
    }

    /// The last accepted settings.
    private(set) var settings: RoomSettings?
    /// The announced revision; older settings are out of date.
    private(set) var announcedRevision = 0
    /// Whether a lower revision may mean that the store began anew. With several addresses it means that one is out of
    /// date.
    private var mayRestart: Bool

    /// Creates the state with the settings of an earlier run.
    init(_ settings: RoomSettings?, mayRestart: Bool) {
        self.mayRestart = mayRestart
        self.settings = mayRestart ? nil : settings
    }

    /// Records a revision that the store announced.
    mutating func announce(_ revision: Int) {
        announcedRevision = mayRestart ? revision : max(announcedRevision, revision)
    }

    /// Whether the known settings are not older than what was announced.
    var isCurrent: Bool { settings.map { $0.revision >= announcedRevision } ?? false }

    /// Treats lower revisions as out of date from now on.
    mutating func forbidRestart() { mayRestart = false }

    /// Begins another stream of announcements.
    mutating func beginStream() {
        if mayRestart { announcedRevision = 0 }
    }

    /// Compares settings with the known ones and keeps them if they are newer.
    mutating func offer(_ new: RoomSettings) -> Outcome {
        guard new.revision >= announcedRevision else { return .stale }
        guard let known = settings else {
            settings = new
            return .changed
        }
        if new == known { return .same }
        if !mayRestart, new.revision < known.revision { return .stale }
        settings = new
        return .changed
    }
}
