package import ExactNumbers
package import Playback
import PlayerSettings

/// A gift that left the stage before its end, because it was replaced or closed, and still leaves the picture.
package struct DepartedGift {
    /// The way in which a gift leaves the picture.
    package enum Manner: String {
        /// The gift in its place pushes it out.
        case push
        /// It fades.
        case fade
    }

    /// The gift kind, as of the start of its presentation.
    package let kind: RoomGift
    /// The gift.
    package let gift: Gift
    /// The elapsed stage time at which the presentation ended.
    package let elapsed: Nanoseconds
    /// The position in the animation at which the presentation ended.
    package let position: Nanoseconds
    /// What had happened to it when the presentation ended; `nil` if that is not known.
    package let story: StoryMoment?
    /// The session time at which the presentation ended.
    package let endedAt: Nanoseconds
    /// Whether another gift took its place.
    package let isReplaced: Bool
    /// The way in which it leaves.
    package let manner: Manner

    /// The time in which a gift leaves the picture.
    ///
    /// It is session time, so that a gift that is closed during a pause leaves too.
    package static let movementTime: Nanoseconds = 350_000_000

    /// Returns whether the gift still leaves at a time.
    package func isVisible(at time: Nanoseconds) -> Bool {
        time >= endedAt && time < endedAt + Self.movementTime
    }
}

extension LayeredSettings {
    /// The way in which a gift that is replaced or closed leaves the picture, or `nil` if it is cut.
    var replacement: DepartedGift.Manner? {
        guard case .choice(let word) = value(of: .replacement) else { return nil }
        return DepartedGift.Manner(rawValue: word)
    }
}
