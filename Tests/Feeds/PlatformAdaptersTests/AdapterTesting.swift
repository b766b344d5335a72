import PlatformAdapters
import RoomEvents
import SeededRandomness
import Testing

/// Helpers that pass lines through adapters and summarise the events.
enum AdapterTesting {
    static let kinds = [
        GiftKind(id: "heart", name: "Heart", value: 1), GiftKind(id: "rose", name: "Rose", value: 5),
        GiftKind(id: "star", name: "Star", value: 100), GiftKind(id: "rocket", name: "Rocket", value: 500),
        GiftKind(id: "whale", name: "Moonlit whale", value: 1000),
    ]
    static let map = GiftMap(kinds: kinds)

    static func events(
        _ lines: [String], _ format: FeedFormat, map: GiftMap = map, arrivals: [Duration]? = nil
    ) throws -> [FeedEvent] {
        var adapter = format.adapter(map: map)
        var events: [FeedEvent] = []
        for (index, line) in lines.enumerated() {
            try adapter.parse(line, arrival: arrivals?[index], into: &events)
        }
        adapter.finish(into: &events)
        return events
    }

    /// Returns one line of text for each event of lines that arrive together, an hour before the feed ends, and expects
    /// that no event is held then.
    static func summary(arrivingTogether lines: [String], _ format: FeedFormat) throws -> [String] {
        var adapter = format.adapter(map: map)
        var events: [FeedEvent] = []
        for line in lines { try adapter.parse(line, arrival: .seconds(5), into: &events) }
        adapter.advance(to: .seconds(3_600), into: &events)
        adapter.finish(into: &events)
        #expect(adapter.nextDue == nil)
        return events.map(summary)
    }

    /// Returns one line of text for each event.
    static func summary(_ lines: [String], _ format: FeedFormat, map: GiftMap = map) throws -> [String] {
        try events(lines, format, map: map).map(summary)
    }

    static func summary(of event: FeedEvent) -> String {
        let (seconds, attoseconds) = event.at.components
        let time = Double(seconds) + Double(attoseconds) / 1e18
        return "\(time) \(summary(of: event.kind))"
    }

    private static func summary(of kind: FeedEvent.Kind) -> String {
        switch kind {
        case .gift(let gift):
            let streak = gift.streak.map { " run \($0.total)\($0.isFinal ? " end" : "")" } ?? ""
            return "\(gift.from.name) gives \(gift.count) \(gift.gift) \"\(gift.name)\" of \(gift.value)\(streak)"
        case .chat(let message): return "\(message.from.name): \(message.text)"
        case .join(let viewer): return "\(viewer.name) joins"
        case .leave(let viewer): return "\(viewer.name) leaves"
        case .like(let viewer, let count): return "\(viewer.name) likes \(count)"
        case .seen(let viewer, let message): return "\(viewer.name) has seen \(message)"
        case .streakEnd(_, let total): return "run ends with \(total)"
        case .batch(let id, let total): return "batch \(id) of \(total)"
        case .retract(let id): return "\(id) is taken back"
        }
    }

    /// Passes damaged lines to an adapter and expects valid gifts in the order of time.
    static func checkDamagedLines(_ lines: [String], _ format: FeedFormat, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var adapter = format.adapter(map: map)
        var events: [FeedEvent] = []
        for _ in 0..<100 {
            var bytes = Array(lines[random.next(below: lines.count)].utf8)
            for _ in 0..<random.next(below: 4) where !bytes.isEmpty {
                let place = random.next(below: bytes.count)
                switch random.next(below: 5) {
                case 0: bytes[place] = UInt8(random.next(below: 256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: #"{}[]",:\0-9;= "#.utf8.shuffled(using: &random).prefix(2), at: place)
                case 3:
                    bytes.insert(contentsOf: "99999999999999999999".utf8.prefix(1 + random.next(below: 20)), at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            let arrival: Duration? = random.next(below: 2) == 0 ? nil : .milliseconds(random.next(below: 100_000))
            bytes.withUnsafeBufferPointer { try? adapter.parse($0, arrival: arrival, into: &events) }
        }
        adapter.finish(into: &events)
        for event in events {
            guard case .gift(let gift) = event.kind else { continue }
            #expect(gift.count >= 1 && gift.value >= 0 && (gift.streak?.total ?? 1) >= 1, "seed \(seed)")
        }
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.at <= $1.at }, "seed \(seed)")
    }
}
