import AnimationPlayback
import ArgumentParser
import ExactNumbers
import LottieDocument

/// The options that select what is played of an animation, and in which direction.
///
/// They are `--from`, `--to`, `--marker`, `--reverse` and `--auto-reverse`, and `--then`, `--change` and `--hold` for what
/// follows.
struct PlaybackOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Begin there: a time (1.5s), a frame (#12), a share (30%), or marker:NAME.", valueName: "place"),
        transform: PlaceArgument.parse)
    var from: PlaceArgument?

    @Option(help: ArgumentHelp("End there, in the same forms.", valueName: "place"), transform: PlaceArgument.parse)
    var to: PlaceArgument?

    @Option(help: ArgumentHelp("Play the frames of a marker.", valueName: "name"))
    var marker: String?

    @Flag(help: "Play from the end to the beginning.")
    var reverse = false

    @Flag(help: "Play to the end and back.")
    var autoReverse = false

    @OptionGroup var parts: PartOptions

    /// Whether an option selects a part or a direction, so that it decides what is played of a gift. A hold does not.
    var selectsPart: Bool { firstOfWhole != nil || !parts.then.isEmpty }

    /// The first of these options that was given, or `nil` if the whole animation is played forwards.
    var firstGiven: String? { firstOfWhole ?? parts.firstGiven }

    private var firstOfWhole: String? {
        let given = [
            ("--from", from != nil), ("--to", to != nil), ("--marker", marker != nil), ("--reverse", reverse),
            ("--auto-reverse", autoReverse),
        ]
        return given.first { $0.1 }?.0
    }

    /// Returns what is played of an animation by the options: the plan of ``plan(for:name:frames:isRewinding:)`` and the
    /// parts that follow it.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if a place is not in the animation, or two options contradict each
    ///   other.
    func choice(
        for composition: Composition, name: String, frames: ClosedRange<Double>? = nil, isRewinding: Bool = false
    ) throws(CommandFailure) -> PlaybackChoice {
        let plan = try plan(for: composition, name: name, frames: frames, isRewinding: isRewinding)
        guard parts.firstGiven != nil else { return .plan(plan) }
        return .course(try parts.course(from: plan, of: composition, name: name, isRewinding: isRewinding))
    }

    /// Returns the plan of the options for an animation.
    ///
    /// - Parameters:
    ///   - composition: The animation.
    ///   - name: The name of the animation in error messages.
    ///   - frames: The frames of another option that selects a segment.
    ///   - isRewinding: Whether the animation is played in the opposite direction.
    /// - Throws: `CommandFailure` with exit status 64 if a place is not in the animation, or two options contradict each
    ///   other.
    func plan(
        for composition: Composition, name: String, frames: ClosedRange<Double>? = nil, isRewinding: Bool = false
    ) throws(CommandFailure) -> PlaybackPlan {
        let ways = [
            (marker != nil, "--marker"), (from != nil || to != nil, "--from and --to"), (frames != nil, "--frames"),
        ].filter(\.0).map(\.1)
        guard ways.count < 2 else {
            throw CommandFailure(.usage, "expected \(ways[0]) or \(ways[1]), found both")
        }
        if let frames { try FrameRangeArgument.check(frames, in: composition) }
        let segment: PlaybackSegment
        do throws(PlaybackSegmentError) {
            if let marker {
                segment = try PlaybackSegment(marker: marker, in: composition)
            } else {
                let first = from?.point ?? frames.map { .frame($0.lowerBound) }
                let last = to?.point ?? frames.map { .frame(min(composition.outPoint, $0.upperBound + 1)) }
                segment = try PlaybackSegment(from: first, to: last, in: composition)
            }
        } catch {
            throw CommandFailure(.usage, "\(name): \(error)")
        }
        return PlaybackPlan(
            segment, of: composition, autoReverses: autoReverse, isReversed: reverse != isRewinding)
    }
}

/// A place in an animation.
struct PlaceArgument: CheckedArgument {
    static let expectedValues = PlaybackPoint.forms

    let point: PlaybackPoint

    init?(argument: String) {
        guard let point = PlaybackPoint(argument) else { return nil }
        self.point = point
    }
}

/// A range of frames such as `10-20`, both included.
struct FrameRangeArgument: CheckedArgument {
    static let expectedValues = "two frames such as 10-20, the second not before the first"

    let frames: ClosedRange<Double>

    init?(argument: String) {
        guard let (first, last) = Self.ends(of: argument), first <= last else { return nil }
        frames = first...last
    }

    /// Returns the two frames of a range such as `10-20` or `-10--5`, in any order; `nil` for another text.
    static func ends(of text: String) -> (first: Double, last: Double)? {
        // A sign before the first frame does not divide.
        guard let mark = text.dropFirst().firstIndex(of: "-"), let first = Double(text[..<mark]),
            let last = Double(text[text.index(after: mark)...]), first.isFinite, last.isFinite
        else { return nil }
        return (first, last)
    }

    /// Checks that an animation has the frames of a range.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if it does not.
    static func check(_ frames: ClosedRange<Double>, in composition: Composition) throws(CommandFailure) {
        func text(_ number: Double) -> String { Int(exactly: number).map { String($0) } ?? String(number) }
        let (first, end) = (composition.inPoint, composition.outPoint)
        if frames.lowerBound < first {
            throw CommandFailure(
                .usage, "--frames: expected a frame from \(text(first)) on, found \(text(frames.lowerBound))")
        }
        if let last = [frames.lowerBound, frames.upperBound].first(where: { $0 >= end }) {
            throw CommandFailure(.usage, "--frames: expected a frame below \(text(end)), found \(text(last))")
        }
    }
}

/// A number of iterations, or `forever`.
struct LoopArgument: CheckedArgument {
    static let expectedValues = "a whole number from 1 to 1000000, or forever"

    let repeats: PlaybackPlan.Repeats

    private static let forever = "forever"

    init?(argument: String) {
        if argument == Self.forever {
            repeats = .forever
        } else if let count = Int(argument), 1...1_000_000 ~= count {
            repeats = .times(count)
        } else {
            return nil
        }
    }

    /// Returns the arguments of the command line with a value for each `--loop` of `play` that has none.
    ///
    /// A word that is a number is the value, also one that ``init(argument:)`` refuses.
    static func addingDefault(to arguments: [String]) -> [String] {
        guard arguments.first == PlayCommand.configuration.commandName else { return arguments }
        var result: [String] = []
        for (index, argument) in arguments.enumerated() {
            result.append(argument)
            guard argument == "--loop" else { continue }
            let next = index + 1 < arguments.count ? arguments[index + 1] : ""
            let isNumber = next.contains(where: \.isNumber) && Double(next) != nil
            if next != Self.forever, !isNumber { result.append(Self.forever) }
        }
        return result
    }
}

/// A multiple of normal speed, from 0.01 to 100, or from -100 to -0.01 for the opposite direction.
struct SignedSpeedArgument: CheckedArgument {
    static let expectedValues = "a multiple of normal speed from 0.01 to 100, or from -100 to -0.01 to play backward"

    let factor: Millionths
    let isBackward: Bool

    init?(argument: String) {
        isBackward = argument.hasPrefix("-")
        guard let speed = SpeedArgument(argument: isBackward ? String(argument.dropFirst()) : argument) else {
            return nil
        }
        factor = speed.factor
    }
}
