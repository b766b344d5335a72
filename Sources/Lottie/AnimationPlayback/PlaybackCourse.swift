public import ExactNumbers

/// What is played of an animation in a finite time: a function from elapsed time to frames.
///
/// It is a finite plan at a speed, or an intro, a loop and an outro one after the other, of which a player may repeat the
/// loop by going back to its beginning.
public struct PlaybackCourse: Sendable, Hashable {
    /// The duration with one round of the loop, in nanoseconds; at least 1.
    public let duration: Nanoseconds
    /// The elapsed times from the beginning of the loop to its end; `nil` without a loop.
    public let loop: Range<Nanoseconds>?
    private let pieces: [Piece]

    /// A plan from one elapsed time to another.
    private struct Piece: Hashable {
        let span: Range<Nanoseconds>
        let plan: PlaybackPlan
    }

    /// The longest duration: a day, which is longer than any animation and safe from overflow.
    private static let maxDuration = 86_400 * Nanoseconds.second

    /// Creates the course of a plan; of one without an end, it is one iteration.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - speed: The speed as a multiple of normal, above 0.
    public init(_ plan: PlaybackPlan, speed: Millionths = .one) {
        self.init([plan], speed: speed, loopIndex: nil)
    }

    /// Creates the course of an intro, a loop and an outro.
    ///
    /// - Parameters:
    ///   - intro: What is played once at the beginning; `nil` for nothing.
    ///   - loop: What may be repeated.
    ///   - outro: What is played once at the end; `nil` for nothing.
    ///   - speed: The speed as a multiple of normal, above 0.
    public init(intro: PlaybackPlan?, loop: PlaybackPlan, outro: PlaybackPlan?, speed: Millionths = .one) {
        self.init([intro, loop, outro].compactMap(\.self), speed: speed, loopIndex: intro == nil ? 0 : 1)
    }

    private init(_ plans: [PlaybackPlan], speed: Millionths, loopIndex: Int?) {
        var pieces: [Piece] = []
        var end: Nanoseconds = 0
        for plan in plans {
            let start = end
            end += Self.duration(of: plan, at: speed)
            pieces.append(Piece(span: start..<end, plan: plan))
        }
        self.pieces = pieces
        duration = end
        loop = loopIndex.map { pieces[$0].span }
    }

    private static func duration(of plan: PlaybackPlan, at speed: Millionths) -> Nanoseconds {
        let (normal, rate) = (Int128(plan.duration ?? plan.iterationLength), Int128(max(1, speed.count)))
        let scaled = (2 * normal * Int128(Millionths.one.count) + rate) / (2 * rate)
        return max(1, min(maxDuration, Nanoseconds(clamping: scaled)))
    }

    /// The number of frames that are played, one after the other; at least 1.
    public var frameCount: Int {
        pieces.reduce(0) { count, piece in
            let iteration = Int(max(1, piece.plan.segment.length.rounded(.up))) * (piece.plan.autoReverses ? 2 : 1)
            return count + iteration * (piece.plan.iterationCount ?? 1)
        }
    }

    /// Returns the frame to draw at an elapsed time, by the composition's own numbers.
    ///
    /// A course that is stretched to another duration shows the same frames at other times.
    ///
    /// - Parameters:
    ///   - elapsed: The elapsed time, from 0 to `stretched`.
    ///   - stretched: The duration of the whole; `nil` is ``duration``.
    public func frame(at elapsed: Nanoseconds, of stretched: Nanoseconds? = nil) -> Double {
        var time = max(0, elapsed)
        if let stretched, stretched != duration {
            time = Nanoseconds(clamping: Int128(time) * Int128(duration) / Int128(max(1, stretched)))
        }
        time = min(time, duration)
        let piece = pieces.first { time < $0.span.upperBound } ?? pieces[pieces.count - 1]
        let (normal, length) = (piece.plan.duration ?? piece.plan.iterationLength, piece.span.count)
        let offset = Int128(time - piece.span.lowerBound) * Int128(normal) / Int128(length)
        return piece.plan.moment(at: Nanoseconds(clamping: offset)).frame
    }

    /// Returns the elapsed times of the part of the animation to which an elapsed time belongs: of the intro, the loop or
    /// the outro, or of the whole.
    ///
    /// - Parameters:
    ///   - elapsed: The elapsed time, from 0 to `stretched`.
    ///   - stretched: The duration of the whole; `nil` is ``duration``.
    public func part(at elapsed: Nanoseconds, of stretched: Nanoseconds? = nil) -> Range<Nanoseconds> {
        let whole = stretched ?? duration
        func scaled(_ time: Nanoseconds) -> Nanoseconds {
            whole == duration ? time : Nanoseconds(clamping: Int128(time) * Int128(whole) / Int128(duration))
        }
        let spans = pieces.map { scaled($0.span.lowerBound)..<scaled($0.span.upperBound) }
        return spans.first { elapsed < $0.upperBound } ?? spans[spans.count - 1]
    }

    /// Returns the first elapsed time at which a frame is shown; `nil` if it is not played.
    public func time(of frame: Double) -> Nanoseconds? {
        for piece in pieces {
            guard let time = piece.plan.time(of: frame) else { continue }
            let normal = piece.plan.duration ?? piece.plan.iterationLength
            let scaled = (Int128(time) * Int128(piece.span.count) + Int128(normal) - 1) / Int128(normal)
            return piece.span.lowerBound + Nanoseconds(clamping: scaled)
        }
        return nil
    }
}
