/// A colour at a place along a gradient.
public struct GradientStop: Sendable, Equatable {
    /// Place, 0 at the start to 1 at the end.
    public var offset: Double
    /// Red, green, blue and opacity, 0 to 1, not premultiplied.
    public var color: SIMD4<Double>

    /// The colour `color` at `offset`.
    public init(offset: Double, color: SIMD4<Double>) {
        self.offset = offset
        self.color = color
    }
}

/// Colours that run along a line or outwards from a centre; before the start and after the end the outermost colours go on.
public struct Gradient: Sendable {
    /// Where the gradient runs.
    public enum Shape: Sendable, Equatable {
        /// From one point to another.
        case linear(start: Point, end: Point)
        /// From `focus` to the circle of `radius` around `center`; the focus lies inside the circle.
        case radial(center: Point, radius: Float, focus: Point)
    }

    /// Entries of the table of colours: at 8 bits a step of a longer table could not be told apart.
    static let tableSize = 512

    private(set) var table: [UInt32]
    /// Where the gradient runs.
    public var shape: Shape
    /// Whether every colour is opaque.
    let isOpaque: Bool

    /// A gradient over `stops`, ordered by offset; the later of two at one offset begins there.
    ///
    /// Colour and opacity are interpolated without premultiplying, as SVG does, and put into a table of premultiplied pixels.
    public init(shape: Shape, stops: [GradientStop]) {
        self.shape = shape
        table = [UInt32](repeating: 0, count: Self.tableSize)
        isOpaque = stops.allSatisfy { $0.color.w >= 1 }
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

    /// The premultiplied pixel of a colour; channels are held to 0…1.
    @inline(__always)
    private static func pixel(_ color: SIMD4<Double>) -> UInt32 {
        var color = SIMD4<Float>(color)
        // Written so that what is not a number becomes 0.
        color.replace(with: 0, where: .!(color .> 0))
        color.replace(with: 1, where: color .> 1)
        var channels = color * color.w
        channels.w = color.w
        // From 2²³ on, a float's last bit is worth 1: adding that much rounds to it, and the bits are the number.
        let bits = unsafeBitCast(channels * 255 + 8_388_608, to: SIMD4<UInt32>.self) & 0xFF
        return bits.x | bits.y &<< 8 | bits.z &<< 16 | bits.w &<< 24
    }
}

/// A gradient as seen through a transform, ready to colour runs of pixels.
struct GradientShader {
    private enum Kind {
        case constant
        case linear(step: Float, row: Float, origin: Float)
        case radial(focus: Point, axis: Point, power: Float)
    }

    private let kind: Kind
    private let inverse: AffineTransform
    private let gradient: Gradient

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
            guard power > 0, power.isFinite else {
                kind = .constant
                return
            }
            kind = .radial(focus: focus, axis: axis, power: power)
        }
    }

    /// Writes the colours of `count` pixels from (x, y), taken at their centres.
    func shade(x: Int, y: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
        gradient.table.withUnsafeBufferPointer { table in
            switch kind {
            case .constant:
                pixels.update(repeating: table[table.count - 1], count: count)
            case .linear(let step, let row, let origin):
                let start = (Float(x) + 0.5) * step + (Float(y) + 0.5) * row + origin
                if abs(step) * Float(count) * Float(Gradient.tableSize) < 0.5 {
                    // Along the row the colour stays the same.
                    pixels.update(repeating: table[Self.entries(SIMD4(repeating: start))[0]], count: count)
                } else {
                    var places = SIMD4<Float>(0, 1, 2, 3) * step + start
                    Self.write(count, from: table, into: pixels) {
                        defer { places += 4 * step }
                        return places
                    }
                }
            case .radial(let focus, let axis, let power):
                let first = inverse.apply(Point(Float(x) + 0.5, Float(y) + 0.5)) - focus
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
            }
        }
    }

    /// Writes the colours of places along the gradient, which `next` gives four at a time.
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

    /// The table's entries for places along the gradient: those beyond its ends, and what is no number, have some entry too.
    @inline(__always)
    private static func entries(_ places: SIMD4<Float>) -> SIMD4<Int> {
        let last = Float(Gradient.tableSize - 1)
        var scaled = places * last
        scaled.replace(with: 0, where: scaled .< 0)
        scaled.replace(with: last, where: scaled .> last)
        // Rounded as colours are, see `Gradient.pixel`; the table's size is a power of two.
        let bits = unsafeBitCast(scaled + 8_388_608, to: SIMD4<UInt32>.self) & UInt32(Gradient.tableSize - 1)
        return SIMD4<Int>(truncatingIfNeeded: bits)
    }
}
