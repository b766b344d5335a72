/// The effect of a whole motion on a pose: each channel becomes `factor · value + shift`.
struct AffineMap {
    private(set) var factors = ChannelValues(repeating: 1)
    private(set) var shifts = ChannelValues.zero
    /// The channels that the map changes, one bit each.
    private(set) var touched: UInt32 = 0

    /// The map that changes no channel.
    static let identity = AffineMap()

    /// Appends a map that applies after this one.
    mutating func append(_ next: AffineMap) {
        factors *= next.factors
        shifts = next.factors * shifts + next.shifts
        touched |= next.touched
    }

    /// Returns the map applied `count` times.
    func power(_ count: Int64) -> AffineMap {
        var result = AffineMap()
        for change in changes {
            let (factor, shift) = change.power(count)
            result.append(channel: change.channel, factor: factor, shift: shift)
        }
        return result
    }

    /// Appends a change of one channel.
    mutating func append(channel: Int, factor: Double, shift: Double) {
        factors[channel] *= factor
        shifts[channel] = factor * shifts[channel] + shift
        touched |= 1 << UInt32(channel)
    }

    /// The changed channels with their factors and shifts.
    var changes: [ChannelChange] {
        (0..<ChannelValues.scalarCount).filter { touched >> UInt32($0) & 1 == 1 }
            .map { ChannelChange(channel: $0, factor: factors[$0], shift: shifts[$0]) }
    }
}

/// The affine change of one channel: `factor · value + shift`.
struct ChannelChange: Equatable {
    let channel: Int
    let factor: Double
    let shift: Double

    /// Returns the change applied `count` times, in closed form as a geometric series.
    func power(_ count: Int64) -> (factor: Double, shift: Double) {
        if factor == 1 { return (1, shift * Double(count)) }
        if factor == 0 { return count == 0 ? (1, 0) : (0, shift) }
        let power = Self.power(factor, count)
        return (power, shift * (1 - power) / (1 - factor))
    }

    /// Returns `base` to the power of `exponent`, by repeated squaring.
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

/// A receiver of the changes, in order, that a motion makes at one time.
protocol ChangeReceiver {
    /// Changes a channel's value to `factor · value + shift`.
    ///
    /// - Parameters:
    ///   - channel: The index of the channel.
    ///   - factor: The factor.
    ///   - shift: The shift, in the channel's unit.
    ///   - factorRate: The derivative of the factor, per second.
    ///   - shiftRate: The derivative of the shift, per second.
    mutating func change(
        channel: Int, factor: Double, shift: Double, factorRate: Double, shiftRate: Double)
}

extension AffineMap: ChangeReceiver {
    mutating func change(channel: Int, factor: Double, shift: Double, factorRate: Double, shiftRate: Double) {
        append(channel: channel, factor: factor, shift: shift)
    }
}

/// A receiver that applies changes to a moment's values in place.
///
/// Extracting a lane from a vector by a variable index would cost many times the arithmetic.
///
/// The memory holds `ChannelValues` and is accessed as single `Double` values. This is sound because every access uses
/// a raw pointer, which may view memory as any type. A typed pointer of another type would let the optimiser assume
/// that the two never overlap, and omit writes. A `SIMD16<Double>` is sixteen consecutive values, and the precondition
/// in `change` keeps `channel` in their range.
struct MomentReceiver: ChangeReceiver {
    fileprivate let values: UnsafeMutableRawBufferPointer
    fileprivate let velocities: UnsafeMutableRawBufferPointer

    @inline(__always)
    func change(channel: Int, factor: Double, shift: Double, factorRate: Double, shiftRate: Double) {
        precondition(channel >= 0 && channel < ChannelValues.scalarCount)
        let offset = channel &* MemoryLayout<Double>.stride
        let value = values.load(fromByteOffset: offset, as: Double.self)
        let velocity = velocities.load(fromByteOffset: offset, as: Double.self)
        velocities.storeBytes(
            of: factor * velocity + factorRate * value + shiftRate, toByteOffset: offset, as: Double.self)
        values.storeBytes(of: factor * value + shift, toByteOffset: offset, as: Double.self)
    }
}

extension Moment {
    /// Calls `body` with a receiver that changes the moment's pose and velocity in place.
    @inline(__always)
    mutating func change(_ body: (inout MomentReceiver) -> Void) {
        withUnsafeMutableBytes(of: &pose.channels) { values in
            withUnsafeMutableBytes(of: &velocity.channels) { velocities in
                var receiver = MomentReceiver(values: values, velocities: velocities)
                body(&receiver)
            }
        }
    }
}
