import JSON

/// A message with which a store announces its state through a broker.
///
/// The messages of documents are retained: a player that subscribes gets the current ones at once. Topics begin with the
/// prefix of the address that the catalogue names:
///
///     PREFIX/catalogue     {"revision": 42}
///     PREFIX/settings/07   the settings of the rooms in a hundredth of all, with the names of those that have their own
///     PREFIX/rooms/KEY     the settings of a room that has its own
///     PREFIX/beat          {"catalogue": 42, "settings": 7}, each second, not retained
///
/// Documents may be signed (``DocumentSignature``); the beat is not.
///
/// An arm of a roll-out is a range of hundredths (``PublishedSettings/position(of:)``). So a player knows its topics
/// without knowing the arms, and each room needs three messages, however many rooms there are.
public struct StoreAnnouncement: Sendable, Equatable {
    /// The topic below the prefix.
    public var topic: String
    /// The message; empty for a document that does not exist any more.
    public var payload: [UInt8]

    /// Creates a message.
    public init(topic: String, payload: [UInt8]) {
        self.topic = topic
        self.payload = payload
    }

    /// The revision of the announced document; nil if the message has none.
    public var revision: Int? { (try? StoreChange(.catalogue, json: payload))?.revision }

    /// The topics of all documents, with wildcards.
    public static let documentTopics = [catalogueTopic, "settings/+", "rooms/+"]

    /// The topic of the catalogue's revision.
    public static let catalogueTopic = "catalogue"
    /// The topic of the beat, by which players notice that they missed something.
    public static let beatTopic = "beat"

    /// Returns the topic of the settings for the hundredth with a room's position.
    public static func settingsTopic(position: Int) -> String {
        position < 10 ? "settings/0\(position)" : "settings/\(position)"
    }

    /// Returns the topic of the settings of a room that has its own.
    public static func roomTopic(_ room: String) -> String { "rooms/\(key(of: room))" }

    /// Returns the topics of a room.
    public static func topics(of room: String) -> [String] {
        [beatTopic, roomTopic(room), settingsTopic(position: PublishedSettings.position(of: room)), catalogueTopic]
    }

    /// Returns the text of a room's id in topics. Brokers give a meaning to some characters, such as NATS to the full stop.
    private static func key(of room: String) -> String {
        var key = ""
        for byte in room.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"):
                key.unicodeScalars.append(Unicode.Scalar(byte))
            default: key += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return key
    }

    /// Returns the retained messages for a state of the store, in the order in which to publish them: a hundredth names
    /// its rooms, so their settings come first.
    public static func messages(catalogueRevision: Int, settings: PublishedSettings) -> [StoreAnnouncement] {
        var roomsByPosition: [Int: [String]] = [:]
        var messages: [StoreAnnouncement] = []
        for room in settings.rooms.keys.sorted() {
            roomsByPosition[PublishedSettings.position(of: room), default: []].append(room)
            messages.append(StoreAnnouncement(topic: roomTopic(room), payload: settings.resolved(for: room).json))
        }
        for position in 0..<100 {
            var json = settings.resolved(forPosition: position).json
            let rooms = roomsByPosition[position] ?? []
            if !rooms.isEmpty {
                json.removeLast()
                json.begin("rooms")
                json.appendArray(rooms) { $0.append(jsonString: $1) }
                json.endObject()
            }
            messages.append(StoreAnnouncement(topic: settingsTopic(position: position), payload: json))
        }
        var catalogue: [UInt8] = []
        catalogue.appendObject { $0.add("revision", number: catalogueRevision) }
        messages.append(StoreAnnouncement(topic: catalogueTopic, payload: catalogue))
        return messages
    }

    /// Returns the message with the signature of the store; an empty one stays empty.
    public func signed(with key: PublisherPrivateKey?) -> StoreAnnouncement {
        guard !payload.isEmpty else { return self }
        return StoreAnnouncement(
            topic: topic, payload: DocumentSignature.sign(payload, as: .announcement(topic: topic), with: key))
    }

    /// Returns the beat for a state of the store.
    public static func beat(catalogueRevision: Int, settingsRevision: Int) -> StoreAnnouncement {
        var json: [UInt8] = []
        json.appendObject {
            $0.add("catalogue", number: catalogueRevision)
            $0.add("settings", number: settingsRevision)
        }
        return StoreAnnouncement(topic: beatTopic, payload: json)
    }
}

/// The revisions of a store.
public struct StoreRevisions: Sendable, Equatable {
    /// The revision of the catalogue.
    public var catalogue: Int
    /// The revision of the settings.
    public var settings: Int

    /// Creates revisions from a beat.
    ///
    /// - Throws: `StoreDocumentError` if the text is not valid JSON, or a member is missing or has a wrong value.
    public init(json: [UInt8]) throws(StoreDocumentError) {
        self = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var catalogue: Int?
            var settings: Int?
            try reader.readObject("the revisions of a store") { reader, name throws(JSONError) in
                switch name {
                case "catalogue": catalogue = Int(try reader.readInteger(min: 0))
                case "settings": settings = Int(try reader.readInteger(min: 0))
                default: try reader.skipValue()
                }
            }
            guard let catalogue else { throw reader.mismatchError(member: "catalogue", "a whole number from 0 up") }
            guard let settings else { throw reader.mismatchError(member: "settings", "a whole number from 0 up") }
            return StoreRevisions(catalogue: catalogue, settings: settings)
        }
    }

    /// Creates revisions.
    public init(catalogue: Int, settings: Int) {
        self.catalogue = catalogue
        self.settings = settings
    }
}

extension RoomSettings {
    /// Creates the settings of a hundredth from a message.
    ///
    /// - Returns: The settings, and whether `room` has its own instead.
    static func announced(
        json: [UInt8], for room: String
    ) throws(StoreDocumentError) -> (settings: RoomSettings, isOwn: Bool) {
        let isOwn = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var isOwn = false
            try reader.readObject { reader, name throws(JSONError) in
                guard name == "rooms" else { return try reader.skipValue() }
                try reader.readArray { reader throws(JSONError) in
                    if try reader.readString("the id of a room") == room { isOwn = true }
                }
            }
            return isOwn
        }
        return (try RoomSettings(json: json), isOwn)
    }
}
