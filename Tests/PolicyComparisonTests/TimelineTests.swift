import Playback
import PolicyComparison
import Scenarios
import Testing

@Suite("Timelines")
struct TimelineTests {
    @Test("presentations, drops and those who wait are where the trace has them")
    func replaced() throws {
        let timeline = try SessionSource.rocketAndHearts.session(.mode(.replace)).timeline
        #expect(timeline.presentations.map(\.span) == [0..<2 * .second, 2 * .second..<35 * tenth])
        #expect(timeline.presentations.map(\.kind) == ["rocket", "heart"])
        #expect(timeline.presentations[0].outcome == .replaced(by: 3, progress: Millionths(500_000)))
        #expect(timeline.absences.map(\.gift) == [2] && timeline.absences[0].at == .second)
        #expect(timeline.backlog.isEmpty)
    }

    @Test("the threshold is where the controller lets the next one in, to the nanosecond")
    func threshold() throws {
        let timeline = try SessionSource.rocketAndHearts.session(.mode(.replace), .early(.hold)).timeline
        let first = try #require(timeline.presentations.first)
        #expect(first.threshold == 12 * tenth && first.span.upperBound == 12 * tenth)
        let odd = SessionSource.read(
            """
            settings: {mode: replace, replaceAt: 0.333333, early: hold}
            gifts: {odd: 1000000007ns, heart: 1s}
            events: [{at: 1ns, gift: odd, from: ann}, {at: 2ns, gift: heart, from: bob}]
            """)
        let held = try #require(try odd.session().timeline.presentations.first)
        #expect(held.threshold == held.span.upperBound)
    }

    @Test("a pause moves the threshold, a queue has none, and neither has a progress that is never reached")
    func thresholdsAside() throws {
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
        #expect(try threshold(.mode(.replace)) == 32 * tenth)
        #expect(try threshold(.mode(.replace), .replaceAt(.zero)) == 0)
        #expect(try threshold(.mode(.replace), .replaceAt(.one)) == 6 * .second)
        #expect(try threshold(.mode(.replace), .replaceAt(Millionths(1_000_001))) == nil)
        #expect(try threshold(.mode(.queue)) == nil)
    }

    @Test("the backlog is a step at each change")
    func backlog() throws {
        let timeline = try SessionSource.rocketAndHearts.session(.mode(.queue)).timeline
        #expect(timeline.backlog.map(\.since) == [.second, 2 * .second, 4 * .second, 55 * tenth])
        #expect(timeline.backlog.map(\.count) == [1, 2, 1, 0])
    }

    @Test("a window has what overlaps it, and the backlog it begins with")
    func window() throws {
        let session = try SessionSource.rocketAndHearts.session(.mode(.queue), window: 3 * .second..<5 * .second)
        #expect(session.timeline.presentations.map(\.gift) == [1, 2])
        #expect(session.timeline.backlog.map(\.count) == [2, 1])
        #expect(session.figures.shown == 3)
    }

    @Test("a session with too many gifts is cut, its figures are not")
    func cut() throws {
        let events = (0..<150).map { index in
            Scenario.Event(
                at: Int64(index) * .second, .arrival(Arrival(kind: "heart", sender: "ann", duration: .second)))
        }
        let session = try SessionSource(Scenario(events: events), path: "").session(limit: 100)
        #expect(session.timeline.cutAt == 100 * .second)
        #expect(session.timeline.presentations.count == 100)
        #expect(session.figures.shown == 150)
    }
}
