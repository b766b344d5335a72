public import MQTTClient
public import PlatformAdapters

/// The address of a chat channel: `twitch:CHANNEL`, or on any IRC server `irc://host:port/#channel` or, encrypted,
/// `ircs://…`.
public struct ChatAddress: Equatable, Sendable, CustomStringConvertible {
    /// The server, with the nick as the user and the password.
    public var server: ServerAddress
    /// Whether the connection is encrypted and the server is authenticated by its certificate.
    public var isEncrypted: Bool
    /// The channel without its leading `#`.
    public var channel: String
    /// The variant of IRC that the server uses.
    public var dialect: TwitchChatSession.Dialect
    /// The address as people write it, without user and password.
    public let description: String

    /// The longest channel name, in bytes.
    private static let maxChannelLength = 200

    /// Whether a text is an address of this type, valid or not.
    public static func matches(_ text: String) -> Bool {
        ["twitch:", "irc://", "ircs://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// Parses an address.
    ///
    /// - Throws: `NetworkAddressError` if it is not valid.
    public init(_ text: String) throws(NetworkAddressError) {
        let name: String
        if text.lowercased().hasPrefix("twitch:") {
            name = String(text.dropFirst("twitch:".count))
            server = ServerAddress(host: "irc.chat.twitch.tv", port: 6697)
            isEncrypted = true
        } else {
            guard let parts = try URLParts(text), parts.scheme == "irc" || parts.scheme == "ircs" else {
                throw NetworkAddressError("expected twitch:CHANNEL, irc://host/#channel or ircs://host/#channel")
            }
            isEncrypted = parts.scheme == "ircs"
            server = try ServerAddress(parts.server, defaultPort: isEncrypted ? 6697 : 6667)
            name = try parts.path.percentDecoded()
            guard parts.query.isEmpty else { throw NetworkAddressError("expected nothing after the channel") }
        }
        channel = String(name.drop { $0 == "#" }).lowercased()
        let isOne = channel.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "," && $0 != ":" }
        guard !channel.isEmpty, isOne, channel.utf8.count <= Self.maxChannelLength else {
            throw NetworkAddressError("expected the name of a channel")
        }
        let isTwitch = server.host.lowercased().hasSuffix(".twitch.tv")
        dialect = isTwitch ? .twitch : .standard
        description =
            text.lowercased().hasPrefix("twitch:")
            ? "twitch:\(channel)" : "\(isEncrypted ? "ircs" : "irc")://\(server.hostAndPort)/#\(channel)"
    }

    /// The URL to which the byte stream connects.
    var streamURL: String { "\(isEncrypted ? "https" : "http")://\(server.hostAndPort)" }
}
