public import AnimationPlayback
import ExactNumbers
public import GiftChoreography
public import LottieDocument
public import LottieRenderer
import RoomSession

extension PlaylistShow {
    /// An animation with its name.
    public struct Item {
        let name: String
        let composition: Composition
        var course: PlaybackCourse
        let properties: DynamicProperties
        let compatibility: RenderingCompatibility
        /// The movements of its gift's manifest.
        var transitions: GiftTransitions
        let ignoredStateMachine: String?

        /// Creates an item with values that replace properties of its animation.
        ///
        /// - Parameters:
        ///   - name: The name to show.
        ///   - composition: The animation.
        ///   - course: What is played of the animation in one round of the playlist; `nil` is all of it.
        ///   - properties: The values that replace those of the file.
        ///   - compatibility: The player to imitate where players differ.
        ///   - transitions: The movements with which it enters and leaves; parts that are `nil` have none.
        ///   - ignoredStateMachine: The id of the state machine that the file would start, and that is not played.
        public init(
            name: String, composition: Composition, course: PlaybackCourse? = nil,
            properties: DynamicProperties = DynamicProperties(), compatibility: RenderingCompatibility = .lottieWeb,
            transitions: GiftTransitions = GiftTransitions(), ignoredStateMachine: String? = nil
        ) {
            self.name = name
            self.composition = composition
            self.course =
                course ?? PlaybackCourse(PlaybackPlan(PlaybackSegment(of: composition), of: composition))
            self.properties = properties
            self.compatibility = compatibility
            self.transitions = transitions
            self.ignoredStateMachine = ignoredStateMachine
        }

        /// The duration at normal speed: at least one frame, so that a still picture is visible.
        var duration: Nanoseconds { max(FrameTimes.stageFrame, course.duration) }

        /// The frames of the animation, one after the other in the order in which they are played.
        var frameTimes: FrameTimes { FrameTimes(count: course.frameCount, duration: duration) }
    }
}
