import AnimationPlayback
import ExactNumbers
import LottieDocument
import LottieRenderer

/// The requested frames of an animation and their rate.
struct FrameSelection {
    /// The value of the option: frame numbers separated by commas, or `all`.
    let frames: String?
    /// The position of a single frame, from 0 to 1.
    let progress: Double?
    /// The frame rate in frames per second; `nil` for that of the animation.
    let rate: Double?
    /// What a moving picture shows; its iterations are without those of ``rounds``.
    var course: PlaybackChoice
    /// How often the whole moving picture is drawn, one after the other.
    let rounds: Int

    /// What is drawn, and its text for file names.
    struct Frame: Equatable {
        let picture: AnimationPicture
        let text: String

        /// The frame number; of a blend, that of the frame that remains.
        var number: Double { picture.frame }
    }

    /// Frames with their display times.
    struct TimedFrames {
        let frames: [Frame]
        let times: [Nanoseconds]
        /// The end of the last frame.
        let end: Nanoseconds

        fileprivate init(_ frames: [Frame], rate: Double, length: Double) {
            self.frames = frames
            func time(_ seconds: Double) -> Nanoseconds { Nanoseconds((seconds * 1e9).rounded()) }
            times = frames.indices.map { time(Double($0) / rate) }
            end = time(length)
        }
    }

    /// The longest total duration, in seconds: one day, which is longer than any animation and safe from overflow.
    private static let maxDuration = 86_400.0
    /// The maximum number of frames: one hour at 30 frames per second.
    static let maxFrames = 108_000

    /// Returns the requested frames, or the frame with the most content if none were requested.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an invalid frame number or too many frames, and 65 if the
    ///   animation lasts longer than a day.
    func timedFrames(of animation: OpenedAnimation) throws(CommandFailure) -> TimedFrames {
        let composition = animation.composition
        let own = composition.frameRate
        if let progress { return singleFrame(Self.frame(composition.frame(atProgress: progress))) }
        guard let frames else {
            return singleFrame(Self.frame(composition.fullestFrame(properties: animation.properties)))
        }
        let isAll = frames == "all"
        let list = try isAll ? plannedFrames(of: composition) : parseFrames(frames, of: composition)
        guard isAll else {
            // Listed frames may be meant for a format without time, so that the rate is limited and not an error.
            let rate = max(rate ?? own, Double(list.count) / Self.maxDuration)
            return TimedFrames(list, rate: rate, length: Double(list.count) / rate)
        }
        guard composition.duration <= Self.maxDuration else {
            throw CommandFailure(
                .badData, "\(animation.name): expected an animation that is over in a day, found \(own) frames a second"
            )
        }
        switch course {
        case .plan(let plan):
            let legs = Double(rounds) * (plan.autoReverses ? 2 : 1)
            return TimedFrames(list, rate: rate ?? own, length: plan.segment.length / own * legs)
        case .course(let course):
            return TimedFrames(list, rate: rate ?? own, length: Double(course.duration) / 1e9 * Double(rounds))
        }
    }

    private func singleFrame(_ frame: Frame) -> TimedFrames { TimedFrames([frame], rate: 1, length: 1) }

    private func plannedFrames(of composition: Composition) throws(CommandFailure) -> [Frame] {
        switch course {
        case .plan(let plan): try plannedFrames(of: plan, composition)
        case .course(let course): try courseFrames(of: course, composition)
        }
    }

    /// Returns the pictures of a course at equal times.
    private func courseFrames(
        of course: PlaybackCourse, _ composition: Composition
    ) throws(CommandFailure) -> [Frame] {
        let rate = rate ?? composition.frameRate
        let length = Double(course.duration) / 1e9 * rate
        let count = max(1, (length * Double(rounds) - 0.001).rounded(.up))
        try Self.check(count)
        func time(_ index: Int) -> Nanoseconds { Nanoseconds((Double(index) * 1e9 / rate).rounded()) }
        return (0..<Int(count)).map { index in
            // A round begins at its time, which may be between two pictures.
            let round = Int((Double(index) + 0.001) / length)
            let begin = course.exactDuration.times(round).nanoseconds
            return Self.frame(course.picture(during: max(0, time(index) - begin)..<time(index + 1) - begin))
        }
    }

    private static func check(_ count: Double) throws(CommandFailure) {
        guard count <= Double(maxFrames) else {
            throw CommandFailure(
                .usage, "expected a moving picture of at most \(maxFrames) frames, found \(text(count))")
        }
    }

    private func plannedFrames(
        of plan: PlaybackPlan, _ composition: Composition
    ) throws(CommandFailure) -> [Frame] {
        let (own, length) = (composition.frameRate, plan.segment.length)
        let count = rate.map { max(1, (length / own * $0).rounded()) } ?? max(1, length.rounded(.up))
        let total = count * Double(rounds) * (plan.autoReverses ? 2 : 1)
        try Self.check(total)
        let step = rate.map { own / $0 } ?? 1
        let forwards = (0..<Int(count)).map { Self.frame(plan.segment.start + Double($0) * step) }
        let backwards = Array(forwards.reversed())
        let round =
            (plan.isReversed ? backwards : forwards)
            + (plan.autoReverses ? (plan.isReversed ? forwards : backwards) : [])
        return (0..<rounds).flatMap { _ in round }
    }

    private func parseFrames(_ frames: String, of composition: Composition) throws(CommandFailure) -> [Frame] {
        var list: [Frame] = []
        for part in frames.split(separator: ",", omittingEmptySubsequences: false) {
            let text = String(part).filter { !$0.isWhitespace }
            if let (first, last) = FrameRangeArgument.ends(of: text) {
                guard first <= last else {
                    throw CommandFailure(
                        .usage,
                        "--frames: expected a range whose second frame is not before the first, such as 10-20, "
                            + "found \(text)")
                }
                try FrameRangeArgument.check(first...last, in: composition)
                guard Double(list.count) + last - first < Double(Self.maxFrames) else {
                    throw CommandFailure(.usage, "--frames: expected at most \(Self.maxFrames) frames, found \(text)")
                }
                list += stride(from: first, through: last, by: 1).map { Self.frame($0) }
            } else {
                list.append(try parseFrame(text, of: composition))
            }
        }
        return list
    }

    private func parseFrame(_ text: String, of composition: Composition) throws(CommandFailure) -> Frame {
        guard let number = Double(text), number.isFinite else {
            throw CommandFailure(.usage, "--frames: expected numbers such as 3,40,75 or all, found \"\(text)\"")
        }
        try FrameRangeArgument.check(number...number, in: composition)
        return Frame(picture: .frame(number), text: text)
    }

    private static func frame(_ number: Double) -> Frame { Frame(picture: .frame(number), text: text(number)) }

    private static func frame(_ picture: AnimationPicture) -> Frame {
        Frame(picture: picture, text: text(picture.frame))
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}

/// A frame rate from 0.1 to 240 frames per second.
struct FrameRateArgument: CheckedArgument {
    static let expectedValues = "0.1 to 240 frames a second"

    let perSecond: Double

    init?(argument: String) {
        guard let rate = Double(argument), rate >= 0.1, rate <= 240 else { return nil }
        perSecond = rate
    }
}
