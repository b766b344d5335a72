public import FeedAdapters

/// A channel of chat: `twitch:CHANNEL`, or one of any server as `irc://host:port/#channel` or, encrypted, `ircs://…`.
public struct ChatAddress: Equatable, Sendable, CustomStringConvertible {
    /// Where the server is, and who one is there: the nick and the password.
    public var server: ServerAddress
    /// Whether the connection is encrypted, and the server proven by its certificate.
    public var isEncrypted: Bool
    /// The channel, without the `#` before it.
    public var channel: String
    /// Whose rules the server follows.
    public var dialect: TwitchChatSession.Dialect
    /// The name as people write it.
    public let description: String

    /// The longest name of a channel, in bytes.
    private static let longestChannel = 200

    /// Whether a text is an address of this kind, well made or not.
    public static func isOne(_ text: String) -> Bool {
        ["twitch:", "irc://", "ircs://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// Reads an address.
    public init(_ text: String) throws(NetworkAddressError) {
        let name: String
        if text.lowercased().hasPrefix("twitch:") {
            name = String(text.dropFirst("twitch:".count))
            server = ServerAddress(host: "irc.chat.twitch.tv", port: 6697)
            isEncrypted = true
        } else {
            guard let parts = try AddressParts(text), parts.scheme == "irc" || parts.scheme == "ircs" else {
                throw NetworkAddressError("expected twitch:CHANNEL, irc://host/#channel or ircs://host/#channel")
            }
            isEncrypted = parts.scheme == "ircs"
            server = try ServerAddress(parts.server, usualPort: isEncrypted ? 6697 : 6667)
            name = try PercentCoding.decoded(parts.path)
            guard parts.query.isEmpty else { throw NetworkAddressError("expected nothing behind the channel") }
        }
        channel = String(name.drop { $0 == "#" }).lowercased()
        let isOne = channel.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "," && $0 != ":" }
        guard !channel.isEmpty, isOne, channel.utf8.count <= Self.longestChannel else {
            throw NetworkAddressError("expected the name of a channel")
        }
        let isTwitch = server.host.lowercased().hasSuffix(".twitch.tv")
        dialect = isTwitch ? .twitch : .plain
        description =
            text.lowercased().hasPrefix("twitch:")
            ? "twitch:\(channel)" : "\(isEncrypted ? "ircs" : "irc")://\(server.hostAndPort)/#\(channel)"
    }

    /// Where to connect, in the form that byte streams are asked for.
    var streamURL: String { "\(isEncrypted ? "https" : "http")://\(server.hostAndPort)" }
}
