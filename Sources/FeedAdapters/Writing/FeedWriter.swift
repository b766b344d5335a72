public import GiftFeed

/// Writes events in a format, so that they read back as they were, times to the millisecond in the words of platforms.
///
/// A run of which nothing comes for long ends there even where the event that says so is still to come.
/// Platforms have no words for some of what can happen. Each line is read back before it is given out, and what
/// doesn't mean the same is counted instead of written.
///
///     var writer = FeedWriter(.tiktok, map: map)
///     output.write(writer.opening)
///     for event in events { output.write(writer.lines(for: event)) }
public struct FeedWriter: Sendable {
    /// When feeds in the words of platforms begin, as those have dates only: the first of January 2026.
    static let start: Int64 = 1_767_225_600_000

    private let format: FeedFormat
    private var platform: (any PlatformLines)?
    /// Has read all that was given out.
    private var reader: any FeedAdapter
    private var used = RecentIDs()
    /// How many events had no form, by their type such as `leave`.
    public private(set) var withoutForm: [String: Int] = [:]

    /// A writer; `map` is that of whoever will read.
    public init(_ format: FeedFormat, map: GiftMap) {
        self.format = format
        switch format {
        case .ndjson:
            platform = nil
            reader = FeedLineAdapter(kinds: map.kinds)
        case .twitchIRC:
            platform = TwitchChatLines()
            reader = TwitchChatAdapter(map: map).forgetful
        case .eventSub:
            platform = EventSubLines()
            reader = EventSubAdapter(map: map).forgetful
        case .tiktok:
            platform = TikTokLines()
            reader = TikTokAdapter(map: map).forgetful
        case .bilibili:
            platform = BilibiliLines()
            reader = BilibiliAdapter(map: map).forgetful
        }
        var events: [FeedEvent] = []
        for line in opening { try? reader.take(line, into: &events) }
    }

    /// The lines to begin with.
    public var opening: [String] { platform.map { [$0.opening] } ?? [] }

    /// The lines that tell of an event; none where there is no form for it.
    public mutating func lines(for event: FeedEvent) -> [String] {
        guard platform != nil else { return [event.json] }
        let milliseconds = event.at.nanosecondsSinceStart / 1_000_000
        // A run that stands still for long is over for whoever reads, which is nothing that this event says.
        var ended: [FeedEvent] = []
        reader.advance(to: .milliseconds(milliseconds), into: &ended)
        let key = id(of: event.kind).map { "\(event.kind.type)/\($0)" }
        if let key, used.contains(key) { return refuse(event) }
        // Values: what is tried out on the copies changes nothing where it fails.
        var platform = self.platform
        var reader = self.reader
        guard let lines = platform?.lines(for: event.kind, at: Self.start + milliseconds),
            lines.allSatisfy({ !$0.utf8.contains(0x0A) && !$0.utf8.contains(0x0D) })
        else { return refuse(event) }
        var events: [FeedEvent] = []
        for line in lines {
            guard (try? reader.take(line, into: &events)) != nil else { return refuse(event) }
        }
        let expected = FeedEvent(at: .milliseconds(milliseconds), kind: event.kind)
        guard Self.plain(events) == Self.plain([expected]) else { return refuse(event) }
        self.platform = platform
        self.reader = reader
        if let key { _ = used.insert(key) }
        return lines
    }

    private mutating func refuse(_ event: FeedEvent) -> [String] {
        withoutForm[event.kind.type, default: 0] += 1
        return []
    }

    private func id(of kind: FeedEvent.Kind) -> String? {
        switch kind {
        case .gift(let gift): gift.id
        case .chat(let message): message.id
        default: nil
        }
    }

    /// The last gift of a run and the word that it was the last are one event or two, which means the same.
    private static func plain(_ events: [FeedEvent]) -> [FeedEvent] {
        events.flatMap { event -> [FeedEvent] in
            guard case .gift(var gift) = event.kind, let streak = gift.streak, streak.isFinal else { return [event] }
            gift.streak?.isFinal = false
            return [
                FeedEvent(at: event.at, kind: .gift(gift)),
                FeedEvent(at: event.at, kind: .streakEnd(id: streak.id, total: streak.total)),
            ]
        }
    }
}
