import ExactNumbers
import Playback
import PolicyComparison
import Recordings
import Scenarios
import Testing

@Suite("Timelines of sessions")
struct TimelineTests {
    @Test("a timeline has the presentations, drops and waiting gifts of the trace")
    func timelineMatchesTrace() throws {
        let timeline = try SessionSource.rocketAndHearts.session(.mode(.replace)).timeline
        #expect(timeline.presentations.map(\.span) == [0..<2 * .second, 2 * .second..<35 * tenthOfSecond])
        #expect(timeline.presentations.map(\.kind) == ["rocket", "heart"])
        #expect(timeline.presentations[0].outcome == .replaced(by: 3, progress: Millionths(500_000)))
        #expect(timeline.unshownGifts.map(\.gift) == [2] && timeline.unshownGifts[0].at == .second)
        #expect(timeline.backlog.isEmpty)
    }

    @Test("the threshold is the exact time at which the controller would start the next gift")
    func thresholdIsExactTime() throws {
        let timeline = try SessionSource.rocketAndHearts.session(.mode(.replace), .early(.hold)).timeline
        let first = try #require(timeline.presentations.first)
        #expect(first.threshold == 12 * tenthOfSecond && first.span.upperBound == 12 * tenthOfSecond)
        let odd = SessionSource.read(
            """
            settings: {mode: replace, replaceAt: 0.333333, early: hold}
            gifts: {odd: 1000000007ns, heart: 1s}
            events: [{at: 1ns, gift: odd, from: ann}, {at: 2ns, gift: heart, from: bob}]
            """)
        let held = try #require(try odd.session().timeline.presentations.first)
        #expect(held.threshold == held.span.upperBound)
    }

    @Test("a pause delays the threshold, and there is none in queue mode or above 1")
    func pauseDelaysThreshold() throws {
        let scenario = SessionSource.read(
            """
            gifts: {rocket: 4s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, do: pause}
              - {at: 3s, do: resume}
            """)
        func threshold(_ settings: Setting...) throws -> Nanoseconds? {
            try PolicySession(scenario, under: Policy("", settings)).timeline.presentations.first?.threshold
        }
        #expect(try threshold(.mode(.replace)) == 32 * tenthOfSecond)
        #expect(try threshold(.mode(.replace), .replaceAt(.zero)) == 0)
        #expect(try threshold(.mode(.replace), .replaceAt(.one)) == 6 * .second)
        #expect(try threshold(.mode(.replace), .replaceAt(Millionths(1_000_001))) == nil)
        #expect(try threshold(.mode(.queue)) == nil)
    }

    @Test(
        "a gift's own threshold comes before the session's",
        arguments: [(Millionths(500_000), 2 * Nanoseconds.second as Nanoseconds?), (Millionths(2_000_000), nil)])
    func ownThreshold(own: Millionths, threshold: Nanoseconds?) throws {
        let rocket = Arrival(
            kind: "rocket", sender: "ann", duration: 4 * .second, policy: GiftPolicy([.replaceAt(own)]))
        let scenario = Scenario(events: [Scenario.Event(at: 0, .arrival(rocket))])
        let timeline = try SessionSource(scenario, path: "").session(.mode(.replace)).timeline
        #expect(timeline.presentations.map(\.threshold) == [threshold])
    }

    @Test("a gift without length never reaches a threshold that means never")
    func thresholdOfGiftWithoutLength() throws {
        let scenario = Scenario(events: [
            Scenario.Event(at: 0, .arrival(Arrival(kind: "dot", sender: "ann", duration: 0)))
        ])
        let timeline = try SessionSource(scenario, path: "")
            .session(.mode(.replace), .replaceAt(Millionths(2_000_000))).timeline
        #expect(timeline.presentations.map(\.threshold) == [nil])
    }

    @Test("the threshold of a gift that waited for its animation follows from the animation's duration")
    func lateAnimation() throws {
        let arrival = Arrival(kind: "rocket", sender: "ann", duration: .second, asset: .missing)
        let scenario = Scenario(events: [
            Scenario.Event(at: 0, .arrival(arrival)),
            Scenario.Event(at: .second, .asset(kind: "rocket", .ready, duration: 10 * .second)),
        ])
        let timeline = try SessionSource(scenario, path: "").session(.mode(.replace), .missing(.wait)).timeline
        let presentation = try #require(timeline.presentations.first)
        #expect(presentation.span == Nanoseconds.second..<11 * .second)
        #expect(presentation.threshold == 4 * .second)
    }

    @Test("the threshold of a gift that had its animation is not that of one that comes later")
    func laterAnimation() throws {
        let heart = Arrival(kind: "heart", sender: "ann", duration: 10 * .second)
        let scenario = Scenario(events: [
            Scenario.Event(at: 0, .arrival(heart)), Scenario.Event(at: .second, .arrival(heart)),
            Scenario.Event(at: 2 * .second, .asset(kind: "heart", .ready, duration: 20 * .second)),
        ])
        let timeline = try SessionSource(scenario, path: "").session(.mode(.replace), .early(.hold)).timeline
        #expect(timeline.presentations.compactMap(\.threshold) == [3 * .second, 6 * .second])
    }

    @Test("the backlog has a step at each change")
    func backlogHasStepAtEachChange() throws {
        let timeline = try SessionSource.rocketAndHearts.session(.mode(.queue)).timeline
        #expect(timeline.backlog.map(\.since) == [.second, 2 * .second, 4 * .second, 55 * tenthOfSecond])
        #expect(timeline.backlog.map(\.count) == [1, 2, 1, 0])
    }

    @Test("a window has the presentations that overlap it and the backlog at its start")
    func windowHasOverlappingPresentations() throws {
        let session = try SessionSource.rocketAndHearts.session(.mode(.queue), window: 3 * .second..<5 * .second)
        #expect(session.timeline.presentations.map(\.gift) == [1, 2])
        #expect(session.timeline.backlog.map(\.count) == [2, 1])
        #expect(session.figures.shown == 3)
    }

    @Test("too many gifts cut the timeline but not the figures")
    func limitTruncatesTimelineButNotFigures() throws {
        let events = (0..<150).map { index in
            Scenario.Event(
                at: Int64(index) * .second, .arrival(Arrival(kind: "heart", sender: "ann", duration: .second)))
        }
        let session = try SessionSource(Scenario(events: events), path: "").session(limit: 100)
        #expect(session.timeline.truncatedAt == 100 * .second)
        #expect(session.timeline.presentations.count == 100)
        #expect(session.figures.shown == 150)
    }

    @Test("a backlog has at most as many entries as the limit")
    func backlogIsLimited() throws {
        let rocket = Arrival(kind: "rocket", sender: "ann", duration: 1000 * .second)
        let events = (0...20).map { Scenario.Event(at: Int64($0) * .second, .arrival(rocket)) }
        let timeline = try SessionSource(Scenario(events: events), path: "").session(limit: 10).timeline
        #expect(timeline.truncatedAt == 11 * .second)
        #expect(timeline.backlog.map(\.count) == Array(1...10))
    }
}
