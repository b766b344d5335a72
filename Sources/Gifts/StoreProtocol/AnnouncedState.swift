/// The rule by which a player follows the announcements of a store. It reads no clock and performs nothing.
///
/// Messages may come in any order, twice, or not at all: those of documents are retained and come again after a
/// subscription, and the beat shows each second what should have come.
public struct AnnouncedState: Sendable {
    /// What to do after a message.
    public enum Action: Sendable, Equatable {
        /// Use these settings, unless newer ones are known.
        case settings(RoomSettings)
        /// Fetch the catalogue, which has this revision.
        case catalogue(revision: Int)
        /// Subscribe again: a message with a newer document has not come.
        case subscribeAgain
    }

    private let room: String
    private let storeKeys: [PublisherKey]
    private let roomTopic: String
    private let settingsTopic: String
    private var part: (settings: RoomSettings, isOwn: Bool)?
    private var own: RoomSettings?
    private var reported: RoomSettings?
    private var catalogueRevision = 0
    /// Whether the last beat showed that a message has not come.
    public private(set) var isBehind = false

    /// Creates the state of a room that has received no message.
    ///
    /// - Parameters:
    ///   - room: The room.
    ///   - storeKeys: The keys of which one must have signed each document; none if unsigned ones are accepted. A beat is
    ///     not signed: it can only make the room look again.
    public init(room: String, storeKeys: [PublisherKey] = []) {
        self.room = room
        self.storeKeys = storeKeys
        roomTopic = StoreAnnouncement.roomTopic(room)
        settingsTopic = StoreAnnouncement.settingsTopic(position: PublishedSettings.position(of: room))
    }

    /// The revision of the last reported settings; `nil` before.
    public var settingsRevision: Int? { reported?.revision }

    /// Handles a message.
    ///
    /// - Parameters:
    ///   - topic: The topic below the prefix.
    ///   - payload: The message. Invalid ones are ignored, like those of other topics.
    public mutating func receive(topic: String, payload: [UInt8]) -> [Action] {
        let isBeat = topic == StoreAnnouncement.beatTopic
        guard isBeat || isAccepted(topic: topic, payload: payload) else { return [] }
        switch topic {
        case settingsTopic:
            guard let new = try? RoomSettings.announced(json: payload, for: room),
                new.settings.revision >= part?.settings.revision ?? 0
            else { return [] }
            part = new
            return reportSettings()
        case roomTopic:
            guard let new = try? RoomSettings(json: payload), new.revision >= own?.revision ?? 0 else { return [] }
            own = new
            return reportSettings()
        case StoreAnnouncement.catalogueTopic:
            guard let change = try? StoreChange(.catalogue, json: payload), change.revision > catalogueRevision else {
                return []
            }
            catalogueRevision = change.revision
            return [.catalogue(revision: change.revision)]
        case StoreAnnouncement.beatTopic:
            guard let beat = try? StoreRevisions(json: payload) else { return [] }
            let isComplete = beat.settings <= reported?.revision ?? -1 && beat.catalogue <= catalogueRevision
            isBehind = !isComplete
            return isComplete ? [] : [.subscribeAgain]
        default: return []
        }
    }

    private func isAccepted(topic: String, payload: [UInt8]) -> Bool {
        do throws(DocumentSignatureError) {
            try DocumentSignature.check(payload, as: .announcement(topic: topic), trusted: storeKeys)
            return true
        } catch {
            return false
        }
    }

    /// Reports the settings that the two messages decide. A room's own settings count if the hundredth names the room, or
    /// if they are newer than the hundredth, whose message is then still to come.
    private mutating func reportSettings() -> [Action] {
        guard let part else { return [] }
        let isOwn = part.isOwn || own.map { $0.revision > part.settings.revision } ?? false
        let settings = isOwn ? own : part.settings
        guard let settings, settings.revision >= part.settings.revision,
            settings.revision >= reported?.revision ?? 0, settings != reported
        else { return [] }
        reported = settings
        return [.settings(settings)]
    }
}
