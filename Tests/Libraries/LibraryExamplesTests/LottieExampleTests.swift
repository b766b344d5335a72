import AnimationPlayback
import Budgets
import DotLottie
import LottieDocument
import LottieRenderer
import StateMachines
import Synchronization
import Testing
import ZIPArchive

/// Returns the text of an animation of two seconds at 30 frames a second, with a red rectangle on the left half.
private func document(name: String = "Ball", more: String = "") -> [UInt8] {
    let rectangle = """
        {"ty":4,"nm":"\(name)","ip":0,"op":60,"ks":{"o":{"a":0,"k":100,"sid":"fade"}},"shapes":[
          {"ty":"rc","p":{"k":[50,50]},"s":{"k":[100,100]},"r":{"k":0}},
          {"ty":"fl","nm":"Fill 1","c":{"k":[1,0,0,1]},"o":{"k":100}}]}
        """
    let markers = #"{"cm":"hop","tm":10,"dr":20}"#
    return Array(
        """
        {"v":"5.7.4","fr":30,"ip":0,"op":60,"w":200,"h":100,"markers":[\(markers)],"layers":[\(rectangle)\(more)]}
        """.utf8)
}

@Suite("The example of LottieDocument")
struct LottieDocumentExampleTests {
    @Test("the lines have the size, the visible layers and the markers")
    func linesDescribeDocument() throws {
        let others = #",{"ty":3,"nm":"Guide","ip":6,"op":60,"ks":{}},{"ty":3,"nm":"Off","hd":true,"ks":{}}"#
        #expect(
            try describe(document(more: others)) == [
                "200.0 × 100.0, 2.0 s", "shapes \"Ball\" from frame 0.0", "parent \"Guide\" from frame 6.0",
                "marker \"hop\" at frame 10.0",
            ])
    }

    @Test("a text that is not an animation is an error")
    func invalidDocumentIsError() {
        #expect(throws: LottieError.self) { try describe(Array("[]".utf8)) }
    }
}

@Suite("The example of DotLottie")
struct DotLottieExampleTests {
    private static func archive() throws -> [UInt8] {
        let manifest = #"{"version":"2","animations":[{"id":"one"},{"id":"two"}],"themes":[{"id":"faint"}]}"#
        var writer = ArchiveWriter()
        try writer.add("manifest.json", Array(manifest.utf8))
        try writer.add("a/one.json", document(name: "One"))
        try writer.add("a/two.json", document(name: "Two"))
        try writer.add("t/faint.json", Array(#"{"rules":[{"id":"fade","type":"Scalar","value":25}]}"#.utf8))
        return try writer.bytes()
    }

    @Test("an archive has its animations in its order")
    func archiveHasAnimations() throws {
        let animations = try readAnimations(try Self.archive())
        #expect(animations.map(\.id) == ["one", "two"])
        #expect(animations.map(\.composition.layers[0].name) == ["One", "Two"])
        #expect(animations.map { $0.composition.layers[0].transform.opacity.value(at: 0) } == [100, 100])
    }

    @Test("a theme changes the animations, and one that is missing is an error")
    func themeChangesAnimations() throws {
        let animations = try readAnimations(try Self.archive(), theme: "faint")
        #expect(animations.map { $0.composition.layers[0].transform.opacity.value(at: 0) } == [25, 25])
        #expect(throws: DotLottieError.unknownTheme("dark", known: ["faint"])) {
            try readAnimations(try Self.archive(), theme: "dark")
        }
    }

    @Test("a document is one animation without an id")
    func documentIsOneAnimation() throws {
        let animations = try readAnimations(document())
        #expect(animations.map(\.id) == [nil])
        #expect(animations[0].composition.duration == 2)
    }
}

@Suite("The example of StateMachines")
struct StateMachinesExampleTests {
    private static func file() throws -> DotLottieFile {
        let machine = """
            {"initial":"still","inputs":[{"type":"Boolean","name":"on","value":true},{"type":"Event","name":"tap"}],
             "interactions":[{"type":"Click","layerName":"Ball","actions":[{"type":"Fire","inputName":"tap"}]}],
             "states":[
              {"type":"PlaybackState","name":"still","animation":"","transitions":[
                {"type":"Transition","toState":"hop","guards":[{"type":"Event","inputName":"tap"},
                  {"type":"Boolean","inputName":"on","conditionType":"Equal","compareTo":true}]}]},
              {"type":"PlaybackState","name":"hop","animation":"","autoplay":true,"segment":"hop"}]}
            """
        var writer = ArchiveWriter()
        try writer.add("manifest.json", Array(#"{"version":"2","animations":[{"id":"one"}]}"#.utf8))
        try writer.add("a/one.json", document())
        try writer.add("s/tap.json", Array(machine.utf8))
        return try DotLottieFile(try writer.bytes())
    }

    @Test("a click at the layer plays the part of the marker")
    func clickPlaysMarker() throws {
        let file = try Self.file()
        let (events, frame) = try play(
            file, stateMachine: "tap", clicks: [(0.5, []), (1, ["Ball"])], until: 1.5)
        #expect(
            events == [
                "0s: started", "0s: entered \"still\"", "1s: fired tap",
                "1s: transition from \"still\" to \"hop\"", "1s: exited \"still\"", "1s: entered \"hop\"",
            ])
        #expect(abs(frame - 25) < 1e-6)
    }

    @Test("values decide what a click does, and an unknown machine is an error")
    func valuesDecide() throws {
        let file = try Self.file()
        let (events, frame) = try play(
            file, stateMachine: "tap", values: ["on": .boolean(false)], clicks: [(1, ["Ball"])], until: 2)
        #expect(events.last == "1s: fired tap")
        #expect(frame == 0)
        #expect(throws: DotLottieError.unknownStateMachine("hop", known: ["tap"])) {
            try play(file, stateMachine: "hop", clicks: [], until: 1)
        }
    }
}

/// A clock on which every wait is over at once.
private final class SkippingClock: Clock {
    struct Instant: InstantProtocol {
        var time = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Duration { other.time - time }
        static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private let time = Mutex(Instant())

    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline) }
    }
}

@Suite("The example of AnimationPlayback")
struct AnimationPlaybackExampleTests {
    @Test("the part of a marker is played there and back")
    func markerIsPlayedThereAndBack() throws {
        let composition = try Composition(json: document())
        let once = try frames(of: composition, marker: "hop", repeats: 1, framesPerSecond: 10)
        let expected: [Double] = [10, 13, 16, 19, 22, 25, 28, 29, 26, 23, 20, 17, 14, 11]
        #expect(once.count == expected.count)
        for (frame, wanted) in zip(once, expected) { #expect(abs(frame - wanted) < 1e-6) }
        #expect(try frames(of: composition, marker: "hop", repeats: 2, framesPerSecond: 10).count == 27)
    }

    @Test("a loop is left at the end of its iteration, whose last frame fades into the next part")
    func loopIsLeft() throws {
        let composition = try Composition(json: document())
        let pictures = try pictures(of: composition, leaving: "hop", for: "hop", at: 300_000_000, framesPerSecond: 10)
        #expect(pictures.first.map { Int($0.frame.rounded()) } == 19)
        let blends = pictures.filter(\.isBlend)
        #expect(blends.count == 2)
        guard case .blend(let old, _, _)? = blends.first else { return }
        #expect(Int(old.rounded()) == 30)
    }

    @Test("a marker that the animation does not have is an error")
    func unknownMarkerIsError() throws {
        let composition = try Composition(json: document())
        #expect(throws: PlaybackSegmentError.unknownMarker("top", known: ["hop"])) {
            try frames(of: composition, marker: "top", repeats: 1, framesPerSecond: 10)
        }
    }

    @Test("on a clock each frame of two seconds is shown, and the last one is held")
    func framesAreShownOnClock() async throws {
        var shown: [Double] = []
        let clock = SkippingClock()
        let completion = try await play(try Composition(json: document()), on: clock) { shown.append($0) }
        #expect(completion == .reachedEnd)
        #expect(shown == shown.sorted())
        #expect(Set(shown.map { Int($0.rounded()) }).isSuperset(of: 0..<60))
        #expect(try #require(shown.last) > 59)
        #expect(clock.now.time == .seconds(2))
    }
}

@Suite("The example of LottieRenderer")
struct LottieRendererExampleTests {
    @Test("the pictures have the proportions and the colors of the animation")
    func picturesShowAnimation() throws {
        var budget = Budget(Budget.Limits(steps: 1_000_000_000))
        let pictures = try drawPictures(
            of: try Composition(json: document()), longerSide: 20, framesPerSecond: 4, within: &budget)
        #expect(pictures.count == 8)
        for picture in pictures {
            #expect((picture.width, picture.height) == (20, 10))
            #expect((picture[2, 5], picture[17, 5]) == (0xFF00_00FF, 0))
        }
        #expect(budget.remaining(.steps) < 1_000_000_000)
    }

    @Test("a color replaces that of the file")
    func colorIsReplaced() throws {
        var budget = Budget(Budget.Limits())
        let pictures = try drawPictures(
            of: try Composition(json: document()), longerSide: 20, framesPerSecond: 1,
            colors: ["Ball.Fill 1.Color": Color(0, 1, 0, 1)], within: &budget)
        #expect(pictures.map { $0[2, 5] } == [0xFF00_FF00, 0xFF00_FF00])
    }

    @Test("pictures that are too expensive, and a key path without a name, are errors")
    func errorsAreThrown() throws {
        let composition = try Composition(json: document())
        var budget = Budget(Budget.Limits(steps: 100))
        #expect(throws: BudgetExceeded.self) {
            try drawPictures(of: composition, longerSide: 20, framesPerSecond: 4, within: &budget)
        }
        budget = Budget(Budget.Limits())
        #expect(throws: PropertyPathError.self) {
            try drawPictures(
                of: composition, longerSide: 20, framesPerSecond: 4, colors: ["": Color(0, 1, 0, 1)], within: &budget)
        }
    }
}
