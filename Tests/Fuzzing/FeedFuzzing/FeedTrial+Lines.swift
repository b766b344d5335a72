import PlatformAdapters
import RoomEvents

extension FeedTrial {
    /// The events and errors of a feed's lines.
    private struct ReadResult: Equatable {
        var events: [FeedEvent] = []
        var faults: [FeedLineError] = []
    }

    /// Reads lines of a format as a file and as a live feed, checks the events, and returns their number.
    static func runLines(_ body: [UInt8], _ format: FeedFormat) throws(RuleViolation) -> Int {
        let whole = read([body[...]], format, step: nil)
        try check(read(chunks(of: body), format, step: nil) == whole, "\(format): read otherwise in pieces")
        try check(whole.events, of: body.count)
        for fault in whole.faults { try check(fault) }
        let live = read([body[...]], format, step: .milliseconds(700))
        try check(live.events, of: body.count)
        try checkOwnFormat(whole.events)
        try checkPlatformFormats(whole.events)
        return whole.events.count
    }

    /// Reads pieces of a feed.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - format: The format of the feed.
    ///   - step: The time between two lines, or `nil` if the times in the lines count.
    ///   - maxLineLength: The length in bytes above which lines are skipped.
    private static func read(
        _ pieces: [ArraySlice<UInt8>], _ format: FeedFormat, step: Duration?, maxLineLength: Int = 1 << 14
    ) -> ReadResult {
        var adapter = format.adapter(map: map)
        var splitter = LineSplitter(maxLength: maxLineLength)
        var reading = ReadResult()
        var now = Duration.seconds(3)
        func take(_ line: LineSplitter.Line) {
            guard !line.isBlank, !line.isTooLong else { return }
            if let step {
                now += step
                adapter.advance(to: now, into: &reading.events)
            }
            do throws(FeedLineError) {
                try adapter.parse(line.bytes, arrival: step == nil ? nil : now, into: &reading.events)
            } catch {
                reading.faults.append(error)
            }
        }
        for piece in pieces { piece.withUnsafeBytes { splitter.split($0, take) } }
        splitter.finish(take)
        adapter.finish(into: &reading.events)
        return reading
    }

    /// Checks that events read back unchanged in the project's own format.
    private static func checkOwnFormat(_ events: [FeedEvent]) throws(RuleViolation) {
        var adapter = FeedLineAdapter(kinds: kinds)
        for event in events {
            var back: [FeedEvent] = []
            do throws(FeedLineError) {
                try adapter.parse(event.json, into: &back)
            } catch {
                throw RuleViolation(description: "not read back: \(event.json): \(error.problem)")
            }
            try check(back.map(\.json) == [event.json], "\(event.json) reads back as \(back.map(\.json))")
        }
    }

    /// Checks that events read back from the format of each platform, or are counted as having no form in it.
    private static func checkPlatformFormats(_ events: [FeedEvent]) throws(RuleViolation) {
        for format in FeedFormat.allCases where format != .ndjson {
            var writer = FeedWriter(format, map: map)
            var lines = writer.openingLines
            var kept: [FeedEvent] = []
            for event in events {
                let new = writer.lines(for: event)
                if !new.isEmpty { kept.append(event) }
                lines += new
            }
            try check(
                kept.count + writer.unsupportedEvents.values.reduce(0, +) == events.count,
                "\(format): events are not counted"
            )
            try check(!lines.contains { $0.utf8.contains(0x0A) || $0.utf8.contains(0x0D) }, "\(format): a line break")
            let written = Array(lines.joined(separator: "\n").utf8)
            // A line of another format may be longer than the line from which the event came.
            let back = read([written[...]], format, step: nil, maxLineLength: LineSplitter.defaultMaxLength)
            try check(back.faults.isEmpty, "\(format): \(back.faults.first?.problem ?? "")")
            let (before, after) = (linesWithoutStreakEnds(kept), linesWithoutStreakEnds(back.events))
            guard before != after else { continue }
            let place = zip(before, after).prefix { $0 == $1 }.count
            throw RuleViolation(
                description: "\(format): event \(place) \(before.dropFirst(place).first ?? "none") reads back as "
                    + "\(after.dropFirst(place).first ?? "none")")
        }
    }

    /// Returns the events as lines, without the ends of streaks, which a reader may notice earlier, and with times in
    /// milliseconds.
    private static func linesWithoutStreakEnds(_ events: [FeedEvent]) -> [String] {
        events.compactMap { event -> String? in
            let (seconds, attoseconds) = event.at.components
            let at = Duration.milliseconds(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
            switch event.kind {
            case .streakEnd: return nil
            case .gift(var gift):
                gift.streak?.isFinal = false
                return FeedEvent(at: at, kind: .gift(gift)).json
            default: return FeedEvent(at: at, kind: event.kind).json
            }
        }
    }
}
