/// A broker of MQTT and a topic there: `mqtt://host:port/topic` or, encrypted, `mqtts://…`.
///
///     mqtt://localhost/gifts                        everything that is published there from now on
///     mqtts://ann:secret@push.example/rooms/+/gifts of any room
///     mqtt://localhost/$share/wall/gifts            shared: each event goes to one of the wall's players
///     mqtt://localhost/gifts?client=stage-1         what this player missed while it was away comes too
public struct MQTTAddress: Equatable, Sendable, CustomStringConvertible {
    /// Where the broker is, and who one is there.
    public var server: ServerAddress
    /// Whether the connection is encrypted, and the broker proven by its certificate.
    public var isEncrypted: Bool
    /// The topic, with `+` and `#` where any will do.
    public var topic: String
    /// The name by which the broker knows a client again, to keep what came while it was away; nil where it need not.
    public var client: String?
    /// How sure delivery is: 0 at most once, 1 at least once.
    public var quality: Int

    /// The longest topic and name, in bytes, as the protocol has them.
    private static let longestText = 65_535

    /// Whether a text is an address of this kind, well made or not.
    public static func isOne(_ text: String) -> Bool {
        ["mqtt://", "mqtts://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// Reads an address. User and password that it doesn't say are those of `GIFTTY_MQTT_USER` and
    /// `GIFTTY_MQTT_PASSWORD`.
    public init(_ text: String, environment: [String: String] = [:]) throws(NetworkAddressError) {
        guard let parts = try AddressParts(text), parts.scheme == "mqtt" || parts.scheme == "mqtts" else {
            throw NetworkAddressError("expected mqtt://host/topic or mqtts://host/topic")
        }
        isEncrypted = parts.scheme == "mqtts"
        server = try ServerAddress(parts.server, usualPort: isEncrypted ? 8883 : 1883)
        if server.user == nil { server.user = environment["GIFTTY_MQTT_USER"]?.nonEmpty }
        if server.password == nil { server.password = environment["GIFTTY_MQTT_PASSWORD"]?.nonEmpty }
        if server.password != nil, server.user == nil {
            throw NetworkAddressError("expected a user along with the password")
        }
        topic = try PercentCoding.decoded(parts.path)
        guard !topic.isEmpty, topic.utf8.count <= Self.longestText else {
            throw NetworkAddressError("expected a topic behind the host")
        }
        guard Self.isFilter(topic) else {
            throw NetworkAddressError("expected a topic in which + stands for a whole level, # for the last ones")
        }
        quality = 1
        for (name, value) in parts.query {
            switch name {
            case "client": client = try PercentCoding.decoded(value).nonEmpty
            case "qos":
                guard let quality = Int(value), (0...1).contains(quality) else {
                    throw NetworkAddressError("qos: expected 0 or 1, found \"\(value.prefix(20))\"")
                }
                self.quality = quality
            default: throw NetworkAddressError("expected client= or qos=, found \"\(name.prefix(20))=\"")
            }
        }
    }

    /// Whether one topic is meant, so that it can be published to.
    public var isOneTopic: Bool { !topic.contains { $0 == "+" || $0 == "#" } && !topic.hasPrefix("$") }

    /// Without user, password and what stands behind the question mark.
    public var description: String { "\(isEncrypted ? "mqtts" : "mqtt")://\(server.hostAndPort)/\(topic)" }

    private static func isFilter(_ topic: String) -> Bool {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        return levels.indices.allSatisfy { index in
            let level = levels[index]
            if level.contains("+"), level.count > 1 { return false }
            return !level.contains("#") || level.count == 1 && index == levels.count - 1
        }
    }
}
