/// A channel of Twitch, told by EventSub: `eventsub:CHANNEL`, by its name or its number, and who may be told.
///
/// That needs a token. It stands in no description and no error.
public struct EventSubAddress: Equatable, Sendable, CustomStringConvertible {
    /// The channel's name, or its number.
    public var channel: String
    /// The number of the application that the token is for.
    public var clientID: String
    /// What proves that its user may be told.
    public var token: String
    /// Where the WebSocket is.
    public var socketURL: String
    /// Where the API is, without a slash behind it.
    public var apiURL: String

    /// Whether a text is an address of this kind, well made or not.
    public static func isOne(_ text: String) -> Bool { text.lowercased().hasPrefix("eventsub:") }

    /// Reads an address, and the rest from the environment: `GIFTTY_TWITCH_CLIENT_ID`, and the token from
    /// `GIFTTY_TWITCH_TOKEN` or the file that `GIFTTY_TWITCH_TOKEN_FILE` names. `GIFTTY_EVENTSUB_URL` and
    /// `GIFTTY_TWITCH_API_URL` lead to other servers than Twitch's.
    /// - Parameter contents: what is in a file; nil where it can't be read.
    public init(
        _ text: String, environment: [String: String], contents: (String) -> [UInt8]?
    ) throws(NetworkAddressError) {
        guard Self.isOne(text) else { throw NetworkAddressError("expected eventsub:CHANNEL") }
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
        // A token goes there: in the clear only within this machine.
        guard let api = try? AddressParts(apiURL), api.scheme == "https" || api.scheme == "http" && isLocal(api.server)
        else {
            throw NetworkAddressError("GIFTTY_TWITCH_API_URL: expected https://…, or http:// on this machine")
        }
    }

    /// The channel's number, where it was named by that.
    var number: String? { channel.utf8.allSatisfy { (48...57).contains($0) } ? channel : nil }

    /// Without what proves anything.
    public var description: String { "eventsub:\(channel)" }
}

private func isLocal(_ server: Substring) -> Bool {
    guard let address = try? ServerAddress(server, usualPort: 80), address.user == nil else { return false }
    return ["localhost", "127.0.0.1", "::1"].contains(address.host)
}
