import FeedTools
import RoomEvents
import Testing

/// Tests of the figures of a feed and of the report about them.
@Suite struct FeedFiguresTests {
    private static func gift(
        _ seconds: Double, _ kind: String, from sender: String, count: Int = 1, value: Int, id: String = "",
        streak: GiftArrival.Streak? = nil
    ) -> FeedEvent {
        FeedEvent(
            at: .seconds(seconds),
            kind: .gift(
                GiftArrival(
                    id: id, gift: kind, name: kind, from: Viewer(id: sender, name: sender), count: count, value: value,
                    streak: streak)))
    }

    private static func figures(_ events: [FeedEvent]) -> FeedFigures {
        var figures = FeedFigures()
        for event in events { figures.add(event) }
        return figures
    }

    @Test func giftsAreCountedWithTheirCounts() {
        let figures = Self.figures([
            Self.gift(1, "rose", from: "ann", count: 3, value: 5), Self.gift(2, "rocket", from: "bob", value: 500),
            Self.gift(3, "rose", from: "ann", value: 5), FeedEvent(at: .seconds(4), kind: .join(.unknown)),
        ])
        #expect(figures.giftEvents == 3 && figures.gifts == 5 && figures.value == 520 && figures.totalEvents == 4)
        #expect(figures.topSenders(9).map { "\($0.name) \($0.gifts) \($0.value)" } == ["bob 1 500", "ann 4 20"])
        #expect(figures.topKinds(1).map { "\($0.name) \($0.gifts) \($0.value)" } == ["rocket 1 500"])
        #expect(
            figures.price(atShare: 0.5) == 5 && figures.price(atShare: 0.8) == 5 && figures.price(atShare: 0.81) == 500)
        #expect(figures.end == .seconds(4))
    }

    @Test func repeatedGiftCountsOnce() {
        let gift = Self.gift(1, "rose", from: "ann", value: 5, id: "g")
        let figures = Self.figures([gift, gift, Self.gift(0, "rose", from: "ann", value: 5)])
        #expect(figures.gifts == 2 && figures.duplicates == 1 && figures.lateEvents == 1)
    }

    @Test func streaksAreCountedByID() {
        func run(_ id: String, _ total: Int, _ end: Bool = false) -> FeedEvent {
            Self.gift(1, "rose", from: "ann", value: 5, streak: .init(id: id, total: total, isFinal: end))
        }
        let figures = Self.figures([
            run("a", 1), run("b", 1), run("a", 2), run("a", 3, true),
            FeedEvent(at: .seconds(2), kind: .streakEnd(id: "b", total: 1)),
            run("c", 1),
        ])
        let streaks = figures.streaks
        #expect(streaks.count == 3 && streaks.ended == 2 && streaks.gifts == 5 && streaks.maxGifts == 3)
    }

    @Test func burstIsFarAboveMean() {
        let steady = (0..<300).map { Self.gift(Double($0), "rose", from: "ann", value: 5) }
        #expect(Self.figures(steady).timeSeries.bursts.isEmpty)
        let burst = (0..<40).map { Self.gift(100 + Double($0) / 10, "star", from: "bob", value: 2) }
        let bursts = Self.figures((steady + burst).sorted { $0.at < $1.at }).timeSeries.bursts
        #expect(bursts.count == 1)
        guard let first = bursts.first else { return }
        #expect(first.start == .seconds(100) && first.gifts == 44)
        #expect(first.duration == .seconds(4))
    }

    @Test func decadeOfFeedHasBoundedMemory() {
        var figures = FeedFigures()
        for day in 0..<3_650 { figures.add(Self.gift(Double(day) * 86_400, "rose", from: "ann", value: 5)) }
        figures.add(Self.gift(9e9, "rose", from: "ann", value: 5))
        #expect(
            figures.timeSeries.slots.count <= 1 << 16 && figures.timeSeries.slots.reduce(0) { $0 + $1.gifts } == 3_651)
    }

    @Test func largeNumbersAreClamped() {
        let most = Self.gift(1, "rose", from: "ann", count: 1_000_000_000, value: 999_999_999_999_999_999)
        let figures = Self.figures([most, most, most])
        #expect(figures.value == .max && figures.topSenders(1).first?.value == .max)
        #expect(!FeedReport(figures, name: "x", invalidLines: 0, columns: 80, isASCII: false).lines.isEmpty)
    }

    @Test(arguments: [
        ([0, 1, 4, 8], false, " ▁▄█"), ([0, 1, 4, 8], true, " .=@"), ([], false, ""), ([0, 0], false, "  "),
    ])
    func sparklineHeightsMatchNumbers(numbers: [Int], isASCII: Bool, text: String) {
        #expect(Sparkline.text(numbers, isASCII: isASCII) == text)
    }

    @Test(arguments: [
        (8, false, "████"), (4, false, "██"), (1, false, "▌"), (0, false, ""), (4, true, "##"), (1, true, "#"),
    ])
    func barLengthMatchesShare(number: Int, isASCII: Bool, bar: String) {
        #expect(Sparkline.bar(number, of: 8, columns: 4, isASCII: isASCII) == bar)
    }

    @Test func reportContainsFiguresInLinesThatFit() {
        var events = (0..<120).map { (index: Int) -> FeedEvent in
            let isDear = index % 7 == 0
            return Self.gift(
                Double(index), isDear ? "rocket" : "rose", from: "sender \(index % 11)", value: isDear ? 500 : 5)
        }
        events += (0..<50).map { Self.gift(60.5, "star", from: "名前\u{1B}[2J", value: 2, id: "s\($0)") }
        events.append(Self.gift(119, "rose", from: "ann", value: 5, streak: .init(id: "s", total: 4, isFinal: false)))
        for (columns, isASCII) in [(80, false), (80, true), (40, false), (200, false)] {
            let lines = FeedReport(
                Self.figures(events.sorted { $0.at < $1.at }), name: "room", invalidLines: 3, columns: columns,
                isASCII: isASCII
            ).lines
            #expect(
                lines.allSatisfy {
                    !$0.contains("\u{1B}") && (!isASCII || $0.utf8.allSatisfy { $0 < 0x80 } || $0.contains("名前"))
                })
            #expect(
                lines.filter { $0.hasPrefix("gifts  ") || $0.hasPrefix("value  ") }.allSatisfy { $0.count <= columns })
            for word in [
                "3 lines are invalid", "senders", "13 in all", "kinds", "prices", "streaks  1", "bursts", "at 1m 00s",
            ] {
                #expect(lines.contains { $0.contains(word) }, "\(word) \(columns)")
            }
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["x", "word ", "阿", "e\u{301}", "\u{301}"])
    func longNamesAreTruncatedInLinearTime(part: String) {
        let name = String(repeating: part, count: 500_000)
        let gift = Self.gift(1, name, from: name, value: 2, streak: .init(id: "s", total: 2, isFinal: true))
        let lines = FeedReport(Self.figures([gift]), name: "room", invalidLines: 0, columns: 80, isASCII: false).lines
        #expect(lines.allSatisfy { $0.unicodeScalars.count <= 200 }, "\(lines)")
        if part != "\u{301}" { #expect(lines.contains { $0.contains("…") }, "\(lines)") }
    }

    @Test func feedWithoutGiftsIsReported() {
        #expect(
            FeedReport(FeedFigures(), name: "x", invalidLines: 0, columns: 80, isASCII: true).lines == [
                "x", "0s, 0 events", "", "no gifts",
            ])
    }
}
