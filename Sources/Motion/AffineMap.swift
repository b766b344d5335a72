/// What a whole motion does to a pose: each channel becomes `factor · value + shift`.
struct AffineMap {
    private(set) var factors = ChannelValues(repeating: 1)
    private(set) var shifts = ChannelValues.zero
    /// The channels that are touched, a bit each.
    private(set) var touched: UInt32 = 0

    static let identity = AffineMap()

    /// Another map after this one.
    mutating func append(_ next: AffineMap) {
        factors *= next.factors
        shifts = next.factors * shifts + next.shifts
        touched |= next.touched
    }

    /// The map so many times over.
    func power(_ count: Int64) -> AffineMap {
        var result = AffineMap()
        for change in changes {
            let (factor, shift) = change.power(count)
            result.append(channel: change.channel, factor: factor, shift: shift)
        }
        return result
    }

    mutating func append(channel: Int, factor: Double, shift: Double) {
        factors[channel] *= factor
        shifts[channel] = factor * shifts[channel] + shift
        touched |= 1 << UInt32(channel)
    }

    /// The channels that are touched and what becomes of them.
    var changes: [ChannelChange] {
        (0..<ChannelValues.scalarCount).filter { touched >> UInt32($0) & 1 == 1 }
            .map { ChannelChange(channel: $0, factor: factors[$0], shift: shifts[$0]) }
    }
}

/// What becomes of one channel.
struct ChannelChange: Equatable {
    let channel: Int
    let factor: Double
    let shift: Double

    /// The change `count` times over: a geometric series.
    func power(_ count: Int64) -> (factor: Double, shift: Double) {
        if factor == 1 { return (1, shift * Double(count)) }
        if factor == 0 { return count == 0 ? (1, 0) : (0, shift) }
        let power = Self.power(factor, count)
        return (power, shift * (1 - power) / (1 - factor))
    }

    private static func power(_ base: Double, _ exponent: Int64) -> Double {
        var result = 1.0
        var square = base
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { result *= square }
            square *= square
            rest >>= 1
        }
        return result
    }
}

/// What takes in, in order, the changes that a motion makes at one time.
protocol ChangeReceiver {
    /// A channel becomes `factor · value + shift`; both change so much a second.
    mutating func change(
        channel: Int, factor: Double, shift: Double, factorRate: Double, shiftRate: Double)
}

extension AffineMap: ChangeReceiver {
    mutating func change(channel: Int, factor: Double, shift: Double, factorRate: Double, shiftRate: Double) {
        append(channel: channel, factor: factor, shift: shift)
    }
}

/// Works the changes into a moment's numbers where they lie: taking lanes out of whole vectors would cost many times
/// the arithmetic.
struct MomentReceiver: ChangeReceiver {
    let values: UnsafeMutablePointer<Double>
    let velocities: UnsafeMutablePointer<Double>

    @inline(__always)
    func change(channel: Int, factor: Double, shift: Double, factorRate: Double, shiftRate: Double) {
        let value = values[channel]
        velocities[channel] = factor * velocities[channel] + factorRate * value + shiftRate
        values[channel] = factor * value + shift
    }
}

extension Moment {
    /// Lets `body` change the moment's numbers, one for each channel.
    @inline(__always)
    mutating func change(_ body: (inout MomentReceiver) -> Void) {
        withUnsafeMutableBytes(of: &pose.channels) { values in
            withUnsafeMutableBytes(of: &velocity.channels) { velocities in
                // Both vectors are sixteen numbers in memory, and channels are fewer.
                guard let values = values.assumingMemoryBound(to: Double.self).baseAddress,
                    let velocities = velocities.assumingMemoryBound(to: Double.self).baseAddress
                else { return }
                var receiver = MomentReceiver(values: values, velocities: velocities)
                body(&receiver)
            }
        }
    }
}
