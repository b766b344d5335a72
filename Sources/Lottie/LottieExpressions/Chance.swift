import CPlatform

/// A random number generator whose numbers depend only on the seed (SplitMix64).
public struct RandomSource {
    private var state: UInt64

    /// Creates a generator with a seed.
    public init(seed: UInt64) { state = seed }

    /// Returns the next number, from 0 up to but not including 1.
    public mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Double(RandomSource.mixed(state) >> 11) / 9_007_199_254_740_992
    }

    /// Returns bits that depend on all bits of `value`.
    public static func mixed(_ value: UInt64) -> UInt64 {
        var bits = value
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// Smooth noise between −1 and 1.
public enum Noise {
    /// Returns the noise at a point in up to three dimensions: random values at whole numbers, interpolated smoothly.
    ///
    /// The result is 0 if a coordinate is not less than 10¹⁵ in magnitude.
    public static func value(_ x: Double, _ y: Double = 0, _ z: Double = 0, seed: UInt64) -> Double {
        guard abs(x) < 1e15, abs(y) < 1e15, abs(z) < 1e15 else { return 0 }
        let floors = (x.rounded(.down), y.rounded(.down), z.rounded(.down))
        let shares = (fade(x - floors.0), fade(y - floors.1), fade(z - floors.2))
        var sum = 0.0
        for corner in 0..<8 {
            let (i, j, k) = (corner & 1, corner >> 1 & 1, corner >> 2)
            let weight =
                (i == 1 ? shares.0 : 1 - shares.0) * (j == 1 ? shares.1 : 1 - shares.1)
                * (k == 1 ? shares.2 : 1 - shares.2)
            if weight == 0 { continue }
            sum +=
                weight * lattice(Int(floors.0) + i, Int(floors.1) + j, Int(floors.2) + k, seed: seed)
        }
        return sum
    }

    private static func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

    private static func lattice(_ x: Int, _ y: Int, _ z: Int, seed: UInt64) -> Double {
        var bits = RandomSource.mixed(seed &+ UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15)
        bits = RandomSource.mixed(bits &+ UInt64(bitPattern: Int64(y)))
        bits = RandomSource.mixed(bits &+ UInt64(bitPattern: Int64(z)))
        return Double(bits >> 11) / 4_503_599_627_370_496 - 1
    }
}

extension ScriptMachine {
    /// Returns the next random number, from 0 up to but not including 1.
    func nextRandomNumber() -> Double {
        var source = random ?? RandomSource(seed: scope?.seed(offset: 0, isTimeless: false) ?? 0)
        let value = source.next()
        random = source
        return value
    }

    func callRandomFunction(_ builtin: Builtin, _ arguments: Arguments) throws(ScriptFailure) -> ScriptValue? {
        switch builtin {
        case .mathRandom: return .number(nextRandomNumber())
        case .random: return try randomInRange(arguments, isGaussian: false)
        case .gaussRandom: return try randomInRange(arguments, isGaussian: true)
        case .seedRandom:
            let isTimeless = isTruthy(arguments[1])
            random = RandomSource(
                seed: scope?.seed(offset: try number(arguments[0]), isTimeless: isTimeless) ?? 0)
            return .undefined
        case .noise:
            var place = try vector(arguments[0]) ?? []
            if place.isEmpty { place = [try number(arguments[0])] }
            while place.count < 3 { place.append(0) }
            return .number(Noise.value(place[0], place[1], place[2], seed: 0))
        default: return nil
        }
    }

    /// Returns a random number, or a list of them, between the bounds in the arguments.
    private func randomInRange(
        _ arguments: Arguments, isGaussian: Bool
    ) throws(ScriptFailure) -> ScriptValue {
        func next() -> Double { isGaussian ? nextGaussian() : nextRandomNumber() }
        var (low, high) = (ScriptValue.undefined, arguments[0])
        if arguments.count > 1 { (low, high) = (arguments[0], arguments[1]) }
        if arguments.count == 0 { return .number(next()) }
        if let ends = try vector(high) {
            let starts = try vector(low) ?? []
            var result: [Double] = []
            for index in ends.indices {
                let start = index < starts.count ? starts[index] : 0
                result.append(start + (ends[index] - start) * next())
            }
            return try makeArray(result)
        }
        let start = isNullish(low) ? 0 : try number(low)
        return .number(start + (try number(high) - start) * next())
    }

    /// Returns a random number with a normal distribution about 0.5; nine of ten numbers are between 0 and 1.
    private func nextGaussian() -> Double {
        let radius = (-2 * log(max(1e-12, nextRandomNumber()))).squareRoot()
        return 0.5 + radius * cos(2 * .pi * nextRandomNumber()) * 0.304
    }
}
