/// All that moves about a thing, at one moment.
public struct Pose: Hashable, Sendable {
    var channels: ChannelValues

    init(channels: ChannelValues) {
        self.channels = channels
    }

    /// A pose at rest: in its place, in its size, upright, fully there, without a colour, its number 0.
    public init() {
        channels = .zero
        channels[.scale] = 1
        channels[.opacity] = 1
        channels[.reveal] = 1
    }

    /// The pose at rest.
    public static let rest = Pose()

    /// The value of a property.
    public subscript<Value>(property: Motion.Property<Value>) -> Value {
        get { Value(motionChannels: channels.lanes(of: property)) }
        set {
            let lanes = newValue.motionChannels
            for lane in 0..<Value.channelCount { channels[property.first.rawValue + lane] = lanes[lane] }
        }
    }

    /// This pose with another value of a property.
    public func with<Value>(_ property: Motion.Property<Value>, _ value: Value) -> Pose {
        var pose = self
        pose[property] = value
        return pose
    }
}

extension Pose {
    /// Pixels to the right of its place.
    public var x: Double { channels[.x] }
    /// Pixels below its place.
    public var y: Double { channels[.y] }
    /// Pixels right of and below its place.
    public var offset: SIMD2<Double> { self[.offset] }
    /// The offset in whole pixels, the nearest.
    public var wholeOffset: SIMD2<Int> { SIMD2(Int(clamping: x.rounded()), Int(clamping: y.rounded())) }
    /// The size as a multiple of its own; springs may swing below 0.
    public var scale: Double { channels[.scale] }
    /// Degrees clockwise, also beyond a full turn.
    public var rotation: Double { channels[.rotation] }
    /// How much of it is there, held within 0 to 1.
    public var opacity: Double { min(max(channels[.opacity], 0), 1) }
    /// The share of the text that is shown, held within 0 to 1.
    public var reveal: Double { min(max(channels[.reveal], 0), 1) }
    /// The number to show.
    public var number: Double { channels[.number] }
    /// The colour laid over it.
    public var color: MotionColor { self[.color] }

    /// The rotation to the nearest quarter turn: 0 to 3 of them, clockwise.
    public var quarterTurns: Int {
        let turns = (rotation / 90).rounded().truncatingRemainder(dividingBy: 4)
        return Int(clamping: turns < 0 ? turns + 4 : turns) & 3
    }

    /// How many characters of a text of `count` are shown: a character is when all of its share is.
    public func characters(of count: Int) -> Int {
        // Shares such as 7/9 of nine are a hair off a whole number.
        min(max(0, Int(clamping: (reveal * Double(count) + 1e-9).rounded(.down))), max(0, count))
    }

    /// The number to show as a whole one, the nearest.
    public var wholeNumber: Int { Int(clamping: number.rounded()) }
}

/// How fast each property of a pose changes, in its unit a second.
public struct Velocity: Hashable, Sendable {
    var channels: ChannelValues

    init(channels: ChannelValues) {
        self.channels = channels
    }

    /// Standing still.
    public static let zero = Velocity(channels: .zero)

    /// The velocity of a property.
    public subscript<Value>(property: Motion.Property<Value>) -> Value {
        get { Value(motionChannels: channels.lanes(of: property)) }
        set {
            let lanes = newValue.motionChannels
            for lane in 0..<Value.channelCount { channels[property.first.rawValue + lane] = lanes[lane] }
        }
    }
}

/// Where something is and how fast it goes: from here another motion can start without a jolt.
public struct Moment: Hashable, Sendable {
    /// Where it is.
    public var pose: Pose
    /// How fast it goes.
    public var velocity: Velocity

    /// A pose and its velocity.
    public init(pose: Pose, velocity: Velocity = .zero) {
        self.pose = pose
        self.velocity = velocity
    }
}

extension ChannelValues {
    /// The lanes of a property, the others 0.
    func lanes<Value>(of property: Motion.Property<Value>) -> SIMD4<Double> {
        var lanes = SIMD4<Double>.zero
        for lane in 0..<Value.channelCount { lanes[lane] = self[property.first.rawValue + lane] }
        return lanes
    }
}

extension Int {
    /// The nearest whole number there is; 0 for what is no number.
    init(clamping value: Double) {
        self = value.isNaN ? 0 : value >= 0x1p62 ? 1 << 62 : value <= -0x1p62 ? -(1 << 62) : Int(value)
    }
}
