public import GiftFeed

/// How a feed is written.
public enum FeedFormat: String, CaseIterable, Sendable {
    /// Our own lines.
    case ndjson
    /// Lines of Twitch chat, as they come over IRC.
    case twitchIRC = "twitch-irc"
    /// Messages of Twitch EventSub, one a line.
    case eventSub = "eventsub"
    /// What connectors to TikTok live emit, one JSON object a line.
    case tiktok
    /// Commands of Bilibili live, one JSON object a line.
    case bilibili

    /// An adapter that reads it.
    /// - Parameters:
    ///   - map: says which kinds stand for those of a platform; what our own lines leave out is looked up in its kinds.
    ///   - requiresOrder: whether a line of our own that is earlier than the one before is wrong.
    ///   - stream: tells several writers of one feed apart.
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
