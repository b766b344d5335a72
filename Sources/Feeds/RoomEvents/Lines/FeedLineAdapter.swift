/// An adapter that converts feed lines to events and adds data that a line may omit.
///
/// The adapter gives a gift without an id a unique id, so that no other gift is a duplicate of it. A gift without a
/// value gets the value of its kind. The adapter counts the total of a streak if the lines omit it. It ignores lines of
/// an unknown type, unless the type is misspelt or belongs to recorded sessions: then it throws an error. Ids of more
/// than 200 characters are shortened, and stay different from each other.
public struct FeedLineAdapter: FeedAdapter {
    /// The largest count or total of one line. The limit keeps all sums far below the integer limits.
    public static let maxCount = 1_000_000_000
    /// The highest price of one gift, in coins.
    public static let maxValue: Int64 = 999_999_999_999_999_999
    /// The number of streaks whose totals the adapter counts; more are never open at the same time.
    private static let maxStreaks = 10_000

    private let kinds: AvailableKinds
    private var timeline: FeedTimeline
    private var totals: [String: Int] = [:]
    private var lineCount = 0
    /// The prefix of generated ids, before the line number.
    private let idPrefix: String

    /// Creates an adapter for a fixed list of gift kinds.
    ///
    /// - Parameters:
    ///   - kinds: The gift kinds.
    ///   - requiresOrder: Whether a stored line that is earlier than the previous line is an error. Otherwise it gets
    ///     the time of the previous line.
    ///   - stream: The number of the writer, if there are several. It makes generated ids different for different
    ///     writers.
    public init(kinds: [GiftKind], requiresOrder: Bool = false, stream: Int = 0) {
        self.init(kinds: AvailableKinds(kinds), requiresOrder: requiresOrder, stream: stream)
    }

    /// Creates an adapter for gift kinds that can change.
    public init(kinds: AvailableKinds, requiresOrder: Bool = false, stream: Int = 0) {
        self.init(kinds: kinds, requiresOrder: requiresOrder, idPrefix: stream == 0 ? "line-" : "line-\(stream)-")
    }

    /// Creates an adapter whose generated ids begin with `idPrefix`.
    package init(kinds: AvailableKinds, requiresOrder: Bool = false, idPrefix: String) {
        self.idPrefix = idPrefix
        self.kinds = kinds
        timeline = FeedTimeline(order: requiresOrder ? .required : .corrected)
    }

    /// Parses a feed line and appends its event.
    public mutating func parse(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        lineCount += 1
        let line = try FeedLine(line)
        let at = try timeline.time(of: line.moment, arrival: arrival)
        guard let kind = try event(line.kind) else { return }
        events.append(FeedEvent(at: .nanoseconds(at), kind: kind.withBoundedIDs))
    }

    /// Returns the event in a line whose time the caller knows; nil if the line's type is unknown.
    public mutating func kind(of line: FeedLine) throws(FeedLineError) -> FeedEvent.Kind? {
        lineCount += 1
        return try event(line.kind)?.withBoundedIDs
    }

    private mutating func event(_ line: FeedLine.Kind) throws(FeedLineError) -> FeedEvent.Kind? {
        switch line {
        case .gift(let gift): return .gift(arrival(gift))
        case .chat(let message): return .chat(message)
        case .join(let viewer): return .join(viewer)
        case .leave(let viewer): return .leave(viewer)
        case .like(let viewer, let count): return .like(from: viewer, count: min(count, Self.maxCount))
        case .seen(let viewer, let message): return .seen(by: viewer, message: message)
        case .streakEnd(let id, let total):
            let counted = totals.removeValue(forKey: id.boundedID)
            return .streakEnd(id: id, total: min(total ?? counted ?? 1, Self.maxCount))
        case .batch(let id, let total): return .batch(id: id, total: min(total, Self.maxCount))
        case .retract(let id): return .retract(id: id)
        case .other(let type):
            if let error = FeedLineError(misspelledType: type) { throw error }
            return nil
        }
    }

    private mutating func arrival(_ gift: FeedLine.Gift) -> GiftArrival {
        let kind = kinds[gift.kind]
        let count = min(gift.count, Self.maxCount)
        return GiftArrival(
            id: gift.id ?? idPrefix + String(lineCount), gift: gift.kind, name: gift.name ?? kind?.name ?? gift.kind,
            from: gift.from, count: count,
            value: Int(clamping: min(gift.value ?? Int64(kind?.value ?? 0), Self.maxValue)),
            streak: gift.streak.map { countedStreak($0, adding: count) }, batch: gift.batch)
    }

    private mutating func countedStreak(_ streak: FeedLine.Gift.Streak, adding count: Int) -> GiftArrival.Streak {
        let id = streak.id.boundedID
        let total = min(streak.total ?? (totals[id] ?? 0) + count, Self.maxCount)
        if streak.isFinal {
            totals[id] = nil
        } else {
            if totals.count >= Self.maxStreaks { totals.removeAll(keepingCapacity: true) }
            totals[id] = total
        }
        return GiftArrival.Streak(id: id, total: total, isFinal: streak.isFinal)
    }
}
