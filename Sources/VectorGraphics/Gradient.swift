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
            table[entry] = PixelArithmetic.pixel(red: color.x, green: color.y, blue: color.z, alpha: color.w)
        }
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
            let last = Float(table.count - 1)
            @inline(__always) func entry(_ place: Float) -> UInt32 {
                // A place that is not a number fails the comparison and takes the first colour.
                let scaled = place * last + 0.5
                return table[scaled > 0 ? Int(min(scaled, last)) : 0]
            }
            switch kind {
            case .constant:
                for index in 0..<count { pixels[index] = table[table.count - 1] }
            case .linear(let step, let row, let origin):
                var place = (Float(x) + 0.5) * step + (Float(y) + 0.5) * row + origin
                for index in 0..<count {
                    pixels[index] = entry(place)
                    place += step
                }
            case .radial(let focus, let axis, let power):
                for index in 0..<count {
                    let point = inverse.apply(Point(Float(x + index) + 0.5, Float(y) + 0.5)) - focus
                    let along = point.dot(axis)
                    pixels[index] = entry(((along * along + power * point.dot(point)).squareRoot() - along) / power)
                }
            }
        }
    }
}
