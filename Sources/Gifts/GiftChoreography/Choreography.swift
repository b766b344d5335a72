public import Motion

/// The checked sequence of movements from a manifest, such as `[slide: {from: left, spring: gentle}, shake: 2]`, for
/// surroundings of any size.
///
/// | Movement | Effect | Single value | Fields |
/// |---|---|---|---|
/// | `slide` | enters from a side, or leaves to it | side | `from` or `to`, `distance` (pixels, or `50%` of the way) |
/// | `fade` | fades in or out | duration | `from` or `to` (0 to 1) |
/// | `zoom` | grows or shrinks from or to a size | size | `from` or `to` |
/// | `drop` | falls from above and bounces, or falls out of the room | bounces | `bounces`, `for` |
/// | `bounce` | hops in place, each time half as high | times | `times`, `by` (pixels), `for` |
/// | `spin` | rotates; counterclockwise if negative | turns | `turns` |
/// | `shake` | moves to and fro in place | times | `times`, `by` (pixels), `for` (each time) |
/// | `pulse` | grows and shrinks in place | times | `times`, `by` (fraction of its size), `for` (each time) |
/// | `type`, `reveal` | shows or hides its text gradually | duration | `for`, or `each` (per character) |
/// | `countUp` | counts up to its number | duration | `from` |
/// | `tint`, `flash` | takes a color; `flash` loses it again | color | `color`, `strength` (0 to 1) |
/// | `wait` | does nothing | duration | |
/// | `together` | runs movements at the same time | list | |
/// | `repeat` | repeats movements | | `times` (`forever` for banners), `do` |
///
/// All but the last three accept `delay`. Those with a pace accept `for`, `easing` and `spring`; a spring with `for`
/// lasts exactly that long.
public struct Choreography: Sendable, Hashable {
    /// The occasion of the movements, which determines the default direction.
    public enum Occasion: String, Sendable, Hashable {
        /// Entering the stage.
        case enter
        /// Leaving the stage.
        case exit
        /// The stay of a banner, possibly endless.
        case banner
    }

    /// The occasion of the movements.
    public let occasion: Occasion
    /// The movements in order.
    let movements: [Movement]

    /// Returns the motion for given surroundings.
    ///
    /// The movements run one after the other. In an entrance, later movements hold their start pose from the beginning,
    /// so that after `[wait: 1s, fade]` the object appears once and not twice.
    public func motion(in surroundings: MotionSurroundings) -> MotionPlan {
        let motions = movements.map { $0.motion(in: surroundings) }
        guard occasion == .enter else { return .sequence(motions) }
        var entrance = MotionPlan.none
        for motion in motions {
            entrance = entrance.with(motion.delayed(by: entrance.duration ?? .zero, holdingStart: true))
        }
        return entrance
    }
}

/// The position and content of a moving object, so that movements have the same effect in rooms of any size.
public struct MotionSurroundings: Sendable, Hashable {
    /// The width and height of the room, in the unit of offsets.
    public var roomSize: SIMD2<Double>
    /// The left and top edges of the object's resting position.
    public var origin: SIMD2<Double>
    /// The width and height of the object.
    public var size: SIMD2<Double>
    /// The number of characters of its text.
    public var characterCount: Int
    /// The number that it finally shows.
    public var finalNumber: Double

    /// Creates the surroundings of an object.
    public init(
        roomSize: SIMD2<Double>, origin: SIMD2<Double>, size: SIMD2<Double>, characterCount: Int = 0,
        finalNumber: Double = 0
    ) {
        self.roomSize = roomSize
        self.origin = origin
        self.size = size
        self.characterCount = characterCount
        self.finalNumber = finalNumber
    }

    /// Returns the offset, positive to the right and down, at which the object is just out of sight.
    func offscreenOffset(toward side: Side) -> Double {
        switch side {
        case .left: -(origin.x + size.x)
        case .right: roomSize.x - origin.x
        case .top: -(origin.y + size.y)
        case .bottom: roomSize.y - origin.y
        }
    }
}
