import ExactNumbers
import Playback
import PlayerSettings
import Scenarios
import Testing

/// Tests of sessions with a feed of JSON lines.
@Suite struct FeedTests {
    private static let catalogue = ScenarioCatalogue([
        "heart": ScenarioGift(duration: .second, value: 1), "rocket": ScenarioGift(duration: 4 * .second, value: 500),
    ])

    private func source(_ lines: String...) -> SessionSource {
        let bytes = Array(lines.joined(separator: "\n").utf8)
        return SessionSource(feed: "feed.ndjson", catalogue: Self.catalogue) {
            var rest = bytes[...]
            return { buffer in
                let piece = rest.prefix(buffer.count)
                rest = rest.dropFirst(piece.count)
                buffer.copyBytes(from: piece)
                return piece.count
            }
        }
    }

    private func events(_ source: SessionSource) throws -> [Scenario.Event] {
        var stream = try source.events()
        var events: [Scenario.Event] = []
        while let event = try stream.next() { events.append(event) }
        return events
    }

    private func error(_ lines: String...) -> String? {
        do {
            _ = try events(source(lines.joined(separator: "\n")))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func giftsBecomeArrivalsAndOtherLinesAreSkipped() throws {
        let source = source(
            #"{"at":0,"type":"join","from":"ann"}"#,
            #"{"at":1,"type":"gift","id":"m-1","gift":"rocket","from":{"id":"u-1","name":"ann"}}"#,
            #"{"at":1.5,"type":"chat","id":"c-1","from":"bob","text":"wow"}"#,
            #"{"at":1.5,"type":"gift","gift":"heart","from":"bob","count":3,"value":7,"duration":0.25}"#)
        let expected = [
            Scenario.Event(
                at: .second,
                .arrival(Arrival(kind: "rocket", sender: "ann", value: 500, duration: 4 * .second, eventID: "m-1"))),
            Scenario.Event(
                at: 1_500_000_000,
                .arrival(Arrival(kind: "heart", sender: "bob", count: 3, value: 7, duration: 250_000_000))),
        ]
        #expect(try events(source) == expected)
        #expect(try events(source) == expected, "a second pass begins anew")
    }

    @Test func incompleteLastLineIsSkippedAndReported() throws {
        let gift = #"{"at":1,"type":"gift","gift":"rocket","from":"ann"}"#
        let source = source(gift, gift, #"{"at":2,"type":"gift","gi"#)
        for _ in 0..<2 { #expect(try events(source).count == 2) }
        #expect(source.skippedLines.warnings(path: "f.ndjson") == ["f.ndjson:3: skipped: the last line is incomplete"])
    }

    @Test func unknownTypesAreCountedAndFirstIsReported() throws {
        let gift = #"{"at":1,"type":"gift","gift":"rocket","from":"ann"}"#
        let source = source(
            gift, #"{"at":1,"type":"gfit","gift":"rocket","from":"ann"}"#, #"{"at":2,"type":"do","do":"close"}"#,
            gift.replacing("1", with: "3"))
        #expect(source.skippedLines == SkippedLines(), "nothing was read yet")
        #expect(try events(source).count == 2)
        #expect(source.skippedLines.unknownTypeCount == 2)
        #expect(
            source.skippedLines.warnings(path: "f.ndjson") == [
                #"f.ndjson:2: skipped: unknown type "gfit", did you mean "gift"?; so is another line of an unknown type"#
            ])
    }

    @Test func unknownKindHasNoAnimation() throws {
        let events = try events(source(#"{"at":0,"type":"gift","gift":"zebra","from":"ann"}"#))
        #expect(events.map(\.input) == [.arrival(Arrival(kind: "zebra", sender: "ann", duration: 0, asset: .missing))])
    }

    @Test func kindDescribedInLineIsPlayed() throws {
        let events = try events(source(#"{"at":0,"type":"gift","gift":"zebra","from":"ann","duration":2}"#))
        #expect(events.map(\.input) == [.arrival(Arrival(kind: "zebra", sender: "ann", duration: 2 * .second))])
    }

    @Test func firstDateIsTimeZero() throws {
        let events = try events(
            source(
                #"{"time":"2026-11-21T10:00:00Z","type":"join","from":"ann"}"#,
                #"{"time":"2026-11-21T10:00:00.5Z","type":"gift","gift":"heart","from":"ann"}"#,
                #"{"time":"2026-11-21T11:00:01+01:00","type":"gift","gift":"heart","from":"ann"}"#))
        #expect(events.map(\.at) == [500_000_000, .second])
    }

    @Test(arguments: [
        (
            [#"{"at":1,"type":"join"}"#, #"{"at":0.5,"type":"join"}"#],
            "feed.ndjson:2:1: expected lines in order of time, found 0.5s after 1s"
        ),
        (
            [#"{"at":1,"type":"join"}"#, "", #"{"time":"2026-11-21T10:00:00Z","type":"join"}"#],
            #"feed.ndjson:3:1: expected "at" as in the lines before, found "time""#
        ),
        (
            [#"{"time":"2026-11-21T10:00:00Z","type":"join"}"#, #"{"at":1,"type":"join"}"#],
            #"feed.ndjson:2:1: expected "time" as in the lines before, found "at""#
        ),
        ([#"{"at":1,"type":"gift","gift":1}"#], "feed.ndjson:1:30: gift: expected a text, found 1"),
        (["", "nonsense"], #"feed.ndjson:2:1: expected "{", found nonsense"#),
    ])
    func invalidLineIsReported(lines: [String], message: String) {
        #expect(error(lines.joined(separator: "\n")) == message)
    }
}
