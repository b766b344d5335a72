public import RoomEvents

/// A format of feeds.
public enum FeedFormat: String, CaseIterable, Sendable {
    /// The feed lines of giftty, one JSON object per line.
    case ndjson
    /// Lines of Twitch chat as IRC transmits them.
    case twitchIRC = "twitch-irc"
    /// Messages of Twitch EventSub, one JSON object per line.
    case eventSub = "eventsub"
    /// The output of connectors to TikTok live, one JSON object per line.
    case tiktok
    /// Commands of Bilibili live, one JSON object per line.
    case bilibili

    /// Returns an adapter that reads this format.
    ///
    /// - Parameters:
    ///   - map: The map from a platform's gifts to gift kinds. For feed lines, its kinds supply omitted data.
    ///   - requiresOrder: Whether a feed line that is earlier than the previous line is an error.
    ///   - stream: The number of the writer, if a feed has several.
    public func adapter(
        map: GiftMap, requiresOrder: Bool = false, stream: Int = 0
    ) -> any FeedAdapter {
        switch self {
        case .ndjson: FeedLineAdapter(kinds: map.kinds, requiresOrder: requiresOrder, stream: stream)
        case .twitchIRC: TwitchChatAdapter(map: map, stream: stream)
        case .eventSub: EventSubAdapter(map: map, stream: stream)
        case .tiktok: TikTokAdapter(map: map, stream: stream)
        case .bilibili: BilibiliAdapter(map: map, stream: stream)
        }
    }
}
