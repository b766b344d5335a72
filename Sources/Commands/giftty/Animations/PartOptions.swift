import AnimationPlayback
import ArgumentParser
import ExactNumbers
import GiftPackages
import LottieDocument

/// The options of what is played after the first part: `--then`, `--change` and `--hold`.
struct PartOptions: ParsableArguments {
    @Option(
        name: .customLong("then"), parsing: .singleValue,
        help: ArgumentHelp(
            "Play this part next, such as marker:loop, 30%..marker:top or 'all x3 reverse'; may be repeated.",
            valueName: "part"),
        transform: PartArgument.parse)
    var then: [PartArgument] = []

    @Option(
        help: ArgumentHelp(
            "How a part follows another one: cut, approach, blend or blend:300ms.", valueName: "cut|approach|blend"),
        transform: ChangeArgument.parse)
    var change: ChangeArgument?

    @Option(
        help: ArgumentHelp(
            "Hold the last frame for this time, counted at normal speed.", valueName: "2s|forever"),
        transform: HoldArgument.parse)
    var hold: HoldArgument?

    /// The first of these options that says what is played, or how long; `nil` if there is none.
    var firstGiven: String? { !then.isEmpty ? "--then" : hold != nil ? "--hold" : nil }

    /// The way to another part; a cut unless the option says so.
    var planChange: PlanChange { change?.change ?? .cut }

    /// Returns the course of a plan and the parts that follow it.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - composition: The animation.
    ///   - name: The name of the animation in error messages.
    ///   - isRewinding: Whether all parts are played in the opposite direction.
    /// - Throws: `CommandFailure` with exit status 64 if a place is not in the animation.
    func course(
        from plan: PlaybackPlan, of composition: Composition, name: String, isRewinding: Bool
    ) throws(CommandFailure) -> PlaybackCourse {
        var parts = [PlaybackCourse.Part(plan)]
        for argument in then {
            do throws(PlaybackSegmentError) {
                let next = try argument.part.plan(of: composition, isBackward: isRewinding)
                parts.append(PlaybackCourse.Part(next, by: planChange))
            } catch {
                throw CommandFailure(.usage, "--then: \(name): \(error)")
            }
        }
        let course = PlaybackCourse(parts, holdingLast: hold?.time ?? 0)
        guard !course.isCut else { throw CommandFailure(.usage, "\(name): \(PlaybackSegmentError.isTooLong)") }
        return course
    }
}

/// A part of an animation such as `marker:loop x3`, `marker:"b x3"`, `1s..50%` or `all reverse`.
struct PartArgument: CheckedArgument {
    static let expectedValues =
        "marker:NAME, two places such as 1s..50%, or all, then x1 to x1000, reverse or auto-reverse if wanted"

    let part: PlayedPart

    init?(argument: String) {
        var words = argument.split(separator: " ").map(String.init)
        var part = PlayedPart()
        // What a marker is called comes first and may have blanks; a name that ends as if it had a number is in quotes.
        while words.count > 1, let word = words.last {
            if word == "reverse" {
                part.isReversed = true
            } else if word == "auto-reverse" {
                part.autoReverses = true
            } else if word.first == "x", let count = Int(word.dropFirst()) {
                guard PlayedPart.loopRange.contains(count) else { return nil }
                part.loops = count
            } else {
                break
            }
            words.removeLast()
        }
        let place = words.joined(separator: " ")
        if place == "all" {
            self.part = part
            return
        }
        guard let gap = place.firstRange(of: "..") else {
            guard case .marker(let name) = Self.point(place) else { return nil }
            part.marker = name
            self.part = part
            return
        }
        let (first, last) = (String(place[..<gap.lowerBound]), String(place[gap.upperBound...]))
        part.from = Self.point(first)
        part.to = Self.point(last)
        guard part.from != nil || first.isEmpty, part.to != nil || last.isEmpty, !(first + last).isEmpty else {
            return nil
        }
        self.part = part
    }

    /// Returns the place that a text names, with or without quotes around the name of a marker.
    private static func point(_ text: String) -> PlaybackPoint? {
        guard case .marker(let name) = PlaybackPoint(text), name.count > 2, name.hasPrefix("\""), name.hasSuffix("\"")
        else { return PlaybackPoint(text) }
        return .marker(String(name.dropFirst().dropLast()))
    }
}

/// The way from a part to the next one.
struct ChangeArgument: CheckedArgument {
    static let expectedValues = "cut, approach, blend, or blend: with a time of up to 10s such as blend:300ms"

    let change: PlanChange

    init?(argument: String) {
        switch argument {
        case "cut": change = .cut
        case "approach": change = .approach
        case "blend": change = .blend(PlayingOptions.defaultBlend)
        default:
            guard argument.hasPrefix("blend:"),
                let length = Nanoseconds(durationText: String(argument.dropFirst("blend:".count))),
                length > 0, length <= PlanChange.maxBlend
            else { return nil }
            change = .blend(length)
        }
    }
}

/// The time for which the last frame is held.
struct HoldArgument: CheckedArgument {
    static let expectedValues = "a duration of up to 1h such as 2s, or forever"

    let time: Nanoseconds
    let isForever: Bool

    init?(argument: String) {
        isForever = argument == "forever"
        if isForever {
            // Longer than anybody looks.
            time = 86_400 * .second
            return
        }
        guard let time = Nanoseconds(durationText: argument), time > 0, time <= PlayingOptions.maxHold else {
            return nil
        }
        self.time = time
    }
}

/// What is played of an animation.
enum PlaybackChoice {
    /// A single plan.
    case plan(PlaybackPlan)
    /// Several parts, or one that is held at its end.
    case course(PlaybackCourse)
}
