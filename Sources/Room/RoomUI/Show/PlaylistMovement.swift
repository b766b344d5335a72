import ExactNumbers
import GiftChoreography
import Motion
import Playback
import VectorGraphics

/// The movements of the animation that a playlist shows, computed once for each animation and size.
struct PlaylistMovement {
    private struct Key: Equatable {
        let number: Int
        let width: Int
        let height: Int
    }

    private var current: (key: Key, movement: StageMovement)?
    private var posedPicture = PosedPicture()

    /// Returns a picture of an item as its manifest moves it at the moment of its presentation.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - item: The item.
    ///   - running: Its presentation.
    ///   - scale: The number of the picture's pixels for one of half-blocks, in each direction.
    mutating func posed(
        _ picture: Pixmap, of item: PlaylistShow.Item, _ running: Presentation, scale: Int
    ) -> Pixmap {
        guard item.transitions.enter != nil || item.transitions.exit != nil else { return picture }
        let key = Key(number: running.gift.number, width: picture.width, height: picture.height)
        if current?.key != key {
            let room = SIMD2(Double(picture.width), Double(picture.height)) / Double(scale)
            current = (key, Self.movement(of: item, in: room, running.gift.duration))
        }
        guard let pose = current?.movement.pose(at: running.elapsed) else { return picture }
        posedPicture.pose(picture, as: pose.scaled(by: scale))
        return posedPicture.pixmap
    }

    private static func movement(
        of item: PlaylistShow.Item, in room: SIMD2<Double>, _ duration: Nanoseconds
    ) -> StageMovement {
        let composition = SIMD2(max(1, item.composition.width), max(1, item.composition.height))
        let size = composition * (room / composition).min()
        return StageMovement(
            item.transitions, in: MotionSurroundings(roomSize: room, origin: (room - size) / 2, size: size),
            duration: duration, covers: false, isReduced: false, hasDefaults: false)
    }
}
