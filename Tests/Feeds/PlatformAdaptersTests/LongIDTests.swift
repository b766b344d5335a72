import RoomEvents
import Testing

@testable import PlatformAdapters

/// Tests of messages whose ids are far longer than those of platforms.
@Suite("Long ids from platforms")
struct LongIDTests {
    private static let long = String(repeating: "7", count: 5_000)

    @Test(
        "a chat message with long ids survives every format in a short line",
        arguments: FeedFormat.allCases.filter { $0 != .ndjson })
    func thereAndBack(format: FeedFormat) throws {
        let line =
            "@display-name=ann;id=\(Self.long);tmi-sent-ts=1000;user-id=\(Self.long) :ann!a@b PRIVMSG #room :hi"
        let events = try AdapterTesting.events([line], .twitchIRC)
        var writer = FeedWriter(format, map: AdapterTesting.map)
        let lines = writer.openingLines + events.flatMap { writer.lines(for: $0) }
        #expect(events.count == 1 && writer.unsupportedEvents.isEmpty)
        #expect(try AdapterTesting.events(lines, format) == events)
        #expect(lines.allSatisfy { $0.utf8.count < 2_000 })
    }

    @Test("a message and its deletion agree on a long id")
    func retraction() throws {
        let lines = [
            "@id=\(Self.long);user-id=1 :ann!a@b PRIVMSG #room :hi",
            "@target-msg-id=\(Self.long) :tmi.twitch.tv CLEARMSG #room :hi",
        ]
        let ids = try AdapterTesting.events(lines, .twitchIRC).map { event in
            switch event.kind {
            case .chat(let message): message.id
            case .retract(let id): id
            default: ""
            }
        }
        #expect(ids == [Self.long.boundedID, Self.long.boundedID])
    }

    @Test("a streak of a long group continues and ends under one short id", arguments: ["", "x"])
    func streak(ending: String) throws {
        let group = Self.long + ending
        let events = try AdapterTesting.events(
            [
                TikTokAdapterTests.gift(0, count: 1, group: group, user: Self.long),
                TikTokAdapterTests.gift(500, count: 4, group: group, user: Self.long),
                TikTokAdapterTests.gift(30_000, count: 1, type: 2),
            ], .tiktok)
        let ids = events.compactMap { event -> String? in
            switch event.kind {
            case .gift(let gift): gift.streak.map { "\($0.id) \($0.total)" }
            case .streakEnd(let id, let total): "\(id) ends with \(total)"
            default: nil
            }
        }
        let id = try #require(ids.first?.split(separator: " ").first)
        #expect(ids == ["\(id) 1", "\(id) 4", "\(id) ends with 4"] && id.unicodeScalars.count == TextLimits.id)
    }

    @Test("a line that would be too long for a reader is not written, but counted")
    func longText() {
        let text = String(repeating: "\"", count: LineSplitter.defaultMaxLength / 2 + 1)
        let chat = ChatMessage(id: "c", from: Viewer(id: "1", name: "ann"), text: text)
        var writer = FeedWriter(.tiktok, map: AdapterTesting.map)
        #expect(writer.lines(for: FeedEvent(at: .zero, kind: .chat(chat))).isEmpty)
        #expect(writer.unsupportedEvents == ["chat": 1])
    }
}

/// Tests of streaks whose group is used again after the adapter has forgotten the streak.
@Suite("Groups that are used again")
struct ReusedGroupTests {
    private static let lines = [
        TikTokAdapterTests.gift(0, count: 2), TikTokAdapterTests.gift(60_000, count: 1),
        TikTokAdapterTests.gift(61_000, count: 3),
    ]

    @Test("a group that is used again after the streak was forgotten begins a new streak")
    func again() throws {
        #expect(
            try AdapterTesting.summary(Self.lines, .tiktok) == [
                "0.0 Ann gives 2 rose \"Rose\" of 1 run 2", "10.0 run ends with 2",
                "60.0 Ann gives 1 rose \"Rose\" of 1 run 1", "61.0 Ann gives 2 rose \"Rose\" of 1 run 3",
            ])
    }

    @Test("events do not depend on how often held events are requested", arguments: [1, 7, 20, 45, 60])
    func polling(step: Int) throws {
        var adapter = TikTokAdapter(map: AdapterTesting.map)
        var events: [FeedEvent] = []
        var time = 0
        for (line, milliseconds) in zip(Self.lines, [0, 60_000, 61_000]) {
            while time < milliseconds {
                time = min(time + step * 1_000, milliseconds)
                adapter.advance(to: .milliseconds(time), into: &events)
            }
            try adapter.parse(line, into: &events)
        }
        #expect(try events == AdapterTesting.events(Self.lines, .tiktok))
    }

    @Test("they read back unchanged from the formats of relays", arguments: [FeedFormat.tiktok, .bilibili])
    func thereAndBack(format: FeedFormat) throws {
        let events = try AdapterTesting.events(Self.lines, .tiktok)
        var writer = FeedWriter(format, map: AdapterTesting.map)
        func gifts(_ events: [FeedEvent]) -> [FeedEvent] {
            events.filter { if case .gift = $0.kind { true } else { false } }
        }
        let lines = writer.openingLines + events.flatMap { writer.lines(for: $0) }
        #expect(try gifts(AdapterTesting.events(lines, format)) == gifts(events))
    }
}
