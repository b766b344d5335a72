package import MQTTClient
package import PlatformAdapters
package import RoomEvents

/// The conversion of a topic's messages, each of which contains lines of a feed, to events. It needs no connection and
/// no clock.
///
/// Publishers have no common start time, so events happen when they arrive, whatever time they contain. The conversion
/// ignores events that arrived before, because a broker delivers a message again if its acknowledgement was lost, and
/// events that are too old.
package struct MQTTMessageConverter {
    /// The result of a message.
    package struct Conversion: Equatable {
        package var events: [FeedEvent] = []
        package var faults: [MessageFault] = []
        /// The number of events that were too old, and of the gifts among them.
        var expired = Count()
        /// The number of events that had arrived before, and of the gifts among them.
        var duplicates = Count()
    }

    struct Count: Equatable {
        var events = 0
        var gifts = 0
    }

    /// A faulty line in the message with this number, from 1.
    package struct MessageFault: Equatable {
        let message: Int
        package let error: FeedLineError
    }

    /// The longest message, in bytes. A single line may be as long; the limit prevents a broker from filling the
    /// memory.
    static let maxMessageLength = LineSplitter.defaultMaxLength

    /// The adapter for feed lines, or else the one for the messages of a platform.
    ///
    /// They are two properties, because the values of an enumeration would be copied for each change.
    private var lineAdapter: FeedLineAdapter?
    private var platformAdapter: (any FeedAdapter)?
    private var recentIDs = RecentIDs()
    private var redeliveries = RedeliveryDetector()
    /// The largest age of events with a `time`; older ones are ignored. Nil means no limit.
    var maxAge: Duration?
    private var count = 0

    package init(format: FeedFormat, map: GiftMap, maxAge: Duration? = nil) {
        if format == .ndjson {
            lineAdapter = FeedLineAdapter(kinds: map.kinds)
        } else {
            platformAdapter = format.adapter(map: map)
        }
        self.maxAge = maxAge
    }

    /// The time at which the next held event is due; nil if no event is held.
    var nextDue: Duration? { platformAdapter?.nextDue }

    /// Begins another connection, over which earlier messages may be repeated.
    package mutating func beginConnection() { redeliveries.beginConnection() }

    /// Converts a message that arrived at `now`; `date` is the time of day, in nanoseconds since 1970.
    package mutating func receive(_ message: MQTTDelivery, at now: Duration, date: Int64) -> Conversion {
        guard redeliveries.isRedelivery(message) else { return receive(message.payload, at: now, date: date) }
        // Counts the events of a repeated message with a copy that is discarded afterwards.
        var copy = self
        copy.recentIDs = RecentIDs(capacity: 0)
        copy.maxAge = nil
        var taken = Conversion()
        for event in copy.receive(message.payload, at: now, date: date).events { taken.duplicates.add(event.kind) }
        return taken
    }

    private mutating func receive(_ message: UnsafeRawBufferPointer, at now: Duration, date: Int64) -> Conversion {
        var taken = Conversion()
        count += 1
        guard message.count <= Self.maxMessageLength else {
            let problem = "expected a message of at most \(Self.maxMessageLength) bytes"
            taken.faults.append(MessageFault(message: count, error: FeedLineError(problem: problem)))
            return taken
        }
        for var line in message.split(separator: UInt8(ascii: "\n")) {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            // The memory of a delivery is bound to `UInt8`.
            let bytes = UnsafeRawBufferPointer(rebasing: line).assumingMemoryBound(to: UInt8.self)
            guard bytes.contains(where: { $0 > 0x20 }) else { continue }
            do throws(FeedLineError) {
                try parse(line: bytes, at: now, date: date, into: &taken)
            } catch {
                taken.faults.append(MessageFault(message: count, error: error))
            }
        }
        return taken
    }

    /// Returns the held events that are due at `now`.
    package mutating func advance(to now: Duration) -> [FeedEvent] {
        var events: [FeedEvent] = []
        platformAdapter?.advance(to: now, into: &events)
        return events.map { FeedEvent(at: now, kind: $0.kind) }
    }

    private mutating func parse(
        line bytes: UnsafeBufferPointer<UInt8>, at now: Duration, date: Int64, into taken: inout Conversion
    ) throws(FeedLineError) {
        guard lineAdapter != nil else {
            var events: [FeedEvent] = []
            // A line can contain several events of a platform, and those before a faulty one count.
            defer { taken.events += events.map { FeedEvent(at: now, kind: $0.kind) } }
            try platformAdapter?.parse(bytes, arrival: now, into: &events)
            return
        }
        let line = try FeedLine(bytes)
        guard let kind = try lineAdapter?.kind(of: line) else { return }
        if isTooOld(line.moment, date: date) {
            taken.expired.add(kind)
        } else if recentIDs.insert(line.kind.ownID) {
            taken.events.append(FeedEvent(at: now, kind: kind))
        } else {
            taken.duplicates.add(kind)
        }
    }

    private func isTooOld(_ moment: FeedLine.Moment, date: Int64) -> Bool {
        guard let maxAge, case .date(let then) = moment else { return false }
        let (age, overflow) = date.subtractingReportingOverflow(then)
        return overflow ? date > then : .nanoseconds(age) > maxAge
    }
}

extension MQTTMessageConverter.Count {
    fileprivate mutating func add(_ kind: FeedEvent.Kind) {
        events += 1
        if case .gift = kind { gifts += 1 }
    }
}

extension FeedLine.Kind {
    /// The id that distinguishes the event from others of its type; nil if it has none, or if a repetition does no
    /// harm.
    fileprivate var ownID: String? {
        switch self {
        case .gift(let gift): gift.id.map { "gift/\($0)" }
        case .chat(let message): message.id.isEmpty ? nil : "chat/\(message.id)"
        case .join, .leave, .like, .seen, .streakEnd, .batch, .retract, .other: nil
        }
    }
}
