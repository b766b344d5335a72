import RoomEvents
import SeededRandomness
import Testing

@testable import PlatformAdapters

/// Tests that events which are written in the format of a platform read back unchanged.
@Suite struct FeedWriterTests {
    private static let platforms = FeedFormat.allCases.filter { $0 != .ndjson }

    /// Returns the lines for the events and the numbers of events without a form in the format, by type.
    private static func write(_ events: [FeedEvent], _ format: FeedFormat) -> (
        lines: [String], withoutForm: [String: Int]
    ) {
        var writer = FeedWriter(format, map: AdapterTesting.map)
        let lines = writer.openingLines + events.flatMap { writer.lines(for: $0) }
        return (lines, writer.unsupportedEvents)
    }

    @Test("events of the simulated room survive the format of a relay", arguments: [FeedFormat.tiktok, .bilibili])
    func simulatedRoomReadsBackUnchanged(format: FeedFormat) throws {
        let ann = Viewer(id: "u-1", name: "Ann \"x\"")
        func gift(_ id: String, count: Int = 1, _ total: Int?, end: Bool = false) -> FeedEvent.Kind {
            .gift(
                GiftArrival(
                    id: id, gift: "rose", name: "Rose", from: ann, count: count, value: 5,
                    streak: total.map { .init(id: "s-1", total: $0, isFinal: end) }))
        }
        let kinds: [FeedEvent.Kind] = [
            .join(ann), .chat(ChatMessage(id: "c-1", from: ann, text: "hi\n🌹")), gift("g-1", nil),
            gift("g-2", count: 12, nil),
            gift("g-3", 1), gift("g-4", count: 2, 3), .streakEnd(id: "s-1", total: 3), .like(from: ann, count: 7),
        ]
        let events = kinds.enumerated().map { FeedEvent(at: .milliseconds(300 + 50 * $0), kind: $1) }
        let (lines, withoutForm) = Self.write(events, format)
        #expect(withoutForm.isEmpty)
        #expect(try AdapterTesting.events(lines, format) == events)
    }

    @Test(
        "cheers, gift subscriptions and chat survive the formats of Twitch",
        arguments: [FeedFormat.twitchIRC, .eventSub]
    )
    func twitchEventsReadBackUnchanged(format: FeedFormat) throws {
        let lines = [
            TwitchChatAdapterTests.start,
            TwitchChatAdapterTests.tags("m1", 300, "bits=100") + " :ann!a@b PRIVMSG #room :Cheer100; x=\\",
            TwitchChatAdapterTests.massGift("b", 500, count: 3), TwitchChatAdapterTests.part("p", 510),
            "@target-msg-id=m1;tmi-sent-ts=1002000 :tmi.twitch.tv CLEARMSG #room :bad",
        ]
        let events = try AdapterTesting.events(lines, .twitchIRC)
        #expect(events.count == 4)
        let (written, withoutForm) = Self.write(events, format)
        #expect(withoutForm.isEmpty)
        #expect(try AdapterTesting.events(written, format) == events)
    }

    @Test("events without a form in the format are counted")
    func unsupportedEventsAreCounted() {
        let ann = Viewer(id: "u-1", name: "ann")
        let kinds: [FeedEvent.Kind] = [
            .leave(ann), .leave(ann), .seen(by: ann, message: "c"), .batch(id: "b", total: 2),
            .streakEnd(id: "s", total: 2),
            .gift(GiftArrival(id: "g", gift: "zebra", name: "Zebra", from: ann, value: 1)),
        ]
        let (lines, withoutForm) = Self.write(kinds.map { FeedEvent(at: .zero, kind: $0) }, .bilibili)
        #expect(lines.count == 1)
        #expect(withoutForm == ["leave": 2, "seen": 1, "batch": 1, "streak": 1, "gift": 1])
    }

    @Test("a gift that occurs twice is written once", arguments: platforms)
    func repeatedGiftIsWrittenOnce(format: FeedFormat) throws {
        let gift = FeedEvent.Kind.gift(
            GiftArrival(id: "g", gift: "star", name: "100 bits", from: Viewer(id: "1", name: "ann"), value: 100))
        let (lines, withoutForm) = Self.write([gift, gift].map { FeedEvent(at: .zero, kind: $0) }, format)
        #expect(lines.count == 2 && withoutForm == ["gift": 1])
    }

    @Test("any written events read back unchanged", arguments: platforms, 1...8 as ClosedRange<UInt64>)
    func randomEventsReadBackUnchanged(format: FeedFormat, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let events = Self.randomEvents(300, &random)
        var writer = FeedWriter(format, map: AdapterTesting.map)
        var kept: [FeedEvent] = []
        var lines = writer.openingLines
        for event in events {
            let new = writer.lines(for: event)
            if !new.isEmpty { kept.append(event) }
            lines += new
        }
        #expect(kept.count + writer.unsupportedEvents.values.reduce(0, +) == events.count)
        #expect(
            Self.withoutStreakEnds(try AdapterTesting.events(lines, format)) == Self.withoutStreakEnds(kept),
            "\(format) seed \(seed)")
        #expect(kept.count > 100)
    }

    /// Returns the events without the ends of streaks, which a reader may notice earlier.
    private static func withoutStreakEnds(_ events: [FeedEvent]) -> [String] {
        events.compactMap { event -> String? in
            switch event.kind {
            case .streakEnd: return nil
            case .gift(var gift):
                gift.streak?.isFinal = false
                return FeedEvent(at: event.at, kind: .gift(gift)).json
            default: return event.json
            }
        }
    }

    private static func randomEvents(_ count: Int, _ random: inout SeededGenerator) -> [FeedEvent] {
        let people = ["ann", "Bob 2", "zoë;", "u\\"].enumerated().map { Viewer(id: "\($0 + 7)", name: $1) }
        var totals: [String: Int] = [:]
        return (0..<count).map { index in
            let viewer = people[random.next(below: people.count)]
            let kind: FeedEvent.Kind
            switch random.next(below: 10) {
            case 0: kind = .join(viewer)
            case 1: kind = .leave(Viewer(id: "nick", name: "nick"))
            case 2: kind = .like(from: viewer, count: 1 + random.next(below: 50))
            case 3, 4:
                kind = .chat(
                    ChatMessage(
                        id: "c-\(index)", from: viewer, text: [":x", "a b;\\", "a\nb", "", "ö"][random.next(below: 5)]))
            case 5: kind = .retract(id: "c-\(random.next(below: count))")
            case 6:
                kind = .gift(GiftArrival(id: "g-\(index)", gift: "star", name: "100 bits", from: viewer, value: 100))
            case 7:
                kind = .gift(
                    GiftArrival(
                        id: "g-\(index)", gift: "rocket", name: "Tier 1 subscription", from: viewer,
                        count: 1 + random.next(below: 9), value: 500))
            default:
                let run = "s-\(random.next(below: 3))"
                let added = 1 + random.next(below: 3)
                let total = (totals[run] ?? 0) + added
                let isFinal = random.next(below: 4) == 0
                totals[run] = isFinal ? nil : total
                kind = .gift(
                    GiftArrival(
                        id: "g-\(index)", gift: "rose", name: "Rose", from: people[0], count: added, value: 5,
                        streak: .init(id: run, total: total, isFinal: isFinal)))
            }
            return FeedEvent(at: .milliseconds(100 + index * 200), kind: kind)
        }
    }
}
