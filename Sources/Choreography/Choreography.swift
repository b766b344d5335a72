import Configuration
public import Motion

/// The movements that a manifest asks for, such as `[slide: {from: left, spring: gentle}, shake: 2]`: one after the
/// other, checked, and good for places and rooms of any size.
///
/// | movement | what it does | alone or with a value | fields |
/// |---|---|---|---|
/// | `slide` | comes from a side, or leaves to it | side | `from` or `to`, `distance` (pixels, or `50%` of the way) |
/// | `fade` | comes out of nothing, or goes into it | duration | `from` or `to` (0 to 1) |
/// | `zoom` | comes from another size, or goes to it | size | `from` or `to` |
/// | `drop` | falls from above and bounces, or falls out of the room | bounces | `bounces`, `for` |
/// | `bounce` | hops in its place, each time half as high | times | `times`, `by` (pixels), `for` |
/// | `spin` | turns; below 0 against the clock | turns | `turns` |
/// | `shake` | goes to and fro in its place | times | `times`, `by` (pixels), `for` (each time) |
/// | `pulse` | swells in its place | times | `times`, `by` (share of its size), `for` (each time) |
/// | `type`, `reveal` | its text appears, or goes | duration | `for`, or `each` (a character) |
/// | `countUp` | its number is counted up to | duration | `from` |
/// | `tint`, `flash` | takes on a colour, and for `flash` loses it again | colour | `color`, `strength` (0 to 1) |
/// | `wait` | nothing | duration | |
/// | `together` | several at once | list | |
/// | `repeat` | several again and again | | `times` (`forever` for banners), `do` |
///
/// Each but the last three takes `delay`; those with a pace take `for`, `easing` and `spring`, and a spring with `for`
/// swings as long as that says.
public struct Choreography: Sendable, Hashable {
    /// What movements are for; it decides whether things come or go where nothing else says so.
    public enum Occasion: String, Sendable, Hashable {
        /// It comes onto the stage.
        case enter
        /// It leaves the stage.
        case exit
        /// It stands at the side and may be at it for ever.
        case banner
    }

    /// What the movements are for.
    public let occasion: Occasion
    /// The movements, one after the other.
    let movements: [Movement]

    /// The movements for a place.
    ///
    /// One after the other, and in an entrance with what comes later out of sight from the start: after
    /// `[wait: 1s, fade]` a thing appears once, not twice.
    public func motion(in surroundings: Surroundings) -> Motion {
        let motions = movements.map { $0.motion(in: surroundings) }
        guard occasion == .enter else { return .sequence(motions) }
        var entrance = Motion.none
        for motion in motions {
            entrance = entrance.with(motion.delayed(by: entrance.duration ?? .zero, holdingStart: true))
        }
        return entrance
    }
}

/// Where something stands and what it shows: what movements need to know to be the same in a small room as in a large one.
public struct Surroundings: Sendable, Hashable {
    /// Width and height of the room, in the pixels that offsets count.
    public var room: SIMD2<Double>
    /// Left and top edge of the place where the thing rests.
    public var origin: SIMD2<Double>
    /// Width and height of the thing.
    public var size: SIMD2<Double>
    /// The characters of its text.
    public var characters: Int
    /// The number it shows in the end.
    public var number: Double

    /// A thing in a room.
    public init(
        room: SIMD2<Double>, origin: SIMD2<Double>, size: SIMD2<Double>, characters: Int = 0, number: Double = 0
    ) {
        self.room = room
        self.origin = origin
        self.size = size
        self.characters = characters
        self.number = number
    }

    /// How far the thing is from being just out of sight, to the right and down.
    func way(to side: Side) -> Double {
        switch side {
        case .left: -(origin.x + size.x)
        case .right: room.x - origin.x
        case .top: -(origin.y + size.y)
        case .bottom: room.y - origin.y
        }
    }
}
