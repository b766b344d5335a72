import AnimationPlayback
import ExactNumbers
import LottieDocument
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Playlists tell what happens")
struct PlaylistEventTests {
    /// The lines that a playlist reported.
    private final class Lines {
        var all: [String] = []

        func add(_ event: PlaylistEvent) {
            var line: [UInt8] = []
            event.appendJSON(to: &line)
            all.append(String(decoding: line, as: UTF8.self))
        }

        /// The lines since the last call.
        func take() -> [String] {
            defer { all = [] }
            return all
        }
    }

    private let lines = Lines()
    /// Four seconds at 30 frames a second.
    private let composition: Composition

    init() throws {
        let json = String(decoding: Room.redSquare, as: UTF8.self).replacing(
            #""layers""#, with: #""markers":[{"cm":"a","tm":30,"dr":30}],"layers""#)
        composition = try Composition(json: Array(json.utf8))
    }

    private func playlist(
        _ courses: [PlaybackCourse?], repeats: PlaybackPlan.Repeats = .times(1), speed: Millionths = .one
    ) -> PlaylistShow {
        let items = courses.enumerated().map { index, course in
            PlaylistShow.Item(name: "n\(index + 1)", composition: composition, course: course)
        }
        return PlaylistShow(items, repeats: repeats, speed: speed, isASCII: false) { [lines] in lines.add($0) }
    }

    private func plan(_ first: Double, _ last: Double, times: Int = 1, isReversed: Bool = false) throws -> PlaybackPlan
    {
        PlaybackPlan(
            try PlaybackSegment(from: .frame(first), to: .frame(last), in: composition), of: composition,
            repeats: .times(times), isReversed: isReversed)
    }

    @Test("parts, their rounds and the end have their exact times, however late the show is told the time")
    func parts() throws {
        let course = PlaybackCourse([.init(try plan(30, 60, times: 2)), .init(try plan(0, 10, isReversed: true))])
        var show = playlist([course])
        show.advance(to: 5 * .second)
        let late = lines.take()
        #expect(
            late == [
                #"{"at":0,"event":"started","animation":1,"name":"n1","round":1,"frame":30}"#,
                #"{"at":0,"event":"partStarted","animation":1,"part":1,"marker":"a","from":30,"to":60,"rounds":2,"frame":30}"#,
                #"{"at":1,"event":"roundEnded","animation":1,"part":1,"round":1,"frame":59.999}"#,
                #"{"at":2,"event":"roundEnded","animation":1,"part":1,"round":2,"frame":59.999}"#,
                #"{"at":2,"event":"partStarted","animation":1,"part":2,"from":10,"to":0,"rounds":1,"frame":9.999}"#,
                #"{"at":2.333333333,"event":"roundEnded","animation":1,"part":2,"round":1,"frame":0}"#,
                #"{"at":2.333333333,"event":"ended","animation":1,"reason":"reached","frame":0}"#,
            ])
        var punctual = playlist([course])
        for time in stride(from: Nanoseconds(0), to: 5 * .second, by: 33_333_333) { punctual.advance(to: time) }
        #expect(lines.take() == late)
    }

    @Test("each round of the playlist starts its animations again")
    func rounds() throws {
        let course = PlaybackCourse(try plan(0, 30))
        var show = playlist([course, course], repeats: .times(2), speed: Millionths(2_000_000))
        show.advance(to: 9 * .second)
        let times = lines.take().filter { $0.contains("started") || $0.contains("ended") }.map { $0.prefix(46) }
        #expect(
            times == [
                #"{"at":0,"event":"started","animation":1,"name""#, #"{"at":0.5,"event":"ended","animation":1,"reaso"#,
                #"{"at":0.5,"event":"started","animation":2,"nam"#, #"{"at":1,"event":"ended","animation":2,"reason""#,
                #"{"at":1,"event":"started","animation":1,"name""#, #"{"at":1.5,"event":"ended","animation":1,"reaso"#,
                #"{"at":1.5,"event":"started","animation":2,"nam"#, #"{"at":2,"event":"ended","animation":2,"reason""#,
            ])
        #expect(show.isOver)
    }

    @Test(
        "the times of many rounds are rounded once, so that they do not drift",
        arguments: [
            (Millionths(1_000_000), ["0.366666667", "0.733333333", "1.1"]),
            (Millionths(3_000_000), ["0.122222222", "0.244444444", "0.366666667"]),
            (Millionths(700_000), ["0.523809524", "1.047619048", "1.571428571"]),
        ])
    func exactRounds(speed: Millionths, ends: [String]) throws {
        var show = playlist([PlaybackCourse(try plan(10, 21))], repeats: .times(3), speed: speed)
        show.advance(to: 9 * .second)
        let all = lines.take()
        for (index, end) in ends.enumerated() {
            let round = all.dropFirst(4 * index).prefix(4).map { $0 }
            #expect(round.count == 4)
            #expect(round.suffix(2).allSatisfy { $0.hasPrefix(#"{"at":\#(end),"#) }, "\(round)")
            if index > 0 { #expect(round.prefix(2).allSatisfy { $0.hasPrefix(#"{"at":\#(ends[index - 1]),"#) }) }
        }
        #expect(all.count == 4 * ends.count)
    }

    @Test("a pause and another speed move what comes later, and both are exact")
    func pauseAndSpeed() throws {
        var show = playlist([PlaybackCourse(try plan(0, 30, times: 2))])
        show.handle(.character(" "), at: 500_000_000)
        show.handle(.character(" "), at: .second)
        // The second round has 0.7 s left at 1.8 s, which take 2.8 s at a quarter of the speed.
        for key in "[[" { show.handle(.character(key), at: 1_800_000_000) }
        #expect(show.nextDue == 4_600_000_000)
        show.advance(to: 9 * .second)
        #expect(
            lines.take().dropFirst(2) == [
                #"{"at":1.5,"event":"roundEnded","animation":1,"part":1,"round":1,"frame":29.999}"#,
                #"{"at":4.6,"event":"roundEnded","animation":1,"part":1,"round":2,"frame":29.999}"#,
                #"{"at":4.6,"event":"ended","animation":1,"reason":"reached","frame":29.999}"#,
            ])
    }

    @Test("x and q interrupt, a digit replaces the part, and going to a place says where it is")
    func keys() throws {
        let course = PlaybackCourse([.init(try plan(0, 60)), .init(try plan(60, 90))])
        var show = playlist([course, course])
        _ = lines.take()
        show.handle(.key(.right, []), at: 1_500_000_000)
        #expect(lines.take() == [#"{"at":1.5,"event":"scrubbed","animation":1,"part":2,"frame":75}"#])
        show.handle(.key(.home, []), at: 1_600_000_000)
        #expect(lines.take() == [#"{"at":1.6,"event":"scrubbed","animation":1,"part":1,"frame":0}"#])
        show.handle(.character("1"), at: 1_700_000_000)
        #expect(
            lines.take() == [
                #"{"at":1.7,"event":"ended","animation":1,"reason":"replaced","frame":3}"#,
                #"{"at":1.7,"event":"started","animation":1,"name":"n1","round":1,"frame":3}"#,
            ])
        show.handle(.character("x"), at: 1_800_000_000)
        #expect(
            lines.take() == [
                #"{"at":1.8,"event":"ended","animation":1,"reason":"interrupted","frame":6}"#,
                #"{"at":1.8,"event":"started","animation":2,"name":"n2","round":1,"frame":0}"#,
                #"{"at":1.8,"event":"partStarted","animation":2,"part":1,"from":0,"to":60,"rounds":1,"frame":0}"#,
            ])
        // Frames are rounded to a millionth: this is frame 6.01000002.
        show.handle(.character("q"), at: 2_000_333_334)
        #expect(
            lines.take() == [#"{"at":2.000333334,"event":"ended","animation":2,"reason":"interrupted","frame":6.01}"#])
        show.end(at: 3 * .second)
        #expect(lines.take() == [])
    }

    @Test("who goes to the end of an animation sees it end there, and the next one start")
    func goingToTheEnd() throws {
        let course = PlaybackCourse([.init(try plan(0, 60)), .init(try plan(60, 90))])
        var show = playlist([course, course])
        show.advance(to: 2_400_000_000)
        _ = lines.take()
        show.handle(.key(.right, []), at: 2_500_000_000)
        #expect(
            lines.take() == [
                #"{"at":2.5,"event":"scrubbed","animation":1,"part":2,"frame":89.999}"#,
                #"{"at":2.5,"event":"ended","animation":1,"reason":"reached","frame":89.999}"#,
                #"{"at":2.5,"event":"started","animation":2,"name":"n2","round":1,"frame":0}"#,
                #"{"at":2.5,"event":"partStarted","animation":2,"part":1,"from":0,"to":60,"rounds":1,"frame":0}"#,
            ])
        show.advance(to: 3_000_000_000)
        #expect(lines.take() == [])
    }

    @Test("a hold is told when it begins, and a signal ends it")
    func hold() throws {
        var show = playlist([PlaybackCourse([.init(try plan(0, 30))], holdingLast: 10 * .second)])
        show.advance(to: 3 * .second)
        show.end(at: 4 * .second)
        #expect(
            lines.take().suffix(2) == [
                #"{"at":1,"event":"held","animation":1,"frame":29.999}"#,
                #"{"at":4,"event":"ended","animation":1,"reason":"interrupted","frame":29.999}"#,
            ])
    }

    @Test(
        "the status line has the round of the playlist, or else that of the part",
        arguments: [
            (PlaybackPlan.Repeats.times(3), 0.5, "frame 15  round 1 of 3 "),
            (.times(3), 3.5, "frame 15  round 2 of 3 "),
            (.forever, 7.5, "frame 15  round 3 "), (.times(1), 0.5, "frame 15  round 1 of 2 "),
            (.times(1), 1.5, "frame 15  round 2 of 2 "), (.times(1), 2.5, "frame 75  "),
        ])
    func statusLine(repeats: PlaybackPlan.Repeats, seconds: Double, text: String) throws {
        var show = playlist(
            [PlaybackCourse([.init(try plan(0, 30, times: 2)), .init(try plan(60, 90))])], repeats: repeats)
        let time = Nanoseconds(seconds * 1e9)
        show.advance(to: time)
        var grid = CellGrid(columns: 80, rows: 12)
        var statistics = FrameStatistics(processorTime: { 0 })
        show.paint(&grid, at: time, statistics: &statistics)
        let line = Room.text(grid, row: 11)
        #expect(line.contains(text))
        #expect(line.contains("round") == text.contains("round"))
    }
}
