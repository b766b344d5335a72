import ExactNumbers
import GiftChoreography
import Motion

extension RoomShow {
    /// Returns the pose of the gift on the stage at a moment, or `nil` if it appears as drawn.
    mutating func pose(
        of gift: RoomGift, at elapsed: Nanoseconds, of duration: Nanoseconds, in layout: StageLayout
    ) -> Pose? {
        let key = MovementKey(
            number: onStage?.number ?? 0, columns: layout.picture.columns, rows: layout.picture.rows,
            isReduced: settings.reducesMotion)
        if movement?.key != key {
            let manners = animations.options(of: gift).transitions
            let made = StageMovement(
                manners, in: surroundings(of: gift, in: layout), duration: duration, covers: gift.coversStage,
                isReduced: key.isReduced)
            movement = (key, made)
        }
        return movement?.movement.pose(at: elapsed)
    }

    /// Returns the position of the gift's picture on the stage, in pixels.
    private mutating func surroundings(of gift: RoomGift, in layout: StageLayout) -> MotionSurroundings {
        let room = SIMD2(Double(layout.picture.columns), Double(2 * layout.picture.rows))
        guard !gift.coversStage, let composition = animations.composition(of: gift) else {
            return MotionSurroundings(roomSize: room, origin: .zero, size: room)
        }
        let scale = min(room.x / max(1, composition.width), room.y / max(1, composition.height))
        let size = SIMD2(composition.width, composition.height) * scale
        return MotionSurroundings(roomSize: room, origin: (room - size) / 2, size: size)
    }
}

/// The values that the movements of a presentation depend on.
struct MovementKey: Equatable {
    let number: Int
    let columns: Int
    let rows: Int
    let isReduced: Bool
}
