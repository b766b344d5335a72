import Synchronization

/// A cubic curve along which a position moves. Progress is proportional to arc length, so only the easing decides the
/// speed.
public struct MotionCurve: Sendable {
    private let start: Vector
    private let control1: Vector
    private let control2: Vector
    private let end: Vector
    private let lengths: ArcLengths
    /// The number of chords that approximate the arc length; they are accurate to about a tenth of a pixel for curves
    /// of thousands of pixels.
    private static let chordCount = 64

    /// Creates a curve from its end points and tangents that are relative to them; fails if the curve is a straight
    /// line.
    ///
    /// A straight line is left to plain interpolation, whose easing is per component (lottie-web,
    /// `PropertyFactory.js`).
    ///
    /// - Parameter keepsStraight: Whether to keep a curve whose tangents lie along the chord, because they can lead
    ///   beyond its ends.
    public init?(start: Vector, end: Vector, tangentOut: Vector, tangentIn: Vector, keepsStraight: Bool = false) {
        let control1 = start + tangentOut
        let control2 = end + tangentIn
        let isFree = tangentOut != .zero || tangentIn != .zero
        if !(keepsStraight && isFree), Self.isStraight(start, control1, control2, end) { return nil }
        self.start = start
        self.control1 = control1
        self.control2 = control2
        self.end = end
        lengths = ArcLengths()
        guard hasOrdinarySize || hasMeasurableLength else { return nil }
    }

    /// Whether the points are so far apart, and so near to the origin, that the length is certainly a number above 0.
    private var hasOrdinarySize: Bool {
        let (out, back, chord) = (control1 - start, control2 - start, end - start)
        let size = (start * start + control1 * control1 + control2 * control2 + end * end).sum()
        return size < 1e18 && (out * out + back * back + chord * chord).sum() > 1e-6
    }

    private var hasMeasurableLength: Bool {
        let total = measuredLengths[Self.chordCount]
        return total.isFinite && total > 0
    }

    /// The arc lengths up to the parameters k / `chordCount`.
    private var measuredLengths: [Double] {
        var lengths = [0.0]
        lengths.reserveCapacity(Self.chordCount + 1)
        var previous = start
        var total = 0.0
        for step in 1...Self.chordCount {
            let point = Self.point(start, control1, control2, end, at: Double(step) / Double(Self.chordCount))
            let chord = point - previous
            total += (chord * chord).sum().squareRoot()
            lengths.append(total)
            previous = point
        }
        return lengths
    }

    /// Returns the point at a share of the arc length, clamped to 0…1, and the direction of motion there.
    public func position(at progress: Double) -> (point: Vector, tangent: Vector) {
        let lengths = lengths.values(orElse: measuredLengths)
        let target = max(0, min(1, progress)) * lengths[Self.chordCount]
        var low = 0
        var high = Self.chordCount
        while low + 1 < high {
            let middle = (low + high) / 2
            if lengths[middle] <= target { low = middle } else { high = middle }
        }
        let span = lengths[high] - lengths[low]
        let share = span > 0 ? (target - lengths[low]) / span : 0
        let t = (Double(low) + share) / Double(Self.chordCount)
        let u = 1 - t
        let tangent = (control1 - start) * (u * u) + (control2 - control1) * (2 * u * t) + (end - control2) * (t * t)
        return (Self.point(start, control1, control2, end, at: t), tangent)
    }

    private static func point(_ p0: Vector, _ p1: Vector, _ p2: Vector, _ p3: Vector, at t: Double) -> Vector {
        let u = 1 - t
        let near = p0 * (u * u * u) + p1 * (3 * u * u * t)
        return near + p2 * (3 * u * t * t) + p3 * (t * t * t)
    }

    /// Returns whether both tangents lie along the chord or its extension, as in lottie-web.
    private static func isStraight(_ p0: Vector, _ p1: Vector, _ p2: Vector, _ p3: Vector) -> Bool {
        let chord = p3 - p0
        if p1 == p0 && p2 == p3 { return true }
        if chord == .zero { return false }
        func isNearChord(_ point: Vector) -> Bool {
            let offset = point - p0
            let cross = Vector(
                chord.y * offset.z - chord.z * offset.y, chord.z * offset.x - chord.x * offset.z,
                chord.x * offset.y - chord.y * offset.x)
            // The length of `cross` is twice the area of the triangle; the limit is lottie-web's.
            return (cross * cross).sum().squareRoot() < 0.001
        }
        return isNearChord(p1) && isNearChord(p2)
    }
}

/// The arc lengths of a curve, measured when they are first needed: of many curves, a picture needs one or none.
///
/// Threads that need them at the same time measure the same numbers, of which the first ones stay.
private final class ArcLengths: Sendable {
    private let known = AtomicLazyReference<Table>()

    private final class Table: Sendable {
        let values: [Double]

        init(_ values: [Double]) { self.values = values }
    }

    func values(orElse measured: @autoclosure () -> [Double]) -> [Double] {
        if let known = known.load() { return known.values }
        return known.storeIfNil(Table(measured())).values
    }
}
