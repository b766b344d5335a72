/// Makes events of feed lines, filling in what a line may leave out.
///
/// A gift without an id gets one of its own, so that it is never taken for another; one without a value has its
/// kind's; a run's total is counted where lines don't say it. Lines of a type that is not known are passed over.
public struct FeedLineAdapter: FeedAdapter {
    /// Most of one kind that one line can bring. Everything that adds them up stays far from the end of numbers.
    public static let greatestCount = 1_000_000_000
    /// The highest price of one.
    public static let greatestValue: Int64 = 999_999_999_999_999_999
    /// Runs whose totals are counted; more are never open at a time.
    private static let rememberedStreaks = 10_000

    private let kinds: OfferedKinds
    private var timeline: FeedTimeline
    private var totals: [String: Int] = [:]
    private var linesTaken = 0
    /// Stands before the numbers of lines in ids.
    private let idPrefix: String

    /// An adapter that knows these kinds of gift.
    /// - Parameter requiresOrder: whether a line that is earlier than the one before is wrong; else it counts as
    ///   happening at the time of that one.
    /// - Parameter stream: tells the feeds of several writers apart, so that no gift of one gets the id of another's.
    public init(kinds: [GiftKind], requiresOrder: Bool = false, stream: Int = 0) {
        self.init(kinds: OfferedKinds(kinds), requiresOrder: requiresOrder, stream: stream)
    }

    /// The same with kinds that may change.
    public init(kinds: OfferedKinds, requiresOrder: Bool = false, stream: Int = 0) {
        idPrefix = stream == 0 ? "line-" : "line-\(stream)-"
        self.kinds = kinds
        timeline = FeedTimeline(order: requiresOrder ? .required : .restored)
    }

    /// Takes a feed line.
    public mutating func take(
        _ line: UnsafeBufferPointer<UInt8>, arrival: Duration?, into events: inout [FeedEvent]
    ) throws(FeedLineError) {
        linesTaken += 1
        let line = try FeedLine(line)
        let at = try timeline.time(of: line.moment, arrival: arrival)
        guard let kind = event(line.kind) else { return }
        events.append(FeedEvent(at: .nanoseconds(at), kind: kind))
    }

    /// What a line tells of, for who knows better when it happened; nil where its type is not known.
    public mutating func kind(of line: FeedLine) -> FeedEvent.Kind? {
        linesTaken += 1
        return event(line.kind)
    }

    private mutating func event(_ line: FeedLine.Kind) -> FeedEvent.Kind? {
        switch line {
        case .gift(let gift): return .gift(arrival(gift))
        case .chat(let message): return .chat(message)
        case .join(let viewer): return .join(viewer)
        case .leave(let viewer): return .leave(viewer)
        case .like(let viewer, let count): return .like(from: viewer, count: min(count, Self.greatestCount))
        case .seen(let viewer, let message): return .seen(by: viewer, message: message)
        case .streakEnd(let id, let total):
            let counted = totals.removeValue(forKey: id)
            return .streakEnd(id: id, total: min(total ?? counted ?? 1, Self.greatestCount))
        case .batch(let id, let total): return .batch(id: id, total: min(total, Self.greatestCount))
        case .retract(let id): return .retract(id: id)
        case .other: return nil
        }
    }

    private mutating func arrival(_ gift: FeedLine.Gift) -> GiftArrival {
        let kind = kinds[gift.kind]
        let count = min(gift.count, Self.greatestCount)
        return GiftArrival(
            id: gift.id ?? idPrefix + String(linesTaken), gift: gift.kind, name: gift.name ?? kind?.name ?? gift.kind,
            from: gift.from, count: count,
            value: Int(clamping: min(gift.value ?? Int64(kind?.value ?? 0), Self.greatestValue)),
            streak: gift.streak.map { place($0, adding: count) }, batch: gift.batch)
    }

    private mutating func place(_ streak: FeedLine.Gift.Streak, adding count: Int) -> GiftArrival.Streak {
        let total = min(streak.total ?? (totals[streak.id] ?? 0) + count, Self.greatestCount)
        if streak.isFinal {
            totals[streak.id] = nil
        } else {
            if totals.count >= Self.rememberedStreaks { totals.removeAll(keepingCapacity: true) }
            totals[streak.id] = total
        }
        return GiftArrival.Streak(id: streak.id, total: total, isFinal: streak.isFinal)
    }
}
