import ExactNumbers
import GiftChoreography
import LottieRenderer
import Motion
import Playback
import RoomSession
import TerminalCells
import VectorGraphics

/// The gift on a stage in a frame.
struct StagedGift {
    /// What a gift's picture depends on: stages of the same size that have the same gift at the same moment show the
    /// same picture.
    struct PictureKey: Equatable {
        let number: Int
        let animation: AnimationID
        let position: Nanoseconds
        let values: TemplateValues
    }

    /// The kind of the gift, as of the start of its presentation.
    let gift: RoomGift
    /// The number of the gift.
    var number: Int { presented.number }
    /// The gift that is presented.
    let presented: Gift
    /// The elapsed stage time that the frame shows; while a loop is repeated, it stays at the loop's end.
    let elapsed: Nanoseconds
    /// The position in the animation that the frame shows.
    let position: Nanoseconds
    /// The length of the presentation, in stage time.
    var duration: Nanoseconds { presented.duration }
    /// The sender and count for an animation that shows them.
    let values: TemplateValues
    /// Whether the loop of the animation is played again.
    let isRepeated: Bool
    /// What has happened to the gift, for an animation that reacts to it; `nil` for nothing.
    let story: StoryMoment?
    /// Whether the exact moment is drawn instead of the nearest frame of the stage.
    let isExact: Bool

    /// The maximum delay of a painting that is subtracted from the elapsed time, in nanoseconds.
    ///
    /// A painting begins slightly after the time of its stage frame. Without this correction the delay could select the
    /// next frame of the animation, and the motion would look uneven.
    private static let maxDelay: Nanoseconds = 4_000_000

    /// Creates the gift on the stage of a controller; `nil` if the stage is empty or the kind has no animation.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - gift: The kind of the running gift.
    ///   - frame: The frame that is painted.
    ///   - session: The session.
    ///   - story: What has happened to the running gift; `nil` for nothing, as on the stages of compared policies.
    init?(
        on controller: PlaybackController, _ gift: RoomGift?, in frame: Frame, _ session: RoomSession,
        story: StageStory? = nil
    ) {
        guard let running = controller.running, let gift else { return nil }
        self.gift = gift
        presented = running.gift
        values = TemplateValues(running.gift, name: session.name(of: running.gift))
        // A paused presentation shows exactly the frame that was selected.
        let delay = controller.isPaused ? 0 : min(Self.maxDelay, frame.time % FrameTimes.stageFrame)
        elapsed = frame.isExact ? running.elapsed : max(0, running.elapsed - delay)
        let position = frame.isExact ? running.position : max(running.earliestPosition, running.position - delay)
        isExact = frame.isExact || controller.isPaused
        isRepeated = running.repeatsLoop
        self.position = position
        // What has happened is shown at once: a touch later than the corrected time would be seen a frame later than in
        // the replay, which shows exact moments.
        self.story = story.flatMap { $0.number == running.gift.number ? StoryMoment($0, at: running.position) : nil }
    }

    /// The moment that the frame shows.
    var moment: GiftFrames.Moment {
        GiftFrames.Moment(
            position: position, duration: duration, isExact: isExact, isRepeated: isRepeated, story: story)
    }

    /// The moment that stands for the whole presentation where motion is reduced.
    var stillMoment: GiftFrames.Moment {
        GiftFrames.Moment(position: duration / 2, duration: duration, isExact: isExact)
    }

    /// What the picture depends on.
    var pictureKey: PictureKey {
        PictureKey(number: number, animation: gift.animation, position: position, values: values)
    }
}

extension Presentation {
    /// The first position in the animation since the presentation, or a repeated round of its loop, began.
    fileprivate var earliestPosition: Nanoseconds { repeatsLoop ? gift.loop?.start ?? 0 : 0 }
}

/// The movements of the gift on a stage, computed once for each presentation.
struct StagePoses {
    private struct Key: Equatable {
        let number: Int
        let columns: Int
        let rows: Int
        let isReduced: Bool
    }

    /// The movements that were computed last, with the values that they depend on.
    private var current: (key: Key, movement: StageMovement)?

    /// Returns the pose of a gift in a picture, or `nil` if it appears as drawn.
    mutating func pose(of staged: StagedGift, in picture: CellRect, _ session: RoomSession) -> Pose? {
        let key = Key(
            number: staged.number, columns: picture.columns, rows: picture.rows,
            isReduced: session.settings.reducesMotion)
        if current?.key != key {
            current = (key, Self.movement(of: staged.gift, staged.presented, in: picture, session))
        }
        return current?.movement.pose(at: staged.elapsed)
    }

    /// Returns the movements of a gift in a picture.
    static func movement(
        of gift: RoomGift, _ presented: Gift, in picture: CellRect, _ session: RoomSession
    ) -> StageMovement {
        StageMovement(
            session.animations.options(of: gift).transitions,
            in: surroundings(of: gift, in: picture, session.animations), duration: presented.duration,
            loop: presented.loop, covers: gift.coversStage,
            isReduced: session.settings.reducesMotion)
    }

    /// Returns the position of the gift's picture on the stage, in pixels.
    static func surroundings(
        of gift: RoomGift, in picture: CellRect, _ animations: AnimationCache
    ) -> MotionSurroundings {
        let room = SIMD2(Double(picture.columns), Double(2 * picture.rows))
        guard !gift.coversStage, let composition = animations.composition(of: gift) else {
            return MotionSurroundings(roomSize: room, origin: .zero, size: room)
        }
        let scale = min(room.x / max(1, composition.width), room.y / max(1, composition.height))
        let size = SIMD2(composition.width, composition.height) * scale
        return MotionSurroundings(roomSize: room, origin: (room - size) / 2, size: size)
    }
}
