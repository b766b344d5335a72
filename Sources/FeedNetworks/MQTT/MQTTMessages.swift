package import FeedAdapters
package import GiftFeed

/// Makes events of the messages of a topic, each of which holds lines of a feed, without a connection or a clock.
///
/// Those who publish have no beginning in common, so events happen when they come, whatever they say. What has come
/// before is passed over, as a message is told again where its receipt was lost, and so is what is too old.
package struct MQTTMessages {
    /// What came of messages.
    package struct Taken: Equatable {
        package var events: [FeedEvent] = []
        package var faults: [FeedFaultPlace] = []
        /// Events that were too old, and gifts among them.
        var expired = Count()
        /// Events that had come before, and gifts among them.
        var duplicates = Count()
    }

    struct Count: Equatable {
        var events = 0
        var gifts = 0
    }

    /// A line that was wrong, in the message of this number, from 1.
    package struct FeedFaultPlace: Equatable {
        let message: Int
        package let error: FeedLineError
    }

    private enum Reader {
        case lines(FeedLineAdapter)
        case platform(any FeedAdapter)
    }

    /// The longest message, in bytes: a line may be as long, and no broker is to fill the memory.
    static let longestMessage = LineSplitter.longestLine

    private var reader: Reader
    private var recent = RecentIDs()
    private var redeliveries = Redeliveries()
    /// Events whose `time` is longer ago are passed over; nil for none.
    var oldest: Duration?
    private var count = 0

    package init(format: FeedFormat, map: GiftMap, oldest: Duration? = nil) {
        reader =
            format == .ndjson
            ? .lines(FeedLineAdapter(kinds: map.kinds)) : .platform(format.adapter(map: map))
        self.oldest = oldest
    }

    /// When something that is held back is due.
    var nextDue: Duration? {
        if case .platform(let adapter) = reader { adapter.nextDue } else { nil }
    }

    /// Another connection begins: what comes over it may have come before.
    package mutating func connect() { redeliveries.connect() }

    /// Takes a message that came at `now`, which was `date` in nanoseconds since 1970.
    package mutating func take(_ message: MQTTDelivery, at now: Duration, date: Int64) -> Taken {
        guard redeliveries.isRepeat(message) else { return take(message.payload, at: now, date: date) }
        // To count what it tells of, it is told to one who is asked nothing afterwards.
        var copy = self
        copy.recent = RecentIDs(capacity: 0)
        copy.oldest = nil
        var taken = Taken()
        for event in copy.take(message.payload, at: now, date: date).events { taken.duplicates.add(event.kind) }
        return taken
    }

    private mutating func take(_ message: UnsafeRawBufferPointer, at now: Duration, date: Int64) -> Taken {
        var taken = Taken()
        count += 1
        guard message.count <= Self.longestMessage else {
            let problem = "expected a message of at most \(Self.longestMessage) bytes"
            taken.faults.append(FeedFaultPlace(message: count, error: FeedLineError(problem: problem)))
            return taken
        }
        for var line in message.split(separator: UInt8(ascii: "\n")) {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let bytes = UnsafeRawBufferPointer(rebasing: line).assumingMemoryBound(to: UInt8.self)
            guard bytes.contains(where: { $0 > 0x20 }) else { continue }
            do throws(FeedLineError) {
                try take(line: bytes, at: now, date: date, into: &taken)
            } catch {
                taken.faults.append(FeedFaultPlace(message: count, error: error))
            }
        }
        return taken
    }

    /// What is due at `now`.
    package mutating func advance(to now: Duration) -> [FeedEvent] {
        guard case .platform(var adapter) = reader else { return [] }
        var events: [FeedEvent] = []
        adapter.advance(to: now, into: &events)
        reader = .platform(adapter)
        return events.map { FeedEvent(at: now, kind: $0.kind) }
    }

    private mutating func take(
        line bytes: UnsafeBufferPointer<UInt8>, at now: Duration, date: Int64, into taken: inout Taken
    ) throws(FeedLineError) {
        switch reader {
        case .platform(var adapter):
            var events: [FeedEvent] = []
            defer { reader = .platform(adapter) }
            try adapter.take(bytes, arrival: now, into: &events)
            taken.events += events.map { FeedEvent(at: now, kind: $0.kind) }
        case .lines(var adapter):
            let line = try FeedLine(bytes)
            defer { reader = .lines(adapter) }
            guard let kind = adapter.kind(of: line) else { return }
            if isTooOld(line.moment, date: date) {
                taken.expired.add(kind)
            } else if recent.insert(line.kind.ownID) {
                taken.events.append(FeedEvent(at: now, kind: kind))
            } else {
                taken.duplicates.add(kind)
            }
        }
    }

    private func isTooOld(_ moment: FeedLine.Moment, date: Int64) -> Bool {
        guard let oldest, case .date(let then) = moment else { return false }
        let (age, overflow) = date.subtractingReportingOverflow(then)
        return overflow ? date > then : .nanoseconds(age) > oldest
    }
}

extension MQTTMessages.Count {
    fileprivate mutating func add(_ kind: FeedEvent.Kind) {
        events += 1
        if case .gift = kind { gifts += 1 }
    }
}

extension FeedLine.Kind {
    /// What tells the event from others of its type; nil where it has nothing, or taking it twice does no harm.
    fileprivate var ownID: String? {
        switch self {
        case .gift(let gift): gift.id.map { "gift/\($0)" }
        case .chat(let message): message.id.isEmpty ? nil : "chat/\(message.id)"
        case .join, .leave, .like, .seen, .streakEnd, .batch, .retract, .other: nil
        }
    }
}
