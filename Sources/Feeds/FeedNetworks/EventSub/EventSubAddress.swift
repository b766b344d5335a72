public import MQTTClient

/// The address of a Twitch channel over EventSub, `eventsub:CHANNEL` with the channel's name or user id, and the
/// credentials.
///
/// EventSub requires a token. The token does not appear in descriptions and errors.
public struct EventSubAddress: Equatable, Sendable, CustomStringConvertible {
    /// The channel's name or its owner's user id.
    public var channel: String
    /// The client id of the application to which the token belongs.
    public var clientID: String
    /// The access token.
    public var token: String
    /// The URL of the WebSocket.
    public var socketURL: String
    /// The URL of the API, without a slash at its end.
    public var apiURL: String

    /// Whether a text is an address of this type, valid or not.
    public static func matches(_ text: String) -> Bool { text.lowercased().hasPrefix("eventsub:") }

    /// Parses an address and reads the other properties from the environment.
    ///
    /// The client id comes from `GIFTTY_TWITCH_CLIENT_ID`, the token from `GIFTTY_TWITCH_TOKEN` or the file that
    /// `GIFTTY_TWITCH_TOKEN_FILE` names. `GIFTTY_EVENTSUB_URL` and `GIFTTY_TWITCH_API_URL` replace the URLs of Twitch's
    /// servers.
    ///
    /// - Parameters:
    ///   - text: The address.
    ///   - environment: The environment variables.
    ///   - contents: Returns the contents of a file; nil if it cannot be read.
    /// - Throws: `NetworkAddressError` if the address or a variable is missing or not valid.
    public init(
        _ text: String, environment: [String: String], contents: (String) -> [UInt8]?
    ) throws(NetworkAddressError) {
        guard Self.matches(text) else { throw NetworkAddressError("expected eventsub:CHANNEL") }
        channel = String(text.dropFirst("eventsub:".count)).lowercased()
        let isName = channel.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
        }
        guard !channel.isEmpty, channel.utf8.count <= 64, isName else {
            throw NetworkAddressError("expected the name of a channel, or its number")
        }
        func variable(_ name: String) -> String? { environment[name]?.nonEmpty }
        guard let clientID = variable("GIFTTY_TWITCH_CLIENT_ID") else {
            throw NetworkAddressError("expected the application's number in GIFTTY_TWITCH_CLIENT_ID")
        }
        var token = variable("GIFTTY_TWITCH_TOKEN")
        if token == nil, let path = variable("GIFTTY_TWITCH_TOKEN_FILE") {
            guard let bytes = contents(path) else {
                throw NetworkAddressError("GIFTTY_TWITCH_TOKEN_FILE: \(path) cannot be read")
            }
            token = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace && !$0.isNewline }
        }
        guard var token, !token.isEmpty else {
            throw NetworkAddressError("expected a token in GIFTTY_TWITCH_TOKEN or the file of GIFTTY_TWITCH_TOKEN_FILE")
        }
        if token.hasPrefix("oauth:") { token.removeFirst("oauth:".count) }
        for (name, value) in [("token", token), ("GIFTTY_TWITCH_CLIENT_ID", clientID)] {
            let isOne = value.utf8.count <= 1_000 && value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            guard isOne else { throw NetworkAddressError("\(name): expected letters and digits") }
        }
        self.clientID = clientID
        self.token = token
        socketURL = variable("GIFTTY_EVENTSUB_URL") ?? "wss://eventsub.wss.twitch.tv/ws"
        apiURL = variable("GIFTTY_TWITCH_API_URL") ?? "https://api.twitch.tv/helix"
        while apiURL.last == "/" { apiURL.removeLast() }
        guard WebSocketURL(socketURL) != nil else {
            throw NetworkAddressError("GIFTTY_EVENTSUB_URL: expected ws://… or wss://…")
        }
        // Requests to the API contain the token, so they are unencrypted only to a server on this machine.
        guard let api = try? URLParts(apiURL), api.scheme == "https" || api.scheme == "http" && isLocal(api.server)
        else {
            throw NetworkAddressError("GIFTTY_TWITCH_API_URL: expected https://…, or http:// on this machine")
        }
    }

    /// The user id of the channel's owner, if the address contains it; otherwise nil.
    var userID: String? { channel.utf8.allSatisfy { (48...57).contains($0) } ? channel : nil }

    /// The address without credentials.
    public var description: String { "eventsub:\(channel)" }
}

private func isLocal(_ server: Substring) -> Bool {
    guard let address = try? ServerAddress(server, defaultPort: 80), address.user == nil else { return false }
    return ["localhost", "127.0.0.1", "::1"].contains(address.host)
}
