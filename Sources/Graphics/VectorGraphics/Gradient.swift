/// A color at a position along a gradient.
public struct GradientStop: Sendable, Equatable {
    /// The position, from 0 at the start to 1 at the end.
    public var offset: Double
    /// The red, green, blue and alpha, from 0 to 1 and not premultiplied.
    public var color: SIMD4<Double>

    /// Creates a stop with a color at `offset`.
    public init(offset: Double, color: SIMD4<Double>) {
        self.offset = offset
        self.color = color
    }
}

/// A linear or radial gradient; the outermost colors extend beyond its start and end.
public struct Gradient: Sendable, Equatable {
    /// The geometry of a gradient.
    public enum Shape: Sendable, Equatable {
        /// A gradient from one point to another.
        case linear(start: Point, end: Point)
        /// A gradient from `focus` to the circle of `radius` around `center`.
        ///
        /// If the focus lies outside the circle, the gradient is a cone: nothing is painted beyond the two tangents. If it
        /// lies on the circle, nothing is painted beyond the tangent there.
        case radial(center: Point, radius: Float, focus: Point)
    }

    /// The number of entries in the color table.
    ///
    /// With 8-bit channels, a longer table would not look different.
    static let tableSize = 512

    /// The premultiplied pixels along the gradient, `tableSize` of them.
    private(set) var table: [UInt32]
    /// The geometry of the gradient.
    public var shape: Shape
    /// Whether every color is opaque.
    private let hasOpaqueColors: Bool
    /// Whether every pixel is opaque.
    var isOpaque: Bool { hasOpaqueColors && fillsPlane }

    private var fillsPlane: Bool {
        guard case .radial(let center, let radius, let focus) = shape else { return true }
        return FocusPlace(distance: center - focus, radius: radius) == .inside
    }

    /// Where the focus of a radial gradient lies.
    fileprivate enum FocusPlace {
        case inside, onCircle, outside

        /// How much the quotient of the radius and of the distance from the center differs from 1 at most where the focus
        /// lies on the circle, as in browsers (Skia, `SK_ScalarNearlyZero`).
        private static let tolerance: Float = 1 / 4096

        init(distance axis: Point, radius: Float) {
            let distance = axis.dot(axis).squareRoot()
            if abs(distance - radius) <= Self.tolerance * distance {
                self = .onCircle
            } else {
                self = distance < radius ? .inside : .outside
            }
        }
    }

    /// Creates a gradient from stops in the order of their offsets.
    ///
    /// If two stops have the same offset, the later one begins there. Color and opacity are interpolated without
    /// premultiplication, as in SVG, and stored in a table of premultiplied pixels.
    public init(shape: Shape, stops: [GradientStop]) {
        self.shape = shape
        table = [UInt32](repeating: 0, count: Self.tableSize)
        hasOpaqueColors = stops.allSatisfy { $0.color.w >= 1 }
        guard let first = stops.first, let last = stops.last else { return }
        var index = 0
        for entry in 0..<Self.tableSize {
            let place = Double(entry) / Double(Self.tableSize - 1)
            while index < stops.count - 1 && stops[index + 1].offset <= place { index += 1 }
            let color: SIMD4<Double>
            if place < first.offset {
                color = first.color
            } else if index == stops.count - 1 {
                color = last.color
            } else {
                let from = stops[index]
                let to = stops[index + 1]
                let fraction = (place - from.offset) / (to.offset - from.offset)
                color = from.color + (to.color - from.color) * fraction
            }
            table[entry] = Self.pixel(color)
        }
    }

    /// Returns the premultiplied pixel of a color, whose channels are clamped to 0…1.
    @inline(__always)
    private static func pixel(_ color: SIMD4<Double>) -> UInt32 {
        var color = SIMD4<Float>(color)
        // This form of the comparison turns NaN into 0.
        color.replace(with: 0, where: .!(color .> 0))
        color.replace(with: 1, where: color .> 1)
        var channels = color * color.w
        channels.w = color.w
        // From 2²³ on, the unit of the last place of a `Float` is 1: adding 2²³ rounds, and the low bits are the
        // result.
        let bits = (channels * 255 + 8_388_608).bits & 0xFF
        return bits.x | bits.y &<< 8 | bits.z &<< 16 | bits.w &<< 24
    }
}

/// A gradient under a transform, which computes the colors of pixel runs.
struct GradientShader {
    private enum Kind {
        case constant
        case linear(step: Float, row: Float, origin: Float)
        case radial(focus: Point, axis: Point, power: Float)
        /// A radial gradient with its focus outside the circle: only the cone between the tangents has colors. `power` is r² − d²
        /// for the distance d of the focus from the center, which is negative.
        case cone(focus: Point, axis: Point, power: Float)
        /// A radial gradient with its focus on the circle: only the side of the tangent with the center has colors.
        case halfPlane(focus: Point, axis: Point)
    }

    private let kind: Kind
    private let inverse: AffineTransform
    private let gradient: Gradient

    /// Creates a shader.
    ///
    /// If the transform is singular or the gradient has no extent, the shader draws the gradient's last color.
    ///
    /// - Parameters:
    ///   - gradient: The gradient.
    ///   - transform: The map from the gradient's coordinates to canvas pixels.
    init(_ gradient: Gradient, transform: AffineTransform) {
        self.gradient = gradient
        guard let inverse = transform.inverse else {
            self.inverse = .identity
            kind = .constant
            return
        }
        self.inverse = inverse
        switch gradient.shape {
        case .linear(let start, let end):
            let axis = end - start
            let square = axis.dot(axis)
            guard square > 0, square.isFinite else {
                kind = .constant
                return
            }
            let unit = axis / square
            let right = Point(Float(inverse.a), Float(inverse.b)).dot(unit)
            let down = Point(Float(inverse.c), Float(inverse.d)).dot(unit)
            let offset = (Point(Float(inverse.tx), Float(inverse.ty)) - start).dot(unit)
            kind = .linear(step: right, row: down, origin: offset)
        case .radial(let center, let radius, let focus):
            let axis = center - focus
            let power = radius * radius - axis.dot(axis)
            guard power.isFinite, radius > 0 else {
                kind = .constant
                return
            }
            switch Gradient.FocusPlace(distance: axis, radius: radius) {
            case .inside: kind = .radial(focus: focus, axis: axis, power: power)
            case .onCircle: kind = .halfPlane(focus: focus, axis: axis)
            case .outside: kind = .cone(focus: focus, axis: axis, power: power)
            }
        }
    }

    /// Writes the colors of `count` pixels from (x, y), sampled at the pixel centres.
    ///
    /// - Parameters:
    ///   - x: The column of the first pixel.
    ///   - y: The row.
    ///   - count: The number of pixels.
    ///   - pixels: Memory for `count` pixels.
    func shade(x: Int, y: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
        gradient.table.withUnsafeBufferPointer { table in
            switch kind {
            case .constant:
                pixels.update(repeating: table[table.count - 1], count: count)
            case .linear(let step, let row, let origin):
                let start = (Float(x) + 0.5) * step + (Float(y) + 0.5) * row + origin
                if abs(step) * Float(count) * Float(Gradient.tableSize) < 0.5 {
                    // The color is constant along the row.
                    pixels.update(repeating: table[Self.entries(SIMD4(repeating: start))[0]], count: count)
                } else {
                    var places = SIMD4<Float>(0, 1, 2, 3) * step + start
                    Self.write(count, from: table, into: pixels) {
                        defer { places += 4 * step }
                        return places
                    }
                }
            case .radial(let focus, let axis, let power):
                let first = inverse.transformed(Point(Float(x) + 0.5, Float(y) + 0.5)) - focus
                let step = Point(Float(inverse.a), Float(inverse.b))
                let columns = SIMD4<Float>(0, 1, 2, 3)
                var (across, down) = (columns * step.x + first.x, columns * step.y + first.y)
                Self.write(count, from: table, into: pixels) {
                    let along = across * axis.x + down * axis.y
                    let square = across * across + down * down
                    across += 4 * step.x
                    down += 4 * step.y
                    return ((along * along + power * square).squareRoot() - along) / power
                }
            case .cone(let focus, let axis, let power):
                write(x, y, count, from: table, into: pixels) {
                    Self.conePosition(of: $0 - focus, axis: axis, power: power)
                }
            case .halfPlane(let focus, let axis):
                write(x, y, count, from: table, into: pixels) {
                    Self.halfPlanePosition(of: $0 - focus, axis: axis)
                }
            }
        }
    }

    /// Writes the colors of pixels, of which those without a position along the gradient are transparent.
    private func write(
        _ x: Int, _ y: Int, _ count: Int, from table: UnsafeBufferPointer<UInt32>,
        into pixels: UnsafeMutablePointer<UInt32>, position: (Point) -> Float?
    ) {
        for column in 0..<count {
            let place = inverse.transformed(Point(Float(x + column) + 0.5, Float(y) + 0.5))
            pixels[column] = position(place).map { table[Self.entries(SIMD4(repeating: $0))[0]] } ?? 0
        }
    }

    /// Returns the position of a point relative to a focus on the circle, or nil beyond the tangent.
    private static func halfPlanePosition(of point: Point, axis: Point) -> Float? {
        let along = point.dot(axis)
        return along > 0 ? point.dot(point) / (2 * along) : nil
    }

    /// Returns the position along a cone of a point relative to its focus, or nil outside the cone.
    ///
    /// Of the two circles that meet in the point, the one nearer to the end counts, as in browsers.
    private static func conePosition(of point: Point, axis: Point, power: Float) -> Float? {
        let along = point.dot(axis)
        let square = along * along + power * point.dot(point)
        return along > 0 && square >= 0 ? -(along + square.squareRoot()) / power : nil
    }

    /// Writes `count` colors for positions along the gradient, which `next` returns four at a time.
    @inline(__always)
    private static func write(
        _ count: Int, from table: UnsafeBufferPointer<UInt32>, into pixels: UnsafeMutablePointer<UInt32>,
        _ next: () -> SIMD4<Float>
    ) {
        var index = 0
        while index &+ 4 <= count {
            let entries = entries(next())
            pixels[index] = table[entries[0]]
            pixels[index &+ 1] = table[entries[1]]
            pixels[index &+ 2] = table[entries[2]]
            pixels[index &+ 3] = table[entries[3]]
            index &+= 4
        }
        if index == count { return }
        let entries = entries(next())
        for rest in index..<count { pixels[rest] = table[entries[rest - index]] }
    }

    /// Returns the table entries for positions along the gradient.
    ///
    /// Positions outside 0…1 are clamped, and NaN also gives a valid entry.
    @inline(__always)
    private static func entries(_ places: SIMD4<Float>) -> SIMD4<Int> {
        let last = Float(Gradient.tableSize - 1)
        var scaled = places * last
        scaled.replace(with: 0, where: scaled .< 0)
        scaled.replace(with: last, where: scaled .> last)
        // Rounds as in `Gradient.pixel`. The table's size is a power of two, so that any bits give a valid entry;
        // buffers are not checked in release builds.
        let bits = (scaled + 8_388_608).bits & UInt32(Gradient.tableSize - 1)
        return SIMD4<Int>(truncatingIfNeeded: bits)
    }
}
