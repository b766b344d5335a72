public import AnimationPlayback
public import ExactNumbers
public import GiftChoreography
public import LottieDocument
public import LottieRenderer
import RoomSession

extension PlaylistShow {
    /// How the digits play the markers of an animation.
    public struct MarkerPlaying: Sendable {
        let speed: Millionths
        let isBackward: Bool

        /// Creates a way of playing markers.
        ///
        /// - Parameters:
        ///   - speed: The speed of the gift itself as a multiple of normal, above 0.
        ///   - isBackward: Whether markers are played from their end to their beginning.
        public init(speed: Millionths = .one, isBackward: Bool = false) {
            self.speed = speed
            self.isBackward = isBackward
        }
    }

    /// An animation with its name.
    public struct Item {
        let name: String
        let composition: Composition
        var course: PlaybackCourse
        let markerPlaying: MarkerPlaying
        /// Whether the last frame is held until the viewer goes on, so that the time of the hold means nothing.
        var holdsForever: Bool
        let properties: DynamicProperties
        let compatibility: RenderingCompatibility
        /// The movements of its gift's manifest.
        var transitions: GiftTransitions
        /// What is missing, for the status line; `nil` if nothing is.
        let note: String?
        /// Whether the animation is shown until another one has come, so that its rounds mean nothing.
        let isStandIn: Bool

        /// Creates an item with values that replace properties of its animation.
        ///
        /// - Parameters:
        ///   - name: The name to show.
        ///   - composition: The animation.
        ///   - course: What is played of the animation in one round of the playlist; `nil` is all of it.
        ///   - markerPlaying: How the digits play its markers.
        ///   - holdsForever: Whether the hold at the end of the course stands for one without end.
        ///   - properties: The values that replace those of the file.
        ///   - compatibility: The player to imitate where players differ.
        ///   - transitions: The movements with which it enters and leaves; parts that are `nil` have none.
        ///   - ignoredStateMachine: The id of the state machine that the file would start, and that is not played.
        ///   - missing: The name of the animation that is being loaded, and until then is replaced by this one.
        public init(
            name: String, composition: Composition, course: PlaybackCourse? = nil,
            markerPlaying: MarkerPlaying = MarkerPlaying(), holdsForever: Bool = false,
            properties: DynamicProperties = DynamicProperties(), compatibility: RenderingCompatibility = .lottieWeb,
            transitions: GiftTransitions = GiftTransitions(), ignoredStateMachine: String? = nil,
            standingInFor missing: String? = nil
        ) {
            self.name = name
            self.composition = composition
            self.course =
                course ?? PlaybackCourse(PlaybackPlan(PlaybackSegment(of: composition), of: composition))
            self.markerPlaying = markerPlaying
            self.holdsForever = holdsForever
            self.properties = properties
            self.compatibility = compatibility
            self.transitions = transitions
            isStandIn = missing != nil
            note =
                missing.map { "until \($0) is loaded" }
                ?? ignoredStateMachine.map { "without state machine \($0)" }
        }

        /// The duration at normal speed: at least one frame, so that a still picture is visible.
        var duration: Nanoseconds { max(FrameTimes.stageFrame, course.duration) }

        /// The duration at normal speed before it was rounded to nanoseconds.
        var exactDuration: ExactTime {
            duration == course.duration ? course.exactDuration : ExactTime(duration)
        }

        /// The duration in the status line and of its bar, in which a hold without end does not count.
        var shownDuration: Nanoseconds {
            holdsForever ? max(FrameTimes.stageFrame, course.holdStart) : duration
        }

        /// The frames of the animation, one after the other in the order in which they are played.
        var frameTimes: FrameTimes { FrameTimes(count: course.frameCount, duration: duration) }
    }
}
