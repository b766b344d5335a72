import JSON
public import StoreProtocol

/// An entry of the audit log: a change of the store, who made it, and why.
public struct AuditEntry: Hashable, Sendable {
    /// What was changed.
    public enum Action: String, Sendable {
        /// A version of a gift kind was published.
        case publish
        /// A gift kind was withdrawn.
        case withdraw
        /// An earlier version or a withdrawn gift kind was published again.
        case rollBack = "rollback"
        /// Settings were published.
        case settings
    }

    /// The content of a change.
    struct Change: Hashable, Sendable {
        var action: Action
        /// The id of the gift kind; `nil` for settings.
        var gift: String?
        /// The version of the gift kind, where the change publishes or withdraws one.
        var version: Int?
        /// The revision of the catalogue or the settings after the change.
        var revision: Int
        /// The digest of the package or of the settings.
        var digest: SHA256Digest?
        /// What changed in settings, in a few words each.
        var details: [String] = []
    }

    /// The number of the entry; the first is 1.
    public let number: Int
    /// The time in the format of RFC 3339.
    public let time: String
    /// Who made the change, and why.
    public let author: ChangeAuthor
    let change: Change
    /// The digest of the line before; 32 zeros for the first entry.
    public let previous: SHA256Digest

    /// What was changed.
    public var action: Action { change.action }
    /// The id of the gift kind; `nil` for settings.
    public var gift: String? { change.gift }
    /// The revision of the catalogue or the settings after the change.
    public var revision: Int { change.revision }

    /// The entry as one line of JSON without its end.
    var line: [UInt8] {
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("number", number: number)
            json.add("time", time)
            json.add("token", author.token)
            json.add("address", author.address)
            json.add("action", change.action.rawValue)
            if let gift = change.gift { json.add("gift", gift) }
            if let version = change.version { json.add("version", number: version) }
            json.add("revision", number: change.revision)
            if let digest = change.digest { json.add("sha256", digest.hex) }
            if !change.details.isEmpty { json.add("changes", change.details) }
            if let reason = author.reason { json.add("reason", reason) }
            json.add("previous", previous.hex)
        }
        return json
    }

    /// The entry in a line for people.
    public var summary: String {
        var text = "#\(number) \(time) \(author.token) (\(author.address)) \(change.action.rawValue)"
        if let gift = change.gift { text += " \(gift)" }
        if let version = change.version { text += " version \(version)" }
        if !change.details.isEmpty { text += " \(change.details.joined(separator: ", "))" }
        text += ", revision \(change.revision)"
        return author.reason.map { "\(text): \($0)" } ?? text
    }
}

// MARK: - Reading

extension AuditEntry {
    init(line: [UInt8]) throws(StoreDocumentError) {
        self = try JSONReader.readDocument(line) { reader throws(JSONError) in
            var (number, revision, version) = (Int?.none, Int?.none, Int?.none)
            var (time, token, address, gift, reason) = (String?.none, String?.none, "-", String?.none, String?.none)
            var (action, digest, previous) = (Action?.none, SHA256Digest?.none, SHA256Digest?.none)
            var details: [String] = []
            try reader.readMembers("an entry") { reader, member throws(JSONError) in
                switch member {
                case "number": number = Int(try reader.readInteger(min: 1))
                case "time": time = try reader.readString()
                case "token": token = try reader.readString()
                case "address": address = try reader.readString()
                case "action": action = Action(rawValue: try reader.readString())
                case "gift": gift = try reader.readString()
                case "version": version = Int(try reader.readInteger(min: 1))
                case "revision": revision = Int(try reader.readInteger(min: 0))
                case "sha256": digest = SHA256Digest(hex: try reader.readString())
                case "changes":
                    try reader.readArray("a list") { reader throws(JSONError) in details.append(try reader.readString())
                    }
                case "reason": reason = try reader.readString()
                case "previous": previous = SHA256Digest(hex: try reader.readString())
                default: try reader.skipValue()
                }
            }
            guard let number else { throw reader.mismatchError(member: "number", "the number of the entry") }
            guard let time else { throw reader.mismatchError(member: "time", "a time") }
            guard let token else { throw reader.mismatchError(member: "token", "the name of a token") }
            guard let action else { throw reader.mismatchError(member: "action", "what was changed") }
            guard let revision else { throw reader.mismatchError(member: "revision", "a revision") }
            guard let previous else { throw reader.mismatchError(member: "previous", "64 hexadecimal digits") }
            let change = Change(
                action: action, gift: gift, version: version, revision: revision, digest: digest, details: details)
            return AuditEntry(
                number: number, time: time,
                author: ChangeAuthor(token: token, address: address, reason: reason), change: change,
                previous: previous)
        }
    }
}
