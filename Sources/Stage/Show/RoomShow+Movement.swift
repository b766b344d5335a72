import Choreography
import Motion
import Playback

extension RoomShow {
    /// How the picture of the gift on stage stands at a moment; nil where it stands as it is drawn.
    mutating func pose(
        of gift: RoomGift, at elapsed: Nanoseconds, of duration: Nanoseconds, in layout: StageLayout
    ) -> Pose? {
        let key = MovementKey(
            number: onStage?.number ?? 0, columns: layout.picture.columns, rows: layout.picture.rows,
            isReduced: settings.reducesMotion)
        if movement?.key != key {
            let manners = animations.directions(of: gift).manners
            let made = StageMovement(
                manners, in: place(of: gift, in: layout), duration: duration, covers: gift.covers,
                isReduced: key.isReduced)
            movement = (key, made)
        }
        return movement?.movement.pose(at: elapsed)
    }

    /// Where the gift's picture stands on the stage, in pixels.
    private mutating func place(of gift: RoomGift, in layout: StageLayout) -> Surroundings {
        let room = SIMD2(Double(layout.picture.columns), Double(2 * layout.picture.rows))
        guard !gift.covers, let composition = animations.composition(of: gift) else {
            return Surroundings(room: room, origin: .zero, size: room)
        }
        let scale = min(room.x / max(1, composition.width), room.y / max(1, composition.height))
        let size = SIMD2(composition.width, composition.height) * scale
        return Surroundings(room: room, origin: (room - size) / 2, size: size)
    }
}

/// What the movements of a presentation depend on.
struct MovementKey: Equatable {
    let number: Int
    let columns: Int
    let rows: Int
    let isReduced: Bool
}
