import ExactNumbers
import Playback
import RoomEvents
import Terminal
import TerminalCells
import Testing

@testable import RoomUI
@testable import SystemIO

/// A surface in memory, whose waits pass virtual time.
private final class MemorySurface: StageSurface {
    var columns = 20
    var rows = 8
    let repertoire = GlyphRepertoire.unicode
    var isReady = true
    var now: Nanoseconds = 0
    /// The inputs and their times.
    var events: [(at: Nanoseconds, event: InputEvent)] = []
    var shownAt: [Nanoseconds] = []
    var shown = CellGrid(columns: 0, rows: 0)
    /// The time that showing a frame takes.
    var frameCost: Nanoseconds = 0
    /// The feed that receives `incoming`, the events that only a wait for its descriptor delivers.
    var feed: ScriptedFeed?
    var incoming: [FeedEvent] = []
    /// The time after which another program asks something; `nil` for never.
    var requestInterval: Nanoseconds?
    /// The number of waits.
    private(set) var polls = 0

    func poll(timeout: Duration?, others: inout [AwaitedDescriptor]) -> [InputEvent] {
        polls += 1
        let (seconds, attoseconds) = (timeout ?? .zero).components
        let end = now + max(1_000, seconds * .second + attoseconds / 1_000_000_000)
        if let requestInterval, now + requestInterval <= end {
            now += requestInterval
            return []
        }
        let isFeedAwaited = others.contains { $0.descriptor == ScriptedFeed.descriptor }
        if let first = incoming.first, first.at.inNanoseconds <= end, isFeedAwaited {
            now = max(now, first.at.inNanoseconds)
            feed?.events.append(incoming.removeFirst())
            return []
        }
        guard let next = events.first, next.at <= end else {
            now = end
            return []
        }
        now = max(now, next.at)
        events.removeFirst()
        return [next.event]
    }

    func show(_ grid: CellGrid) -> Screen.Outcome {
        shownAt.append(now)
        shown = grid
        now += frameCost
        return .shown(changedCells: grid.columns * grid.rows, bytes: 10)
    }
}

/// A show of a second, of which other programs ask something.
private struct AskedShow: BareShow {
    /// What has to be done after a request.
    var outcome = AnsweredRequests.unchanged
    private(set) var changedAt: Nanoseconds?
    private(set) var paintedAt: [Nanoseconds] = []
    private(set) var longestDelay: Nanoseconds = 0
    private(set) var advancedAt: [Nanoseconds] = []
    private(set) var answers = 0
    private(set) var lateAnswers = 0

    var isOver: Bool { advancedAt.last.map { $0 >= .second } ?? false }
    var isMoving: Bool { false }
    /// Every hundredth of a second.
    var nextDue: Nanoseconds? { advancedAt.last.map { ($0 / 10_000_000 + 1) * 10_000_000 } }

    func needsPainting(at time: Nanoseconds) -> Bool { changedAt != nil }
    mutating func advance(to time: Nanoseconds) { advancedAt.append(time) }

    mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        paintedAt.append(time)
        longestDelay = max(longestDelay, time - (changedAt ?? time))
        changedAt = nil
    }

    mutating func answerRequests(
        _ awaited: inout [AwaitedDescriptor], at time: Nanoseconds
    ) -> AnsweredRequests {
        answers += 1
        if let nextDue, time >= nextDue { lateAnswers += 1 }
        if outcome != .unchanged { changedAt = changedAt ?? time }
        return outcome
    }
}

/// A show that ignores events, and paints nothing unless it says otherwise.
private protocol BareShow: Show {}

extension BareShow {
    mutating func handle(_ event: InputEvent, at time: Nanoseconds) {}
    mutating func end(at time: Nanoseconds) {}
    mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {}
}

/// A moving show in which each request makes something due two milliseconds later.
private struct DelayedShow: BareShow {
    private(set) var dueAt: [Nanoseconds] = []
    private(set) var advancedAt: [Nanoseconds] = []

    static let delay: Nanoseconds = 2_000_000

    var isOver: Bool { advancedAt.last.map { $0 >= .second } ?? false }
    var isMoving: Bool { true }
    var nextDue: Nanoseconds? { dueAt.last.flatMap { $0 > advancedAt.last ?? 0 ? $0 : nil } }

    func needsPainting(at time: Nanoseconds) -> Bool { true }
    mutating func advance(to time: Nanoseconds) { advancedAt.append(time) }

    mutating func answerRequests(
        _ awaited: inout [AwaitedDescriptor], at time: Nanoseconds
    ) -> AnsweredRequests {
        dueAt.append(time + Self.delay)
        return .changed
    }
}

/// A show that ends at a time of which nobody is told: nothing moves, nothing is due, and no descriptor becomes ready.
private struct SilentShow: BareShow {
    let end: Nanoseconds
    /// What has to be done after a request, as other programs go on asking after the end.
    var outcome = AnsweredRequests.unchanged
    private(set) var advancedAt: [Nanoseconds] = []
    private(set) var answers = 0

    init(end: Nanoseconds, outcome: AnsweredRequests = .unchanged) { (self.end, self.outcome) = (end, outcome) }

    var isOver: Bool { advancedAt.last.map { $0 >= end } ?? false }
    var isMoving: Bool { false }
    var nextDue: Nanoseconds? { nil }

    func needsPainting(at time: Nanoseconds) -> Bool { false }
    mutating func advance(to time: Nanoseconds) { advancedAt.append(time) }

    mutating func answerRequests(
        _ awaited: inout [AwaitedDescriptor], at time: Nanoseconds
    ) -> AnsweredRequests {
        answers += 1
        return outcome
    }
}

@Suite("The loop that paints a show")
struct StageLoopTests {
    private func run(
        _ surface: MemorySurface, _ room: inout Room, savePicture: ((CellGrid) -> String)? = nil
    ) -> StageLoop.Ending {
        var loop = StageLoop(
            on: surface, clock: { surface.now }, processorTime: { 0 }, savePicture: savePicture)
        return loop.run(&room.show)
    }

    @Test("the stage is painted thirty times per second while a gift plays")
    func rate() throws {
        let surface = MemorySurface()
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")], length: 2 * .second)
        #expect(run(surface, &room) == .showEnded)
        #expect((58...61).contains(surface.shownAt.count), "\(surface.shownAt.count) frames in two seconds")
    }

    @Test(
        "requests are answered between two advances, and none when something else is due",
        arguments: [AnsweredRequests.unchanged, .changed])
    func requests(_ outcome: AnsweredRequests) {
        let surface = MemorySurface()
        surface.requestInterval = 1_000_000
        var show = AskedShow(outcome: outcome)
        var loop = StageLoop(on: surface, clock: { surface.now }, processorTime: { 0 })
        #expect(loop.run(&show) == .showEnded)
        #expect(show.answers > 850 && show.lateAnswers == 0, "\(show.answers) answers")
        // One for each thing that is due, and for each frame; some of both are at the same time.
        let expected = outcome == .changed ? 121...131 : 101...101
        #expect(expected.contains(show.advancedAt.count), "\(show.advancedAt)")
    }

    @Test(
        "an end of which nobody tells is seen within a quarter of a second, also while other programs go on asking",
        arguments: [nil, 1_000_000, 40_000_000] as [Nanoseconds?], [AnsweredRequests.unchanged, .changed])
    func silentEnd(requestInterval: Nanoseconds?, outcome: AnsweredRequests) throws {
        let surface = MemorySurface()
        surface.requestInterval = requestInterval
        var show = SilentShow(end: 1_010_000_000, outcome: outcome)
        var loop = StageLoop(on: surface, clock: { surface.now }, processorTime: { 0 })
        #expect(loop.run(&show) == .showEnded)
        let last = try #require(show.advancedAt.last)
        #expect(last < show.end + .second / 4, "\(show.advancedAt)")
        #expect((requestInterval == nil) == (show.answers == 0))
        // Without a reason nobody looks more often than six frames apart.
        #expect(show.advancedAt.count < 12, "\(show.advancedAt)")
    }

    @Test("what a request changes is painted with the next frame", arguments: [AnsweredRequests.changed, .mustAdvance])
    func changes(_ outcome: AnsweredRequests) {
        let surface = MemorySurface()
        surface.requestInterval = 1_000_000
        var show = AskedShow(outcome: outcome)
        var loop = StageLoop(on: surface, clock: { surface.now }, processorTime: { 0 })
        #expect(loop.run(&show) == .showEnded)
        #expect((29...31).contains(show.paintedAt.count), "\(show.paintedAt)")
        #expect(show.longestDelay <= StageLoop.frameDuration)
    }

    @Test("what a request makes due happens in time, also when a frame is awaited")
    func dueAfterRequest() {
        let surface = MemorySurface()
        surface.requestInterval = 15_000_000
        var show = DelayedShow()
        var loop = StageLoop(on: surface, clock: { surface.now }, processorTime: { 0 })
        #expect(loop.run(&show) == .showEnded)
        #expect(show.dueAt.count > 40)
        for due in show.dueAt where due < .second { #expect(show.advancedAt.contains(due)) }
    }

    @Test("a slow terminal gets fewer frames and does not fall behind")
    func slowTerminalGetsFewerFrames() throws {
        let surface = MemorySurface()
        surface.frameCost = 100_000_000
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")], length: 2 * .second)
        #expect(run(surface, &room) == .showEnded)
        #expect((14...20).contains(surface.shownAt.count))
        #expect(surface.now < 2_300_000_000)
    }

    @Test("an empty stage is painted only when the backdrop moves")
    func emptyStageIsPaintedWithBackdropOnly() throws {
        let surface = MemorySurface()
        var room = try Room(length: 4 * .second)
        _ = run(surface, &room)
        #expect(surface.shownAt.count <= 25)
    }

    @Test("a terminal that is not ready gets no frames, but its input counts")
    func notReady() throws {
        let surface = MemorySurface()
        surface.isReady = false
        surface.events = [(.second, .character("q"))]
        var room = try Room()
        #expect(run(surface, &room) == .showEnded)
        #expect(surface.shownAt.isEmpty)
        #expect(surface.now < 1_100_000_000)
        #expect(surface.polls <= 31, "\(surface.polls) waits in a second")
    }

    @Test("a feed's event is visible in the next frame, and an idle feed causes no work")
    func feed() throws {
        let surface = MemorySurface()
        let feed = ScriptedFeed()
        surface.feed = feed
        surface.incoming = [
            Room.gift("rocket", from: "ann", at: 1.234, id: "a"), Room.gift("heart", from: "ann", at: 9, id: "b"),
        ]
        var room = try Room(length: 20 * .second, feed: feed)
        _ = run(surface, &room)
        for time in [1_234_000_000, 9 * .second] as [Nanoseconds] {
            let seen = try #require(surface.shownAt.first { $0 >= time })
            #expect(seen < time + StageLoop.frameDuration)
        }
        // In the five seconds in which a gift moves there is one wait per frame; in the other fifteen there are five
        // per second.
        #expect(surface.polls < 5 * 35 + 15 * 8, "\(surface.polls) waits")
    }

    @Test("a flood of events does not lower the frame rate")
    func flood() throws {
        let surface = MemorySurface()
        let feed = ScriptedFeed()
        feed.maxEventsPerUpdate = 100
        let viewer = Viewer(id: "u", name: "ann")
        feed.events = (0..<5_000).map { index in
            FeedEvent(at: .microseconds(index * 400), kind: .like(from: viewer, count: 1))
        }
        var room = try Room(events: [], length: 3 * .second, feed: feed)
        feed.events.insert(Room.gift("rocket", from: "ann", at: 0, id: "a"), at: 0)
        _ = run(surface, &room)
        #expect((85...91).contains(surface.shownAt.count), "\(surface.shownAt.count) frames in three seconds")
        #expect(feed.events.isEmpty)
    }

    @Test("a signal ends the loop")
    func signal() throws {
        let surface = MemorySurface()
        surface.events = [(.second, .terminate(signal: 15))]
        var room = try Room()
        #expect(run(surface, &room) == .signal(15))
    }

    @Test("the screen answers a key within one frame time")
    func key() throws {
        let surface = MemorySurface()
        surface.events = [(1_010_000_000, .character("m"))]
        var room = try Room(length: 2 * .second)
        _ = run(surface, &room)
        let answer = try #require(surface.shownAt.first { $0 >= 1_010_000_000 })
        #expect(answer < 1_010_000_000 + StageLoop.frameDuration)
    }

    @Test("Ctrl-S saves the screen and shows a message, which the next picture does not contain")
    func picture() throws {
        let surface = MemorySurface()
        (surface.columns, surface.rows) = (80, 24)
        surface.events = [
            (.second, .key(.modified("s"), .control)), (2 * .second, .key(.modified("s"), .control)),
            (3 * .second, .character("q")),
        ]
        var room = try Room()
        var kept: [CellGrid] = []
        var seen: [CellGrid] = []
        _ = run(surface, &room) { picture in
            seen.append(surface.shown)
            kept.append(picture)
            return "picture \(kept.count) is kept"
        }
        #expect(kept.count == 2)
        #expect(kept.first == seen.first)
        #expect(seen.last.map { Room.text($0, row: 0).contains("picture 1 is kept") } == true)
        #expect(kept.last.map { Room.text($0, row: 0).contains("kept") } == false)
        #expect(Room.text(surface.shown, row: 0).contains("picture 2 is kept"))
    }

    @Test("the message about a saved picture disappears after three seconds, also when nothing else changes")
    func pictureMessageDisappears() throws {
        let surface = MemorySurface()
        (surface.columns, surface.rows) = (80, 24)
        surface.events = [(.second, .key(.modified("s"), .control)), (5 * .second, .character("q"))]
        var room = try Room(["motion=reduced"])
        _ = run(surface, &room) { _ in "kept" }
        #expect(!Room.text(surface.shown, row: 0).contains("kept"))
    }

    @Test("each line of a note has a row of its own")
    func noteRows() throws {
        let surface = MemorySurface()
        (surface.columns, surface.rows) = (40, 12)
        var room = try Room(length: 2 * .second)
        var loop = StageLoop(on: surface, clock: { surface.now }, processorTime: { 0 })
        loop.note(["control: ws://127.0.0.1:40001", "serve: http://127.0.0.1:40002/"])
        _ = loop.run(&room.show)
        #expect(Room.text(surface.shown, row: 0).contains("control: ws://127.0.0.1:40001"))
        #expect(Room.text(surface.shown, row: 1).contains("serve: http://127.0.0.1:40002/"))
    }

    @Test("a picture that is saved through the palette does not contain the palette")
    func pictureFromPalette() throws {
        let surface = MemorySurface()
        (surface.columns, surface.rows) = (80, 24)
        surface.events =
            ":save the".map { (.second, .character($0)) } + [
                (2 * .second, .key(.enter, [])), (3 * .second, .character("q")),
            ]
        var room = try Room()
        var kept: [CellGrid] = []
        _ = run(surface, &room) { picture in
            kept.append(picture)
            return "kept"
        }
        let picture = try #require(kept.first)
        #expect(kept.count == 1)
        #expect(Room.text(picture, row: 0).contains("LIVE"))
        #expect((0..<24).allSatisfy { !Room.text(picture, row: $0).contains("save the") })
    }
}
