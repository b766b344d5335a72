import AnimationPlayback
public import ExactNumbers
import JSON
import LottieDocument

/// Something that happened in a playlist, for programs.
public struct PlaylistEvent: Hashable, Sendable {
    /// The reason why the playing of an animation is over, as lines of JSON name it.
    public enum Reason: String, Sendable {
        /// It was played to its end.
        case reached
        /// The viewer went on to the next animation, or left.
        case interrupted
        /// The viewer chose another part of the animation, which begins at the same time.
        case replaced
    }

    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The animation began in this round of the playlist, from 1.
        case started(name: String, round: Int)
        /// A part of the animation began.
        case partStarted(PlayedPart)
        /// A round of a part is over: one of the times that it is played. Parts and rounds count from 1.
        case roundEnded(part: Int, number: Int)
        /// The last frame is held from now on.
        case held
        /// The viewer went to another place, which is in this part.
        case scrubbed(part: Int)
        /// The playing of the animation is over.
        case ended(Reason)
    }

    /// A part of an animation that is played.
    public struct PlayedPart: Hashable, Sendable {
        /// The number of the part, from 1.
        public let number: Int
        /// The marker whose frames it has, if it is one of the animation.
        public let marker: String?
        /// The frame at which a round begins, by the composition's own numbers.
        public let from: Double
        /// The frame to which the segment is played.
        public let to: Double
        /// How often it is played.
        public let rounds: Int
    }

    /// The time since the beginning of the show, in nanoseconds; a pause does not stop it.
    public let at: Nanoseconds
    /// The place of the animation in the playlist, from 1.
    public let animation: Int
    /// What happened.
    public let kind: Kind
    /// The frame that is shown, by the composition's own numbers.
    public let frame: Double

    /// Appends the event as a JSON object in UTF-8, without a line break; the frame is rounded to a millionth.
    public func appendJSON(to output: inout [UInt8]) {
        output.beginObject()
        output.add("at", decimal: ExactDecimal(seconds: at))
        output.add("event", name)
        output.add("animation", number: animation)
        switch kind {
        case .started(let name, let round):
            output.add("name", name)
            output.add("round", number: round)
        case .partStarted(let part):
            output.add("part", number: part.number)
            if let marker = part.marker { output.add("marker", marker) }
            output.begin("from")
            output.append(number: part.from)
            output.begin("to")
            output.append(number: part.to)
            output.add("rounds", number: part.rounds)
        case .roundEnded(let part, let number):
            output.add("part", number: part)
            output.add("round", number: number)
        case .held: break
        case .scrubbed(let part): output.add("part", number: part)
        case .ended(let reason): output.add("reason", reason.rawValue)
        }
        output.begin("frame")
        output.append(number: (frame * 1e6).rounded() / 1e6)
        output.endObject()
    }

    private var name: String {
        switch kind {
        case .started: "started"
        case .partStarted: "partStarted"
        case .roundEnded: "roundEnded"
        case .held: "held"
        case .scrubbed: "scrubbed"
        case .ended: "ended"
        }
    }
}

extension PlaylistEvent.PlayedPart {
    /// Creates the part with an index of what is played of an animation.
    init(_ index: Int, of course: PlaybackCourse, in composition: Composition) {
        let plan = course.plans[index]
        let segment = plan.segment
        number = index + 1
        // Another marker can have the same frames.
        marker =
            segment.marker
            ?? composition.markers.first {
                (try? PlaybackSegment(marker: $0.name, in: composition)) == segment
            }?.name
        (from, to) = plan.isReversed ? (segment.end, segment.start) : (segment.start, segment.end)
        rounds = plan.iterationCount ?? 1
    }
}
