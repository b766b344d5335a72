import PlatformAdapters
import RoomEvents
import Testing

/// Tests with real messages of platforms; prints for each platform how many messages gave the expected result.
@Suite(.enabled(if: PlatformSamples.exist, "no messages of platforms lie beside the project"))
struct PlatformSampleTests {
    /// The numbers of messages with the expected events, without events as expected, and with an expected error, and
    /// the lines with another result.
    private struct Counts {
        var correct = 0
        var wrong: [String] = []
        var ignored = 0
        var reported = 0

        mutating func add(_ line: String, _ meaning: PlatformSamples.Expectation, _ events: [String], isReported: Bool)
        {
            switch meaning {
            case .events(let expected) where Set(events) == Set(expected): correct += 1
            case .nothing where events.isEmpty && !isReported: ignored += 1
            case .wrong where isReported: reported += 1
            default: wrong.append("\(meaning), not \(events)\(isReported ? " and an error" : ""): \(line.prefix(300))")
            }
        }
    }

    @Test("each message on its own gives the expected events", arguments: PlatformSamples.all)
    func messagesGiveExpectedEvents(of platform: PlatformSamples) throws {
        var tally = Counts()
        let lines = try platform.lines
        for line in lines {
            let (events, isNamed) = platform.result(line)
            tally.add(line, platform.expectation(line), events, isReported: isNamed)
        }
        let figures = [
            "\(lines.count) messages", "\(tally.correct) right", "\(tally.wrong.count) wrong",
            "\(tally.ignored) rightly ignored", "\(tally.reported) rightly named as damaged",
        ]
        print("samples: \(platform.name): \(figures.joined(separator: ", "))")
        #expect(tally.wrong == [])
    }

    private func gifts(_ file: String, _ format: FeedFormat) throws -> [GiftArrival] {
        try events(file, format).compactMap { if case .gift(let gift) = $0 { gift } else { nil } }
    }

    private func events(_ file: String, _ format: FeedFormat) throws -> [FeedEvent.Kind] {
        try AdapterTesting.events(PlatformSamples.lines(of: "derived/\(file)"), format).map(\.kind)
    }

    @Test(
        "a gift subscription for many is one gift, in whatever order its parts arrive",
        arguments: [
            ("bomb-100.txt", [100]), ("bomb-anon-old.txt", [10]), ("bomb-dup.txt", [10]), ("bomb-new.txt", [3]),
            ("bomb-old.txt", [10]), ("bomb-old-late-announce.txt", [10]), ("bomb-two.txt", [3, 3]),
        ])
    func massGiftCountsOnceInAnyOrder(file: String, counts: [Int]) throws {
        #expect(try gifts(file, .twitchIRC).map(\.count) == counts)
    }

    @Test func streaksCountAddedGifts() throws {
        let gifts = try gifts("tt-streaks.jsonl", .tiktok)
        #expect(gifts.map(\.count) == [1, 2, 2, 1, 2])
        #expect(gifts.map { $0.streak?.total } == [1, 3, 5, 1, 2])
        #expect(try self.gifts("bili-combo.jsonl", .bilibili).map(\.count) == [1, 1, 1, 2])
    }

    @Test func newerConnectorsHaveCorrectTimes() throws {
        #expect(try gifts("tt-v3.jsonl", .tiktok).map(\.value) == [1000, 29_999])
        #expect(try gifts("tt-v3.jsonl", .tiktok).map(\.from.id) == ["7535293805101057025", "7535293805101057026"])
        #expect(try gifts("tt-seconds.jsonl", .tiktok).map(\.id) == ["m1", "m2"])
    }

    @Test func anonymousSenderIsViewer() throws {
        #expect(Set(try gifts("bili-masked.jsonl", .bilibili).map(\.from.name)) == ["江***"])
        let people = try events("bili-masked.jsonl", .bilibili).compactMap { kind in
            if case .chat(let message) = kind { message.from.id } else { nil }
        }
        #expect(Set(people).count == 2)
    }

    @Test func retractionsAndDuplicatesAreRecognised() throws {
        #expect(try events("bili-sc-del.jsonl", .bilibili).last == .retract(id: "4242"))
        #expect(try gifts("bili-sc-del.jsonl", .bilibili).map(\.id) == ["4242"])
        #expect(try events("es-powerup.jsonl", .eventSub).map(\.type) == ["gift", "chat"])
    }
}
