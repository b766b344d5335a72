import LottieDocument
import LottieExpressions

/// A property in the expression language: a number, a list of numbers or a path, with its members.
///
/// Values at other times come from the keyframes, without the expression (lottie-web, `expressionHelpers.js`).
final class PropertyObject: ScriptObject, PathProviding {
    let source: PropertySource
    let layer: LayerScope
    let frame: Double
    private let location: PropertyLocation
    /// The number of the property among its siblings in After Effects, counted from 1; nil if it is not known.
    private let index: Int?
    /// The seed of the property's random numbers.
    private let seed: UInt64
    /// The frames of the keyframes.
    private(set) lazy var keyframeTimes = source.plain.keyframeTimes

    init(
        _ source: PropertySource, layer: LayerScope, frame: Double, location: PropertyLocation, index: Int? = nil,
        seed: UInt64 = 0
    ) {
        self.source = source
        self.layer = layer
        self.frame = frame
        self.location = location
        self.index = index
        self.seed = seed
    }

    var frameRate: Double { layer.composition.frameRate }

    var path: BezierShape? {
        layer.environment.recordRead(of: source)
        return source.path(at: frame)
    }

    /// The names of the members that an expression can use without an object.
    static let names: Set<String> = [
        "numKeys", "key", "nearestKey", "valueAtTime", "velocity", "velocityAtTime", "speed", "speedAtTime", "loopOut",
        "loopIn", "loopOutDuration", "loopInDuration", "wiggle", "temporalWiggle", "smooth", "propertyGroup", "points",
        "inTangents", "outTangents", "isClosed", "pointOnPath", "tangentOnPath", "normalOnPath",
    ]

    override func plainValue(in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        if case .path = source { return nil }
        return source.value(try numbers(machine))
    }

    override func element(_ index: Int, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        if source.isScalar { return nil }
        let numbers = try numbers(machine)
        return numbers.indices.contains(index) ? .number(numbers[index]) : nil
    }

    override func member(_ name: String, in machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue? {
        switch name {
        case "value": return try plainValue(in: machine) ?? .object(self)
        case "numKeys":
            let count = keyframeTimes.count
            try machine.spend(steps: count / 4)
            return .number(Double(count))
        case "propertyIndex": return index.map { .number(Double($0)) }
        case "velocity": return source.value(try velocity(at: frame, machine))
        case "speed": return .number(try speed(at: frame, machine))
        default: break
        }
        guard Self.names.contains(name) else { return nil }
        return .object(
            HostFunction { [self] arguments, machine throws(ScriptFailure) in
                try call(name, arguments, machine)
            })
    }

    private func call(
        _ name: String, _ arguments: [ScriptValue], _ machine: ScriptMachine
    ) throws(ScriptFailure) -> ScriptValue {
        try machine.spend(steps: 20)
        switch name {
        case "key", "nearestKey", "loopOut", "loopIn", "loopOutDuration", "loopInDuration":
            try machine.spend(steps: keyframeTimes.count / 4)
        default: break
        }
        switch name {
        case "key": return try keyframe(machine.number(arguments.first ?? .undefined), machine)
        case "nearestKey": return nearestKeyframe(try self.frame(arguments.first, machine))
        case "valueAtTime":
            return try value(at: self.frame(arguments.first, machine), machine)
        case "velocityAtTime":
            return source.value(try velocity(at: self.frame(arguments.first, machine), machine))
        case "speedAtTime": return .number(try speed(at: self.frame(arguments.first, machine), machine))
        case "loopOut", "loopIn", "loopOutDuration", "loopInDuration": return try loop(name, arguments, machine)
        case "wiggle", "temporalWiggle": return try wiggledValue(arguments, machine)
        case "smooth": return try smoothedValue(arguments, machine)
        case "propertyGroup":
            let count = arguments.isEmpty ? 1 : try machine.number(arguments[0])
            return group(count) ?? .undefined
        default: return try callPathFunction(name, arguments, machine)
        }
    }

    /// Returns the frame of a time in seconds, or the current frame if there is no time.
    func frame(_ time: ScriptValue?, _ machine: ScriptMachine) throws(ScriptFailure) -> Double {
        if let time {
            let frame = try machine.number(time) * frameRate
            if frame.isFinite { return frame }
        }
        layer.environment.recordChangingRead()
        return self.frame
    }

    /// Returns the object that contains the property for a count of 1, or the object that many levels up.
    private func group(_ count: Double) -> ScriptValue? {
        guard count > 0, count <= 64 else { return .object(self) }
        var object = LayerObject(layer, frame: frame).object(at: location)
        for _ in 1..<max(1, Int(count)) { object = (object as? any GroupMember)?.parentGroup }
        return object.map { .object($0) }
    }
}

// MARK: - Values

/// A gradient or path can have a hundred thousand numbers, so each value costs steps in proportion to its length.
extension PropertyObject {
    /// Returns the numbers at the current time.
    private func numbers(_ machine: ScriptMachine) throws(ScriptFailure) -> [Double] {
        layer.environment.recordRead(of: source)
        let numbers = source.numbers(at: frame)
        try machine.spend(steps: numbers.count / 4)
        return numbers
    }

    /// Returns the numbers at `frame`, without the expression.
    func plainNumbers(at frame: Double, _ machine: ScriptMachine) throws(ScriptFailure) -> [Double] {
        let plain = source.plain
        layer.environment.recordRead(of: plain)
        let numbers = plain.numbers(at: frame)
        try machine.spend(steps: numbers.count / 4)
        return numbers
    }

    /// Returns the path at `frame`, without the expression, or nil if the property is not a path.
    func plainPath(at frame: Double, _ machine: ScriptMachine) throws(ScriptFailure) -> BezierShape? {
        let plain = source.plain
        layer.environment.recordRead(of: plain)
        guard let path = plain.path(at: frame) else { return nil }
        try machine.spend(steps: path.points.count / 4)
        return path
    }

    /// Returns the value at `frame`, without the expression.
    func value(at frame: Double, _ machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        if case .path = source {
            let path = try plainPath(at: frame, machine)
            return .object(PathObject(path ?? BezierShape(points: [], isClosed: false)))
        }
        return source.value(try plainNumbers(at: frame, machine))
    }
}

// MARK: - Keyframes

extension PropertyObject {
    /// The cost of adding a number to a keyframe object under a name of its own, in steps.
    private static let stepsPerMember = 20

    private func keyframe(_ number: Double, _ machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue {
        let times = keyframeTimes
        guard number >= 1, number <= Double(times.count), let index = Int(exactly: number) else {
            throw machine.error("Error", "there is no keyframe \(number)")
        }
        let numbers = source.plain.keyframeNumbers(index - 1)
        // Values with no more numbers than a color are free.
        try machine.spend(steps: Self.stepsPerMember * max(0, numbers.count - 4))
        let key = ScriptRecord(numbers.enumerated().map { (String($0.offset), .number($0.element)) })
        try key.setMember("time", to: .number(times[index - 1] / frameRate), in: machine)
        try key.setMember("index", to: .number(number), in: machine)
        if case .path = source {
            let path = try plainPath(at: times[index - 1], machine)
            try key.setMember("value", to: path.map { .object(PathObject($0)) } ?? .undefined, in: machine)
        } else {
            try key.setMember("value", to: source.value(numbers), in: machine)
        }
        return .object(key)
    }

    /// Returns the keyframe nearest to `frame`, the earlier of two, with index 0 if there are no keyframes.
    private func nearestKeyframe(_ frame: Double) -> ScriptValue {
        let times = keyframeTimes
        var nearest = 0
        for (index, time) in times.enumerated() where abs(time - frame) < abs(times[nearest] - frame) {
            nearest = index
        }
        let time = times.isEmpty ? 0 : times[nearest] / frameRate
        return .object(
            ScriptRecord([("index", .number(times.isEmpty ? 0 : Double(nearest + 1))), ("time", .number(time))]))
    }

    /// Returns the change per second, measured over the preceding thousandth of a second.
    private func velocity(at frame: Double, _ machine: ScriptMachine) throws(ScriptFailure) -> [Double] {
        let now = try plainNumbers(at: frame, machine)
        let before = try plainNumbers(at: frame - 0.001 * frameRate, machine)
        return zip(now, before).map { ($0 - $1) / 0.001 }
    }

    /// Returns the distance per second, measured over the preceding hundredth of a second.
    private func speed(at frame: Double, _ machine: ScriptMachine) throws(ScriptFailure) -> Double {
        let now = try plainNumbers(at: frame, machine)
        let before = try plainNumbers(at: frame - 0.01 * frameRate, machine)
        return zip(now, before).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot() * 100
    }

    /// Returns the mean over some seconds around the current time.
    private func smoothedValue(_ arguments: [ScriptValue], _ machine: ScriptMachine) throws(ScriptFailure)
        -> ScriptValue
    {
        let width = arguments.isEmpty ? 0.4 : try machine.number(arguments[0])
        let wanted = arguments.count > 1 ? try machine.number(arguments[1]) : 5
        // More than 200 samples take time and do not change the result visibly.
        guard wanted > 1, width.isFinite else { return source.value(try plainNumbers(at: frame, machine)) }
        let samples = Int(min(200, wanted))
        try machine.spend(steps: 20 * samples)
        let start = frame - width / 2 * frameRate
        let step = width * frameRate / Double(samples - 1)
        var sums = [Double](repeating: 0, count: try plainNumbers(at: frame, machine).count)
        for sample in 0..<samples {
            let numbers = try plainNumbers(at: start + Double(sample) * step, machine)
            for index in sums.indices where index < numbers.count { sums[index] += numbers[index] }
        }
        return source.value(sums.map { $0 / Double(samples) })
    }

    /// Returns the value plus smooth noise with a frequency per second and a maximum amplitude.
    private func wiggledValue(_ arguments: [ScriptValue], _ machine: ScriptMachine) throws(ScriptFailure) -> ScriptValue
    {
        func argument(_ index: Int, _ fallback: Double) throws(ScriptFailure) -> Double {
            index < arguments.count ? try machine.number(arguments[index]) : fallback
        }
        let frequency = try argument(0, 5)
        let amplitude = try argument(1, 0)
        let octaves = min(10, try argument(2, 1))
        let factor = try argument(3, 0.5)
        layer.environment.recordChangingRead()
        let time = try argument(4, frame / frameRate)
        var numbers = try plainNumbers(at: frame, machine)
        for index in numbers.indices {
            var (height, speed) = (amplitude, frequency)
            var octave = 0.0
            while octave < octaves {
                try machine.spend(steps: 20)
                let own = RandomSource.mixed(seed &+ UInt64(index) &+ UInt64(octave) << 32)
                numbers[index] += height * Noise.value(time * speed, seed: own)
                height *= factor
                speed *= 2
                octave += 1
            }
        }
        return source.value(numbers)
    }
}
