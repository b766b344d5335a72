import ArgumentParser
import Lottie
import LottieRenderer
import Playback

/// Which frames of an animation are asked for, and how fast they follow one another.
struct FrameSelection {
    /// The list as given: numbers with commas between them, or `all`.
    let frames: String?
    /// The place of one frame, 0 to 1.
    let progress: Double?
    /// Frames a second; nil for those of the animation.
    let rate: Double?

    /// A frame and its number as it was written.
    struct Frame: Equatable {
        let number: Double
        let text: String
    }

    /// Frames with the times at which they are shown.
    struct Reel {
        let frames: [Frame]
        let times: [Nanoseconds]
        /// When the last one is over.
        let end: Nanoseconds

        fileprivate init(_ frames: [Frame], rate: Double, length: Double) {
            self.frames = frames
            func time(_ seconds: Double) -> Nanoseconds { Nanoseconds((seconds * 1e9).rounded()) }
            times = frames.indices.map { time(Double($0) / rate) }
            end = time(length)
        }
    }

    /// The longest that frames may go on, in seconds: no animation takes a day, and a day is far from the end of numbers.
    private static let longest = 86_400.0
    /// Most frames: an hour at 30 a second, more than anybody looks at in one picture.
    private static let mostFrames = 108_000

    /// The frames, the one with most to see where none were asked for.
    /// - Throws: wrong usage for what is no number or no frame of the animation, and for too many; bad data for an
    ///   animation that goes on for days.
    func reel(of animation: OpenedAnimation) throws(CommandFailure) -> Reel {
        let composition = animation.composition
        let own = composition.frameRate
        if let progress {
            guard progress >= 0, progress <= 1 else {
                throw CommandFailure(.usage, "--progress: expected 0 to 1, found \(progress)")
            }
            return still(Self.frame(composition.frame(atProgress: progress)))
        }
        guard let frames else {
            return still(Self.frame(composition.fullestFrame(properties: animation.properties)))
        }
        let isAll = frames == "all"
        let list = try isAll ? all(of: composition) : listed(frames, of: composition)
        guard isAll else {
            // Those that were named may be meant for files that don't move.
            let rate = max(rate ?? own, Double(list.count) / Self.longest)
            return Reel(list, rate: rate, length: Double(list.count) / rate)
        }
        guard composition.duration <= Self.longest else {
            throw CommandFailure(
                .badData, "\(animation.name): expected an animation that is over in a day, found \(own) frames a second"
            )
        }
        return Reel(list, rate: rate ?? own, length: composition.duration)
    }

    private func still(_ frame: Frame) -> Reel { Reel([frame], rate: 1, length: 1) }

    private func all(of composition: Composition) throws(CommandFailure) -> [Frame] {
        let count = rate.map { max(1, (composition.duration * $0).rounded()) } ?? Double(composition.frameCount)
        guard count <= Double(Self.mostFrames) else {
            throw CommandFailure(
                .usage, "--frames: expected at most \(Self.mostFrames) frames, found \(Self.text(count))")
        }
        let step = rate.map { composition.frameRate / $0 } ?? 1
        return (0..<Int(count)).map { Self.frame(composition.inPoint + Double($0) * step) }
    }

    private func listed(_ frames: String, of composition: Composition) throws(CommandFailure) -> [Frame] {
        var list: [Frame] = []
        for part in frames.split(separator: ",", omittingEmptySubsequences: false) {
            let text = String(part).filter { !$0.isWhitespace }
            guard let number = Double(text), number.isFinite else {
                throw CommandFailure(.usage, "--frames: expected numbers such as 3,40,75 or all, found \"\(text)\"")
            }
            guard number >= composition.inPoint, number < composition.outPoint else {
                let (first, end) = (Self.text(composition.inPoint), Self.text(composition.outPoint))
                throw CommandFailure(.usage, "--frames: expected \(first) up to, not including, \(end), found \(text)")
            }
            list.append(Frame(number: number, text: text))
        }
        return list
    }

    private static func frame(_ number: Double) -> Frame { Frame(number: number, text: text(number)) }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}

/// Frames a second, from 0.1 to 240.
struct FrameRateArgument: ExpressibleByArgument {
    let perSecond: Double

    init?(argument: String) {
        guard let rate = Double(argument), rate >= 0.1, rate <= 240 else { return nil }
        perSecond = rate
    }
}
