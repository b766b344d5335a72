public import Configuration
import Playback

/// The settings that a store publishes for one room: the answer to `GET /settings?room=ID`.
public struct RoomSettings: Sendable, Equatable {
    /// Grows with every change of what is published; from 0 up.
    public var revision: Int
    /// The settings; their origin is the store.
    public var assignments: [Assignment]
    /// The arm of a rollout that the room is in, if any.
    public var arm: String?

    /// Settings for a room.
    public init(revision: Int, assignments: [Assignment], arm: String? = nil) {
        self.revision = revision
        self.assignments = assignments
        self.arm = arm
    }

    /// Reads a room's settings.
    /// - Parameters:
    ///   - keys: the settings there are.
    ///   - unknown: what becomes of other settings.
    /// - Throws: `StoreDocumentError` where a member is not what it should be.
    public init(
        json: [UInt8], keys: [SettingKey] = SettingKey.playback, unknown: UnknownSettings = .ignored
    ) throws(StoreDocumentError) {
        self = try DocumentReader.read(json) { reader throws(StoreDocumentError) in
            var revision: Int?
            var arm: String?
            var assignments: [Assignment] = []
            try reader.object("settings") { reader, name throws(StoreDocumentError) in
                switch name {
                case "revision": revision = Int(try reader.whole(from: 0))
                case "arm": arm = reader.null() ? nil : try reader.label("the name of an arm")
                default:
                    guard let assignment = try reader.setting(name, keys: keys, unknown: unknown) else { return }
                    assignments.put(assignment)
                }
            }
            guard let revision else { throw reader.mismatch(member: "revision", "a whole number from 0 up") }
            return RoomSettings(revision: revision, assignments: assignments, arm: arm)
        }
    }

    /// The settings as JSON, without white space; the same settings give the same bytes.
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
