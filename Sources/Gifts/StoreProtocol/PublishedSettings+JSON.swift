import JSON
public import Playback
import PlayerSettings

extension PublishedSettings {
    /// Creates published settings from JSON.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - keys: The known settings.
    ///   - unknown: How unknown settings and members are treated.
    /// - Throws: `StoreDocumentError` if the text is not valid JSON, a member is missing or has a wrong value, or the
    ///   shares add up to more than 100.
    public init(
        json: [UInt8], keys: [SettingKey] = SettingKey.playback, unknown: UnknownSettings = .ignore
    ) throws(StoreDocumentError) {
        self = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var revision: Int?
            var settings = PublishedSettings(revision: 0)
            try reader.readMembers("settings") { reader, name throws(JSONError) in
                switch name {
                case "revision": revision = Int(try reader.readInteger(min: 0))
                case "default": settings.default = try reader.readSettings(keys: keys, unknown: unknown)
                case "rooms": settings.rooms = try reader.readRooms(keys: keys, unknown: unknown)
                case "rollout": settings.rollout = try reader.readRollout(keys: keys, unknown: unknown)
                // A client may send back what it got.
                case DocumentSignature.member: try reader.skipValue()
                default:
                    try reader.skipUnknownMember(["revision", "default", "rooms", "rollout"], name, unknown: unknown)
                }
            }
            guard let revision else { throw reader.mismatchError(member: "revision", "a whole number from 0 up") }
            settings.revision = revision
            return settings
        }
    }

    /// The settings as JSON without white space; equal settings give equal bytes.
    public var json: [UInt8] {
        var json: [UInt8] = []
        json.beginObject()
        json.add("revision", number: revision)
        json.add("default", settings: self.default)
        json.add("rooms") { json in
            for (room, settings) in rooms.sorted(by: { $0.key < $1.key }) {
                json.begin(member: room)
                json.append(settings: settings)
            }
        }
        json.begin("rollout")
        json.appendArray(rollout) { json, arm in
            json.appendObject {
                $0.add("arm", arm.name)
                $0.add("share", number: arm.share)
                $0.add("settings", settings: arm.settings)
            }
        }
        json.endObject()
        return json
    }
}

extension JSONReader {
    /// Skips a member that is not one of `known`, or throws if unknown settings are refused: an author easily writes a
    /// setting next to `default` instead of into it.
    fileprivate mutating func skipUnknownMember(
        _ known: [String], _ name: String, unknown: UnknownSettings
    ) throws(JSONError) {
        guard unknown == .reject else {
            try skipValue()
            return
        }
        throw error(Suggestion.unknown("field", name, among: known))
    }

    fileprivate mutating func readRooms(
        keys: [SettingKey], unknown: UnknownSettings
    ) throws(JSONError) -> [String: [Assignment]] {
        var rooms: [String: [Assignment]] = [:]
        try readMembers("rooms with their settings") { reader, room throws(JSONError) in
            guard !room.isEmpty else { throw reader.error("expected the id of a room, found none") }
            _ = try reader.validated(label: room, "the id of a room")
            rooms[room] = try reader.readSettings(keys: keys, unknown: unknown)
        }
        return rooms
    }

    fileprivate mutating func readRollout(
        keys: [SettingKey], unknown: UnknownSettings
    ) throws(JSONError) -> [PublishedSettings.Arm] {
        var arms: [PublishedSettings.Arm] = []
        var names: Set<String> = []
        var taken = 0
        try readArray("a list of arms") { reader throws(JSONError) in
            let arm = try reader.readArm(keys: keys, unknown: unknown)
            guard names.insert(arm.name).inserted else {
                throw reader.error(member: "arm", "expected another name, found \"\(arm.name)\" twice")
            }
            taken += arm.share
            guard taken <= 100 else {
                throw reader.error(member: "share", "expected shares of up to 100 in all, found \(taken)")
            }
            arms.append(arm)
        }
        return arms
    }

    private mutating func readArm(
        keys: [SettingKey], unknown: UnknownSettings
    ) throws(JSONError) -> PublishedSettings.Arm {
        let expectedShare = "a whole number from 0 to 100"
        var name: String?
        var share: Int?
        var settings: [Assignment] = []
        try readMembers("an arm") { reader, member throws(JSONError) in
            switch member {
            case "arm":
                let place = reader.offset
                let text = try reader.readLabel("the name of an arm")
                guard !text.isEmpty else { throw reader.mismatchError("the name of an arm", at: place) }
                name = text
            case "share":
                let place = reader.offset
                guard let whole = try reader.readExactNumber(expectedShare).integer, 0...100 ~= whole else {
                    throw reader.mismatchError(expectedShare, at: place)
                }
                share = Int(whole)
            case "settings": settings = try reader.readSettings(keys: keys, unknown: unknown)
            default: try reader.skipUnknownMember(["arm", "share", "settings"], member, unknown: unknown)
            }
        }
        guard let name else { throw mismatchError(member: "arm", "the name of an arm") }
        guard let share else { throw mismatchError(member: "share", expectedShare) }
        return PublishedSettings.Arm(name: name, share: share, settings: settings)
    }
}
