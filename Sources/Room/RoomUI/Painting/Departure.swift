import ExactNumbers
import GiftChoreography
import Motion
import RoomSession
import VectorGraphics

/// A picture of a gift in a pose.
struct PosedGift {
    let picture: Pixmap
    let pose: Pose
}

/// The last picture of a gift that left the stage before its end, and its movement out of the picture.
struct Departure {
    /// What the picture and the movement depend on.
    struct Key: Equatable {
        let number: Int
        let endedAt: Nanoseconds
        let columns: Int
        let rows: Int
        let isReduced: Bool
    }

    let key: Key
    private let picture: Pixmap?
    private let trajectory: Trajectory

    /// Creates the departure of a gift.
    ///
    /// - Parameters:
    ///   - key: What the departure depends on.
    ///   - picture: The gift as it was last seen, or `nil` if it has no picture.
    ///   - departed: The gift.
    ///   - pose: The pose in which it was last seen.
    ///   - place: The position of its picture on the stage, in pixels.
    ///   - isReduced: Whether motion is reduced; the gift then only fades.
    init(
        key: Key, picture: Pixmap?, of departed: DepartedGift, from pose: Pose,
        in place: MotionSurroundings,
        isReduced: Bool
    ) {
        self.key = key
        self.picture = picture
        let movement: MotionPlan
        if isReduced || departed.manner == .fade {
            movement = Self.fade
        } else if departed.isReplaced {
            // To the left, until its right edge has left the picture.
            movement = .to(.x, -(place.origin.x + place.size.x), for: Self.length, easing: .easeIn)
        } else if departed.kind.coversStage {
            // Its edges are not to be seen.
            movement = Self.fade
        } else {
            movement = .parallel(
                Self.fade, .to(.scale, 0.7 * pose.scale, for: Self.length, easing: .easeIn))
        }
        trajectory = movement.trajectory(from: pose)
    }

    /// Returns the picture in its pose, some time after the end of the presentation.
    func posedGift(after time: Nanoseconds) -> PosedGift? {
        picture.map { PosedGift(picture: $0, pose: trajectory.pose(atNanoseconds: time)) }
    }

    private static let length = Duration.nanoseconds(DepartedGift.movementTime)
    private static let fade = MotionPlan.to(.opacity, 0, for: length, easing: .easeIn)
}
