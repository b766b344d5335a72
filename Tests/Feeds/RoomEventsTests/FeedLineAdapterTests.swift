import RoomEvents
import SeededRandomness
import Testing

/// Tests of the meaning of feed lines as events of a room.
@Suite struct FeedLineAdapterTests {
    private static let kinds = [GiftKind(id: "rose", name: "Rose", value: 5)]
    private static let bob = Viewer(id: "bob", name: "bob")

    private func events(_ lines: [String], arrivals: [Duration?] = [], order: Bool = false) throws -> [FeedEvent] {
        var adapter = FeedLineAdapter(kinds: Self.kinds, requiresOrder: order)
        var events: [FeedEvent] = []
        for (index, line) in lines.enumerated() {
            let arrival = index < arrivals.count ? arrivals[index] : nil
            try adapter.parse(line, arrival: arrival, into: &events)
        }
        return events
    }

    private func gift(_ at: Double, _ more: String = "") -> String {
        #"{"at":\#(at),"type":"gift","gift":"rose","from":"bob"\#(more)}"#
    }

    @Test func giftHasNameAndValueOfItsKindAndUniqueID() throws {
        let events = try events([gift(0), gift(1, #","id":"""#)])
        #expect(
            events.map(\.kind) == [
                .gift(GiftArrival(id: "line-1", gift: "rose", name: "Rose", from: Self.bob, value: 5)),
                .gift(GiftArrival(id: "line-2", gift: "rose", name: "Rose", from: Self.bob, value: 5)),
            ])
    }

    @Test func unknownKindHasNameFromLine() throws {
        let events = try events([#"{"at":0,"type":"gift","id":"g","gift":"zebra","from":"bob"}"#])
        #expect(
            events.map(\.kind) == [.gift(GiftArrival(id: "g", gift: "zebra", name: "zebra", from: Self.bob, value: 0))])
    }

    @Test func missingStreakTotalsAreCounted() throws {
        let run = #","count":2,"streak":{"id":"s"}"#
        let events = try events([
            gift(0, run), gift(1, run), gift(2, #","streak":{"id":"s","total":9}"#), gift(3, run),
            #"{"at":4,"type":"streak","streak":{"id":"s"}}"#, gift(5, run),
        ])
        let totals = events.map { event -> Int? in
            switch event.kind {
            case .gift(let gift): gift.streak?.total
            case .streakEnd(_, let total): total
            default: nil
            }
        }
        #expect(totals == [2, 4, 9, 11, 11, 2])
    }

    @Test func datesAreRelativeToFirst() throws {
        let lines = ["10:00:00Z", "10:00:01.5Z", "09:00:00Z"].map {
            #"{"time":"2026-11-21T\#($0)","type":"join","from":"bob"}"#
        }
        #expect(try events(lines).map(\.at) == [.zero, .seconds(1.5), .seconds(1.5)])
    }

    @Test func mixedDatesAndTimesAreRejected() {
        #expect(throws: FeedLineError(problem: #"expected "at" as in the lines before, found "time""#)) {
            try events([gift(0), #"{"time":"2026-11-21T10:00:00Z","type":"join","from":"bob"}"#])
        }
    }

    @Test func lateLineIsErrorAndNextLineIsValidWhenOrderIsRequired() throws {
        var adapter = FeedLineAdapter(kinds: [], requiresOrder: true)
        var events: [FeedEvent] = []
        try adapter.parse(gift(2), into: &events)
        #expect(throws: FeedLineError(problem: "expected lines in order of time, found 1.25s after 2s")) {
            try adapter.parse(gift(1.25), into: &events)
        }
        try adapter.parse(gift(2), into: &events)
        #expect(events.count == 2)
    }

    @Test func lineCenturiesLaterIsError() throws {
        var adapter = FeedLineAdapter(kinds: [], requiresOrder: true)
        var events: [FeedEvent] = []
        func join(_ date: String) -> String { #"{"time":"\#(date)T00:00:00Z","type":"join","from":"bob"}"# }
        try adapter.parse(join("1970-01-01"), into: &events)
        try adapter.parse(join("2261-12-31"), into: &events)
        #expect(throws: FeedLineError.self) { try adapter.parse(join("1678-01-02"), into: &events) }
        #expect(events.count == 2)
    }

    @Test func firstLiveLineIsNowAndOthersKeepIntervals() throws {
        let events = try events(
            [gift(3600), gift(3600.5), gift(3602), gift(3602.1)],
            arrivals: [.seconds(10), .seconds(10), .seconds(10), .seconds(20)])
        #expect(events.map(\.at) == [.seconds(10), .seconds(10.5), .seconds(12), .seconds(20)])
    }

    @Test func largeNumbersAreClamped() throws {
        let events = try events([
            gift(0, #","count":999999999999999999,"value":999999999999999999,"streak":{"id":"s"}"#),
            gift(0, #","count":999999999999999999,"streak":{"id":"s"}"#),
            #"{"at":9223372036.854775807,"type":"like","from":"bob","count":999999999999999999}"#,
        ])
        guard case .gift(let gift)? = events.dropFirst().first?.kind, case .like(_, let likes)? = events.last?.kind
        else { throw FeedLineError(problem: "other events") }
        #expect(gift.count == 1_000_000_000 && gift.streak?.total == 1_000_000_000 && likes == 1_000_000_000)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func writtenEventsReadBackUnchanged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let written = RandomEvents.make(200, &random)
        #expect(try events(written.map(\.json), order: true) == written, "seed \(seed)")
    }
}

/// Tests of the division of bytes into lines.
@Suite struct LineSplitterTests {
    private func lines(_ bytes: [UInt8], pieces: [Int], limit: Int = 100) -> [String] {
        var splitter = LineSplitter(maxLength: limit)
        var lines: [String] = []
        func add(_ line: LineSplitter.Line) {
            lines.append("\(line.number)\(line.isTooLong ? "!" : ":")\(String(decoding: line.bytes, as: UTF8.self))")
        }
        var rest = bytes[...]
        var index = 0
        while !rest.isEmpty {
            let piece = rest.prefix(max(1, pieces[index % pieces.count]))
            piece.withUnsafeBytes { splitter.split($0, add) }
            rest = rest.dropFirst(piece.count)
            index += 1
        }
        splitter.finish(add)
        return lines
    }

    @Test(arguments: [[1], [2], [3, 1], [7], [8], [1000]])
    func chunkSizeDoesNotChangeLines(pieces: [Int]) {
        let text = "\u{FEFF}first\r\n\nthird line\r\n\r\nlast"
        #expect(lines(Array(text.utf8), pieces: pieces) == ["1:first", "2:", "3:third line", "4:", "5:last"])
    }

    @Test(arguments: [[1], [5], [1000]])
    func tooLongLineIsTruncatedAndNextLineIsComplete(pieces: [Int]) {
        let text = "short\n" + String(repeating: "x", count: 11) + "\n0123456789\nend\n"
        #expect(
            lines(Array(text.utf8), pieces: pieces, limit: 10)
                == ["1:short", "2!xxxxxxxxxx", "3:0123456789", "4:end"])
    }

    @Test func emptyInputHasNoLines() {
        #expect(lines([], pieces: [1]) == [])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func linesAreSeparatedByLineBreaks(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<random.next(below: 400)).map { _ -> UInt8 in
            random.next(below: 9) == 0 ? 0x0A : UInt8(97 + random.next(below: 26))
        }
        let pieces = (0..<5).map { _ in 1 + random.next(below: 20) }
        var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if expected.last?.isEmpty == true { expected.removeLast() }
        #expect(
            lines(bytes, pieces: pieces, limit: 1000)
                == expected.enumerated().map { "\($0 + 1):\(String(decoding: $1, as: UTF8.self))" }, "seed \(seed)")
    }
}

/// Random events in order of time.
enum RandomEvents {
    static func make(_ count: Int, _ random: inout SeededGenerator) -> [FeedEvent] {
        var at: Int64 = 0
        return (0..<count).map { _ in
            at += Int64(random.next(below: 3)) * Int64(random.next(below: 2_000_000_000))
            return FeedEvent(at: .nanoseconds(at), kind: kind(&random))
        }
    }

    private static func kind(_ random: inout SeededGenerator) -> FeedEvent.Kind {
        switch random.next(below: 9) {
        case 0: .chat(ChatMessage(id: text(&random), from: viewer(&random), text: text(&random)))
        case 1: .join(viewer(&random))
        case 2: .leave(viewer(&random))
        case 3: .like(from: viewer(&random), count: 1 + random.next(below: 1000))
        case 4: .seen(by: viewer(&random), message: text(&random))
        case 5: .streakEnd(id: text(&random), total: 1 + random.next(below: 99))
        case 6: .batch(id: text(&random), total: 1 + random.next(below: 99))
        case 7: .retract(id: text(&random))
        default:
            .gift(
                GiftArrival(
                    id: "g" + text(&random), gift: text(&random), name: text(&random), from: viewer(&random),
                    count: 1 + random.next(below: 99), value: random.next(below: 1_000_000),
                    streak: random.next(below: 2) == 0
                        ? nil
                        : .init(
                            id: text(&random), total: 1 + random.next(below: 99), isFinal: random.next(below: 2) == 0),
                    batch: random.next(below: 2) == 0 ? nil : text(&random)))
        }
    }

    private static func viewer(_ random: inout SeededGenerator) -> Viewer {
        Viewer(id: text(&random), name: text(&random))
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = ["a", "7", "\"", "\\", "\n", "\u{1}", " ", "ö", "🌹", "/", "\r", "\u{7F}"]
        return String(
            String.UnicodeScalarView(
                (0..<random.next(below: 6)).map { _ in scalars[random.next(below: scalars.count)] }))
    }
}
