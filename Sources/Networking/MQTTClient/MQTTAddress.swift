/// The address of an MQTT broker and a topic: `mqtt://host:port/topic` or, encrypted, `mqtts://…`.
///
///     mqtt://localhost/gifts                        all messages published there from now on
///     mqtts://ann:secret@push.example/rooms/+/gifts of any room
///     mqtt://localhost/$share/wall/gifts            shared: each event goes to one of the wall's players
///     mqtt://localhost/gifts?client=stage-1         also the messages that this player missed while it was offline
public struct MQTTAddress: Equatable, Sendable, CustomStringConvertible {
    /// The server, with user and password.
    public var server: ServerAddress
    /// Whether the connection is encrypted and the broker is authenticated by its certificate.
    public var isEncrypted: Bool
    /// The topic filter, with the wildcards `+` and `#`.
    public var topic: String
    /// The client id with which the broker recognises a client and keeps messages for it while it is offline; nil for a
    /// temporary client.
    public var client: String?
    /// The quality of service: 0 at most once, 1 at least once.
    public var qualityOfService: Int

    /// The longest topic and client id in MQTT, in bytes.
    private static let maxTextLength = 65_535

    /// Whether a text is an address of this type, valid or not.
    public static func matches(_ text: String) -> Bool {
        ["mqtt://", "mqtts://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// Parses an address.
    ///
    /// `GIFTTY_MQTT_USER` and `GIFTTY_MQTT_PASSWORD` supply a user and password that the address omits.
    public init(_ text: String, environment: [String: String] = [:]) throws(NetworkAddressError) {
        guard let parts = try URLParts(text), parts.scheme == "mqtt" || parts.scheme == "mqtts" else {
            throw NetworkAddressError("expected mqtt://host/topic or mqtts://host/topic")
        }
        isEncrypted = parts.scheme == "mqtts"
        server = try ServerAddress(parts.server, defaultPort: isEncrypted ? 8883 : 1883)
        if server.user == nil { server.user = environment["GIFTTY_MQTT_USER"]?.nonEmpty }
        if server.password == nil { server.password = environment["GIFTTY_MQTT_PASSWORD"]?.nonEmpty }
        if server.password != nil, server.user == nil {
            throw NetworkAddressError("expected a user along with the password")
        }
        topic = try parts.path.percentDecoded()
        guard !topic.isEmpty, topic.utf8.count <= Self.maxTextLength else {
            throw NetworkAddressError("expected a topic after the host")
        }
        guard Self.isTopicFilter(topic) else {
            throw NetworkAddressError("expected a topic in which + stands for a whole level, # for the last ones")
        }
        qualityOfService = 1
        for (name, value) in parts.query {
            switch name {
            case "client":
                guard let name = try value.percentDecoded().nonEmpty else {
                    throw NetworkAddressError("client: expected a name by which the broker recognizes this player")
                }
                client = name
            case "qos":
                guard let quality = Int(value), (0...1).contains(quality) else {
                    throw NetworkAddressError("qos: expected 0 or 1, found \"\(value.prefix(20))\"")
                }
                self.qualityOfService = quality
            default: throw NetworkAddressError("expected client= or qos=, found \"\(name.prefix(20))=\"")
            }
        }
    }

    /// Whether the topic has no wildcards, so that a client can publish to it.
    public var hasNoWildcards: Bool { !topic.contains { $0 == "+" || $0 == "#" } && !topic.hasPrefix("$") }

    /// The address without user, password and query.
    public var description: String { "\(isEncrypted ? "mqtts" : "mqtt")://\(server.hostAndPort)/\(topic)" }

    private static func isTopicFilter(_ topic: String) -> Bool {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        return levels.indices.allSatisfy { index in
            let level = levels[index]
            if level.contains("+"), level.count > 1 { return false }
            return !level.contains("#") || level.count == 1 && index == levels.count - 1
        }
    }
}
