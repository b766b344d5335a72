/// The values of all animated properties of an object at one moment.
public struct Pose: Hashable, Sendable {
    var channels: ChannelValues

    init(channels: ChannelValues) {
        self.channels = channels
    }

    /// Creates the pose at rest: no offset, rotation or color, full scale, opacity and reveal, and the number 0.
    public init() {
        channels = .zero
        channels[.scale] = 1
        channels[.opacity] = 1
        channels[.reveal] = 1
    }

    /// The pose at rest.
    public static let rest = Pose()

    /// Accesses the value of a property.
    public subscript<Value>(property: MotionPlan.Property<Value>) -> Value {
        get { Value(motionChannels: channels.lanes(of: property)) }
        set {
            let lanes = newValue.motionChannels
            for lane in 0..<Value.channelCount { channels[property.first.rawValue + lane] = lanes[lane] }
        }
    }

    /// Returns this pose with another value of a property.
    public func with<Value>(_ property: MotionPlan.Property<Value>, _ value: Value) -> Pose {
        var pose = self
        pose[property] = value
        return pose
    }
}

extension Pose {
    /// The offset to the right, in pixels.
    public var x: Double { channels[.x] }
    /// The downward offset, in pixels.
    public var y: Double { channels[.y] }
    /// The offset to the right and downwards, in pixels.
    public var offset: SIMD2<Double> { self[.offset] }
    /// The offset rounded to whole pixels and limited to ±2⁶², so that a place can be added to it.
    public var wholeOffset: SIMD2<Int> {
        SIMD2(Int(clamped: x.rounded()), Int(clamped: y.rounded()))
            .clamped(lowerBound: SIMD2(repeating: -(1 << 62)), upperBound: SIMD2(repeating: 1 << 62))
    }
    /// The size relative to the original size; springs may make it negative.
    public var scale: Double { channels[.scale] }
    /// The clockwise rotation in degrees, which may exceed a full turn.
    public var rotation: Double { channels[.rotation] }
    /// The opacity, clamped to 0…1.
    public var opacity: Double { min(max(channels[.opacity], 0), 1) }
    /// The visible share of the text, clamped to 0…1.
    public var reveal: Double { min(max(channels[.reveal], 0), 1) }
    /// The number to show.
    public var number: Double { channels[.number] }
    /// The color that is drawn over the object.
    public var color: MotionColor { self[.color] }

    /// The rotation in clockwise quarter turns, rounded to nearest, from 0 to 3.
    public var quarterTurns: Int {
        let turns = (rotation / 90).rounded().truncatingRemainder(dividingBy: 4)
        return Int(clamped: turns < 0 ? turns + 4 : turns) & 3
    }

    /// Returns the number of visible characters in a text of `count` characters.
    ///
    /// A character is visible once its whole share is revealed.
    public func characters(of count: Int) -> Int {
        // Products such as 7/9 × 9 may be slightly below a whole number.
        min(max(0, Int(clamped: (reveal * Double(count) + 1e-9).rounded(.down))), max(0, count))
    }

    /// The number to show, rounded to the nearest integer.
    public var wholeNumber: Int { Int(clamped: number.rounded()) }
}

/// The rate of change of each property of a pose, in the property's unit per second.
public struct Velocity: Hashable, Sendable {
    var channels: ChannelValues

    /// The velocity of an object at rest.
    public static let zero = Velocity(channels: .zero)

    /// Accesses the velocity of a property.
    public subscript<Value>(property: MotionPlan.Property<Value>) -> Value {
        get { Value(motionChannels: channels.lanes(of: property)) }
        set {
            let lanes = newValue.motionChannels
            for lane in 0..<Value.channelCount { channels[property.first.rawValue + lane] = lanes[lane] }
        }
    }
}

/// A pose and its velocity, from which another motion can continue smoothly.
public struct Moment: Hashable, Sendable {
    /// The pose.
    public var pose: Pose
    /// The velocity.
    public var velocity: Velocity

    /// Creates a moment from a pose and its velocity.
    public init(pose: Pose, velocity: Velocity = .zero) {
        self.pose = pose
        self.velocity = velocity
    }
}

extension ChannelValues {
    /// Returns the values of a property's channels in the first lanes, with 0 in the others.
    func lanes<Value>(of property: MotionPlan.Property<Value>) -> SIMD4<Double> {
        var lanes = SIMD4<Double>.zero
        for lane in 0..<Value.channelCount { lanes[lane] = self[property.first.rawValue + lane] }
        return lanes
    }
}
