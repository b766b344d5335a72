import LottieDocument
import VectorGraphics

/// A count of the pixels in which the edges of thin strokes lie on each other.
///
/// A stroke that exactly covers another one leaves a trace of it at its edges, because two half-covered pixels mix. The
/// thinner the strokes, the larger is the share of such pixels. If they are many, the picture is drawn finer and
/// averaged, which is what a browser's larger picture looks like when it is reduced.
final class OutlineTally {
    /// The widest stroke that counts, in pixels; the edges of wider ones are a small part of them.
    fileprivate static let maxWidth = 4.0
    /// The share of the painted pixels from which on a picture is drawn finer.
    private static let maxShare = 0.25

    /// Whether a stroke has half covered a pixel.
    private var touched: [Bool] = []
    private var width = 0
    private var height = 0
    /// Whether no stroke has been added to the picture.
    private var isEmpty = true
    /// Whether strokes are counted.
    private var isCounting = false
    private var contestedCount = 0

    /// Begins a picture of this size, in pixels.
    func begin(width: Int, height: Int, isCounting: Bool) {
        (self.width, self.height, self.isCounting) = (width, height, isCounting)
        isEmpty = true
        contestedCount = 0
    }

    /// Adds the coverage of a stroke with a width in pixels.
    func add(_ coverage: borrowing Coverage, width strokeWidth: @autoclosure () -> Double) {
        guard isCounting, strokeWidth() < Self.maxWidth else { return }
        if isEmpty {
            touched.removeAll(keepingCapacity: true)
            touched.append(contentsOf: repeatElement(false, count: width * height))
            isEmpty = false
        }
        for span in coverage.spans where span.coverage < 255 && span.y >= 0 && span.y < height {
            let first = max(0, Int(span.x))
            let last = min(width, Int(span.x) + Int(span.length))
            guard first < last else { continue }
            for place in Int(span.y) * width + first..<Int(span.y) * width + last {
                if touched[place] { contestedCount += 1 } else { touched[place] = true }
            }
        }
    }

    /// Returns whether the picture, which is complete, has so many contested pixels that it has to be drawn finer.
    func isContested(in pixmap: borrowing Pixmap) -> Bool {
        guard contestedCount > 0 else { return false }
        var painted = 0
        for pixel in pixmap.pixels where pixel != 0 { painted += 1 }
        return Double(contestedCount) > Double(painted) * Self.maxShare
    }
}

extension Composition {
    /// Returns whether the document strokes the same outline several times with similar widths, so that thin strokes can
    /// lie on each other.
    ///
    /// - Parameter scale: The size of a unit of the composition, in pixels.
    func repeatsThinStrokes(scale: Double) -> Bool {
        var outlines = StrokedOutlines(maxWidth: scale > 0 ? OutlineTally.maxWidth / scale : 0)
        if layers.contains(where: { outlines.repeats(in: $0) }) { return true }
        return assets.precompositions.values.contains { layers in layers.contains { outlines.repeats(in: $0) } }
    }
}

/// The outlines that have been found with thin strokes, with the widths of the strokes.
private struct StrokedOutlines {
    /// The greatest width of a thin stroke, in units of the composition.
    let maxWidth: Double
    private var widths: [Int: [Double]] = [:]
    /// How many times as wide as the other one a stroke can be so that their edges lie on each other.
    private static let maxRatio = 1.4

    init(maxWidth: Double) { self.maxWidth = maxWidth }

    mutating func repeats(in layer: Layer) -> Bool {
        if case .shapes(let group) = layer.content { return repeats(in: group, strokes: []) }
        return false
    }

    /// Returns whether a shape has a second similar stroke; `strokes` are the widths of the strokes that apply to the
    /// whole group. A stroke applies to the items before it.
    private mutating func repeats(in group: ShapeGroup, strokes outer: [Double]) -> Bool {
        var strokes = outer
        for item in group.items.reversed() {
            switch item {
            case .stroke(let stroke):
                let width = stroke.width.value(at: -.infinity)
                if width > 0, width < maxWidth { strokes.append(width) }
            case .group(let inner): if repeats(in: inner, strokes: strokes) { return true }
            default:
                guard !strokes.isEmpty, let key = item.outlineKey else { continue }
                for width in strokes {
                    let known = widths[key] ?? []
                    if known.contains(where: { max($0, width) <= min($0, width) * Self.maxRatio }) { return true }
                    widths[key] = known + [width]
                }
            }
        }
        return false
    }
}

extension ShapeItem {
    /// A number that equal outlines share, at the first keyframe and without position in the layer; nil for an item
    /// that is no shape.
    fileprivate var outlineKey: Int? {
        let start = -Double.infinity
        var hasher = Hasher()
        switch self {
        case .path(let path):
            let points = path.value(at: start).points
            // A few points tell paths apart.
            hasher.combine(points.count)
            let step = max(1, points.count / 6)
            for index in stride(from: 0, to: points.count, by: step) { hasher.combine(points[index]) }
        case .rectangle(let shape):
            hasher.combine(shape.size.value(at: start))
            hasher.combine(shape.position.value(at: start))
        case .ellipse(let shape):
            hasher.combine(shape.size.value(at: start))
            hasher.combine(shape.position.value(at: start))
        case .polystar(let shape):
            hasher.combine(shape.outerRadius.value(at: start))
            hasher.combine(shape.position.value(at: start))
        default: return nil
        }
        return hasher.finalize()
    }
}
