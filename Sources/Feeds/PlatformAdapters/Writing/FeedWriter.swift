public import RoomEvents

/// A writer of events in a feed format. The lines read back as the same events, with times in milliseconds for
/// platforms.
///
/// A reader ends a streak that receives nothing for a long time, even if the event that ends it is still to come.
/// Platforms cannot represent some events. The writer reads each line back before it returns it, and counts an event
/// that would not read back the same, or whose line would be too long for a reader, instead of writing it.
///
///     var writer = FeedWriter(.tiktok, map: map)
///     output.write(writer.openingLines)
///     for event in events { output.write(writer.lines(for: event)) }
public struct FeedWriter: Sendable {
    /// The start of feeds in platform formats, which contain only dates: 1 January 2026, in milliseconds since 1970.
    static let start: Int64 = 1_767_225_600_000

    private let format: FeedFormat
    private var platformWriter: (any PlatformWriter)?
    /// The adapter that has read all lines written so far.
    private var reader: any FeedAdapter
    private var usedIDs = RecentIDs()
    /// The number of events without a form in the format, by event type such as `leave`.
    public private(set) var unsupportedEvents: [String: Int] = [:]

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - format: The format of the lines.
    ///   - map: The gift map of the future reader.
    public init(_ format: FeedFormat, map: GiftMap) {
        self.format = format
        switch format {
        case .ndjson:
            platformWriter = nil
            reader = FeedLineAdapter(kinds: map.kinds)
        case .twitchIRC:
            platformWriter = TwitchChatWriter()
            reader = TwitchChatAdapter(map: map).withoutDuplicateDetection
        case .eventSub:
            platformWriter = EventSubWriter()
            reader = EventSubAdapter(map: map).withoutDuplicateDetection
        case .tiktok:
            platformWriter = TikTokWriter()
            reader = TikTokAdapter(map: map).withoutDuplicateDetection
        case .bilibili:
            platformWriter = BilibiliWriter()
            reader = BilibiliAdapter(map: map).withoutDuplicateDetection
        }
        var events: [FeedEvent] = []
        for line in openingLines { try? reader.parse(line, into: &events) }
    }

    /// The lines that begin the feed.
    public var openingLines: [String] { platformWriter.map { [$0.openingLine] } ?? [] }

    /// Returns the lines for an event; none if the format has no representation of it.
    public mutating func lines(for event: FeedEvent) -> [String] {
        guard platformWriter != nil else { return [event.json] }
        let milliseconds = event.at.nanosecondsSinceStart / 1_000_000
        // A reader ends a streak after a long pause by itself; the event does not cause that.
        var ended: [FeedEvent] = []
        reader.advance(to: .milliseconds(milliseconds), into: &ended)
        let key = id(of: event.kind).map { "\(event.kind.type)/\($0)" }
        if let key, usedIDs.contains(key) { return countUnsupported(event) }
        // Works on copies, so that a failure changes nothing.
        var platform = self.platformWriter
        var reader = self.reader
        guard let lines = platform?.lines(for: event.kind, at: Self.start + milliseconds),
            lines.allSatisfy({ line in
                line.utf8.count <= LineSplitter.defaultMaxLength && !line.utf8.contains(0x0A)
                    && !line.utf8.contains(0x0D)
            })
        else { return countUnsupported(event) }
        var events: [FeedEvent] = []
        for line in lines {
            guard (try? reader.parse(line, into: &events)) != nil else { return countUnsupported(event) }
        }
        let expected = FeedEvent(at: .milliseconds(milliseconds), kind: event.kind)
        guard Self.splitFinalGifts(events) == Self.splitFinalGifts([expected]) else { return countUnsupported(event) }
        self.platformWriter = platform
        self.reader = reader
        if let key { _ = usedIDs.insert(key) }
        return lines
    }

    private mutating func countUnsupported(_ event: FeedEvent) -> [String] {
        unsupportedEvents[event.kind.type, default: 0] += 1
        return []
    }

    private func id(of kind: FeedEvent.Kind) -> String? {
        switch kind {
        case .gift(let gift): gift.id
        case .chat(let message): message.id
        default: nil
        }
    }

    /// Splits the last gift of a streak into the gift and the end of the streak, because one or two events mean the
    /// same.
    private static func splitFinalGifts(_ events: [FeedEvent]) -> [FeedEvent] {
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
