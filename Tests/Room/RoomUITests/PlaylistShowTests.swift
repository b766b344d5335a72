import AnimationPlayback
import ExactNumbers
import LottieDocument
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Playlists of animations")
struct PlaylistShowTests {
    private func playlist(_ names: [String], repeats: PlaybackPlan.Repeats = .times(1), speed: Millionths = .one) throws
        -> PlaylistShow
    {
        let items = try names.map { PlaylistShow.Item(name: $0, composition: try Composition(json: Room.redSquare)) }
        return PlaylistShow(items, repeats: repeats, speed: speed, isASCII: false)
    }

    private func line(_ show: inout PlaylistShow, at seconds: Double) -> String {
        let time = Nanoseconds(seconds * 1e9)
        show.advance(to: time)
        var grid = CellGrid(columns: 80, rows: 12)
        var statistics = FrameStatistics(processorTime: { 0 })
        show.paint(&grid, at: time, statistics: &statistics)
        return Room.text(grid, row: 11)
    }

    @Test("each animation plays for its own length, then the playlist ends")
    func order() throws {
        var show = try playlist(["one", "two"])
        #expect(line(&show, at: 1).contains("one  1 of 4 s  frame 30  1 to come"))
        #expect(line(&show, at: 5).contains("two  1 of 4 s"))
        show.advance(to: 8 * .second)
        #expect(show.isOver)
    }

    @Test("a looping playlist starts again")
    func loop() throws {
        var show = try playlist(["one", "two"], repeats: .forever)
        #expect(line(&show, at: 4.5).contains("two"))
        _ = line(&show, at: 8)
        #expect(line(&show, at: 9).contains("one"))
        #expect(!show.isOver)
    }

    @Test("a playlist that repeats a number of times then ends")
    func rounds() throws {
        var show = try playlist(["one"], repeats: .times(2))
        #expect(line(&show, at: 5).contains("one  1 of 4 s"))
        #expect(!show.isOver)
        show.advance(to: 8 * .second)
        #expect(show.isOver)
    }

    @Test(
        "a long name is shortened, of a path from the beginning, so that the time, the round and what follows are seen",
        arguments: [
            ("/home/mika/animations/collected/of/last/summer/party/fireworks.json", "▶ …/fireworks.json  1 of 4 s"),
            ("fireworks-of-the-last-day-of-summer-in-the-harbour.json", "▶ fireworks-of-the…  1 of 4 s"),
            ("/a/fireworks-of-the-last-day-of-summer-in-the-harbour.json", "▶ fireworks-of-the…  1 of 4 s"),
            ("short.json", "▶ short.json  1 of 4 s"),
        ])
    func longName(name: String, begin: String) throws {
        var show = try playlist([name, "two"], repeats: .times(3))
        let text = line(&show, at: 1)
        #expect(text.trimmingPrefix(" ").hasPrefix(begin + "  frame 30  round 1 of 3  1 to come  "), "\(text)")
    }

    @Test("a shortened name stays as it is while the time and the frame grow")
    func stableName() throws {
        var show = try playlist(
            ["/home/mika/animations/collected/of/last/summer/party/fireworks.json"], repeats: .times(2))
        let names = [0, 0.1, 1, 1.5, 3.9].map { line(&show, at: $0).prefix { $0 != "." } }
        #expect(Set(names).count == 1, "\(names)")
    }

    @Test("a plan selects the frames and the direction, and its frames are stepped through in its order")
    func plans() throws {
        let composition = try Composition(json: Room.redSquare)
        let segment = try PlaybackSegment(from: .frame(30), to: .frame(60), in: composition)
        let plan = PlaybackPlan(segment, of: composition, autoReverses: true, isReversed: true)
        var show = PlaylistShow(
            [PlaylistShow.Item(name: "one", composition: composition, course: PlaybackCourse(plan))], speed: .one,
            isASCII: false)
        #expect(line(&show, at: 0.5).contains("0.5 of 2 s  frame 45"))
        #expect(line(&show, at: 1.5).contains("1.5 of 2 s  frame 45"))
        show.handle(.character("."), at: 1_500_000_000)
        #expect(line(&show, at: 1.6).contains("frame 46"))
        for _ in 0..<17 { show.handle(.character(","), at: 1_600_000_000) }
        #expect(line(&show, at: 1.6).contains("frame 30"))
        show.handle(.character(","), at: 1_700_000_000)
        #expect(line(&show, at: 1.7).contains("frame 31"))
    }

    @Test("the speed stretches the playing time")
    func speed() throws {
        var show = try playlist(["one"], speed: Millionths(500_000))
        #expect(line(&show, at: 4).contains("one  2 of 4 s"))
        show.advance(to: 8 * .second)
        #expect(show.isOver)
    }

    @Test(
        "a speed from the end to the beginning has its sign",
        arguments: [(false, "speed 0.5"), (true, "speed -0.5")])
    func backwardSpeed(isBackward: Bool, text: String) throws {
        let item = PlaylistShow.Item(
            name: "one", composition: try Composition(json: Room.redSquare),
            markerPlaying: .init(isBackward: isBackward))
        var show = PlaylistShow([item], speed: Millionths(500_000), isASCII: false)
        #expect(line(&show, at: 1).contains("  \(text)"))
    }

    @Test("Space pauses, x skips to the next animation, q quits")
    func keys() throws {
        var show = try playlist(["one", "two"])
        show.handle(.character(" "), at: .second)
        #expect(line(&show, at: 3).contains("one  1 of 4 s"))
        #expect(!show.isMoving)
        show.handle(.character(" "), at: 3 * .second)
        show.handle(.character("x"), at: 4 * .second)
        #expect(line(&show, at: 4).contains("two"))
        show.handle(.character("q"), at: 4 * .second)
        #expect(show.isOver)
    }

    @Test("a digit plays the marker of its number without a jump, 0 the whole animation, and then the next one comes")
    func markers() throws {
        let json = String(decoding: Room.redSquare, as: UTF8.self).replacing(
            #""layers""#, with: #""markers":[{"cm":"a","tm":30,"dr":30},{"cm":"b","tm":90,"dr":15}],"layers""#)
        let composition = try Composition(json: Array(json.utf8))
        var show = PlaylistShow(
            ["one", "two"].map { PlaylistShow.Item(name: $0, composition: composition) }, speed: .one, isASCII: false)
        #expect(line(&show, at: 1.5).contains("frame 45  1 to come"))
        show.handle(.character("1"), at: 1_500_000_000)
        #expect(line(&show, at: 1.7).contains("0.7 of 1 s  frame 51  1 to come"))
        // From frame 51 to frame 90 is 1.3 s, and the marker another half second.
        show.handle(.character("2"), at: 1_700_000_000)
        #expect(line(&show, at: 2.7).contains("frame 81"))
        #expect(line(&show, at: 3.25).contains("frame 97"))
        show.handle(.character("9"), at: 3_250_000_000)
        #expect(line(&show, at: 3.6).contains("two"))
        #expect(!show.isOver)
    }

    private func marked(
        _ playing: PlaylistShow.MarkerPlaying = .init(), course: PlaybackCourse? = nil, holds: Bool = false,
        change: PlanChange = .cut
    ) throws -> PlaylistShow {
        let json = String(decoding: Room.redSquare, as: UTF8.self).replacing(
            #""layers""#, with: #""markers":[{"cm":"a","tm":30,"dr":30}],"layers""#)
        let item = PlaylistShow.Item(
            name: "one", composition: try Composition(json: Array(json.utf8)), course: course, markerPlaying: playing,
            holdsForever: holds)
        return PlaylistShow([item], speed: .one, change: change, isASCII: false)
    }

    @Test("a digit plays a marker in the direction and at the speed of what is played")
    func markerPlaying() throws {
        var backwards = try marked(.init(isBackward: true))
        backwards.handle(.character("1"), at: .second)
        #expect(line(&backwards, at: 1.5).contains("0.5 of 1 s  frame 45"))
        #expect(line(&backwards, at: 1.9).contains("frame 33"))
        var fast = try marked(.init(speed: Millionths(2_000_000)))
        fast.handle(.character("1"), at: .second)
        #expect(line(&fast, at: 1.25).contains("0.2 of 0.5 s  frame 45"))
    }

    @Test("a part that has the shown frame begins there, and what is before it can be reached")
    func approachedWhole() throws {
        var show = try playlist(["one"])
        _ = line(&show, at: 1.5)
        show.handle(.character("0"), at: 1_500_000_000)
        #expect(line(&show, at: 1.5).contains("1.5 of 4 s  frame 45"))
        show.handle(.key(.home, []), at: 1_500_000_000)
        #expect(line(&show, at: 1.5).contains("0 of 4 s  frame 0"))
    }

    @Test("a hold without end is not in the time")
    func holdForever() throws {
        let composition = try Composition(json: Room.redSquare)
        let plan = PlaybackPlan(PlaybackSegment(of: composition), of: composition)
        var show = try marked(course: PlaybackCourse([.init(plan)], holdingLast: 86_400 * .second), holds: true)
        #expect(line(&show, at: 1).contains("1 of 4 s"))
        #expect(line(&show, at: 100).contains("4 of 4 s  frame 119"))
    }

    @Test(
        "a digit begins the part again if its last frame is shown, and its last frame is held as before",
        arguments: [PlanChange.approach, .cut], [false, true])
    func digitWhileHeld(change: PlanChange, isBackward: Bool) throws {
        let composition = try Composition(json: Room.redSquare)
        let plan = PlaybackPlan(PlaybackSegment(of: composition), of: composition, isReversed: isBackward)
        var show = try marked(
            .init(isBackward: isBackward), course: PlaybackCourse([.init(plan)], holdingLast: 86_400 * .second),
            holds: true, change: change)
        let last = isBackward ? "4 of 4 s  frame 0" : "4 of 4 s  frame 119"
        #expect(line(&show, at: 10).contains(last))
        show.handle(.character("0"), at: 10 * .second)
        #expect(line(&show, at: 11).contains(isBackward ? "1 of 4 s  frame 90" : "1 of 4 s  frame 30"))
        #expect(line(&show, at: 20).contains(last))
        #expect(!show.isOver)
    }

    @Test("a marker is held as long as what was played before")
    func heldMarker() throws {
        let composition = try Composition(json: Room.redSquare)
        let plan = PlaybackPlan(PlaybackSegment(of: composition), of: composition)
        var show = try marked(course: PlaybackCourse([.init(plan)], holdingLast: 10 * .second))
        show.handle(.character("1"), at: .second)
        #expect(line(&show, at: 1.5).contains("0.5 of 11 s  frame 45"))
        #expect(line(&show, at: 11.5).contains("frame 59"))
        show.advance(to: 12 * .second)
        #expect(show.isOver)
    }
}
