import JSON
public import Playback
public import PlayerSettings

/// The settings that a store publishes for one room: the response to `GET /settings?room=ID`.
public struct RoomSettings: Sendable, Equatable {
    /// The revision of the published settings, 0 or more; it grows with every change.
    public var revision: Int
    /// The settings, with the store as their origin.
    public var assignments: [Assignment]
    /// The arm of the roll-out to which the room belongs; `nil` if there is none.
    public var arm: String?

    /// Creates settings for a room.
    public init(revision: Int, assignments: [Assignment], arm: String? = nil) {
        self.revision = revision
        self.assignments = assignments
        self.arm = arm
    }

    /// Creates a room's settings from JSON.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - keys: The known settings.
    ///   - unknown: How unknown settings are treated.
    /// - Throws: `StoreDocumentError` if the text is not valid JSON, or a member is missing or has a wrong value.
    public init(
        json: [UInt8], keys: [SettingKey] = SettingKey.playback, unknown: UnknownSettings = .ignore
    ) throws(StoreDocumentError) {
        self = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var revision: Int?
            var arm: String?
            var assignments: [Assignment] = []
            try reader.readMembers("settings") { reader, name throws(JSONError) in
                switch name {
                case "revision": revision = Int(try reader.readInteger(min: 0))
                case "arm": arm = try reader.readNull() ? nil : reader.readLabel("the name of an arm")
                default:
                    guard let assignment = try reader.readSetting(name, keys: keys, unknown: unknown) else { return }
                    assignments.replaceOrAppend(assignment)
                }
            }
            guard let revision else { throw reader.mismatchError(member: "revision", "a whole number from 0 up") }
            return RoomSettings(revision: revision, assignments: assignments, arm: arm)
        }
    }

    /// The settings as JSON without white space; equal settings give equal bytes.
    public var json: [UInt8] {
        var json: [UInt8] = []
        json.beginObject()
        json.add("revision", number: revision)
        for assignment in assignments { json.add(assignment) }
        if let arm { json.add("arm", arm) }
        json.endObject()
        return json
    }
}
