import HalfBlocks
import LottieRenderer
import VectorGraphics

/// Draws two screens in the places that a transition has for them.
///
/// Both go through the renderer as pixels, two to a cell, a glyph as the colour behind it. Where a screen stands upright and
/// whole cells away from where it was, and at least half of a cell is seen of it, the cell itself stays, glyph and all; what
/// is scaled, turned or covered is pixels.
struct TransitionComposer {
    /// Columns and rows of the screens.
    let size: SIMD2<Int>
    private let transition: SceneTransition
    private let old: CellGrid
    private let renderer: AnimationRenderer
    private var picture: Pixmap
    private var coverage: Pixmap
    private var above: Pixmap

    /// A layer that only moves goes by whole cells, so that its screen can be read on the way.
    private static let steps = SIMD2(1, 2)

    init(_ transition: SceneTransition, old: CellGrid) {
        self.transition = transition
        self.old = old
        size = SIMD2(old.columns, old.rows)
        renderer = AnimationRenderer(
            transition.composition, width: old.columns, height: old.rows * 2, scaling: .cover)
        picture = Pixmap(width: old.columns, height: old.rows * 2)
        coverage = picture
        above = picture
        renderer.show(old.behindGlyphs, inPlaceOf: transition.outgoing, steps: Self.steps)
    }

    /// The screen at a frame of the transition.
    /// - Parameters:
    ///   - new: the new screen, of the old one's size.
    ///   - ground: what is seen where nothing is.
    mutating func compose(_ new: CellGrid, frame: Double, ground: CellColor) -> CellGrid {
        guard new.columns == old.columns, new.rows == old.rows, size.x > 0, size.y > 0 else { return new }
        renderer.show(new.behindGlyphs, inPlaceOf: transition.incoming, steps: Self.steps)
        renderer.evaluate(frame: frame)
        renderer.draw(into: &picture)
        var cells = pictureCells(over: ground)
        // What lies above comes last, and takes the cell where both have half of it.
        for layer in [transition.incoming, transition.outgoing].sorted(by: >) {
            keep(layer == transition.incoming ? new : old, in: layer, &cells)
        }
        return CellGrid(columns: size.x, rows: size.y, mending: cells)
    }

    private func pictureCells(over ground: CellColor) -> [Cell] {
        let below = ground.opaquePixel
        func color(_ x: Int, _ y: Int) -> CellColor {
            let pixel = picture[x, y]
            return CellColor(pixel: pixel >> 24 == 255 ? pixel : PixelArithmetic.over(pixel, below))
        }
        var cells: [Cell] = []
        cells.reserveCapacity(size.x * size.y)
        for row in 0..<size.y {
            for column in 0..<size.x {
                cells.append(Cell(top: color(column, 2 * row), bottom: color(column, 2 * row + 1)))
            }
        }
        return cells
    }

    /// Puts the cells of a screen where they are seen.
    private mutating func keep(_ screen: CellGrid, in layer: Int, _ cells: inout [Cell]) {
        guard let placement = renderer.placement(of: layer), placement.opacity > 127,
            let offset = placement.transform.wholeCells
        else { return }
        renderer.draw(layers: layer..<layer + 1, into: &coverage)
        if layer > 0 { renderer.draw(layers: 0..<layer, into: &above) } else { above.clear() }
        for row in max(0, offset.y)..<max(max(0, offset.y), min(size.y, size.y + offset.y)) {
            for column in max(0, offset.x)..<max(max(0, offset.x), min(size.x, size.x + offset.x)) {
                let weight = (seen(column, 2 * row) + seen(column, 2 * row + 1) + 1) / 2
                guard weight > 127 else { continue }
                let place = row * size.x + column
                cells[place] = cells[place].showing(screen[column - offset.x, row - offset.y], weight: weight)
            }
        }
    }

    /// How much of a pixel is the layer's, 0 to 255.
    private func seen(_ x: Int, _ y: Int) -> UInt32 {
        let (own, over) = (coverage[x, y] >> 24, above[x, y] >> 24)
        return over == 0 ? own : (own * (255 - over) + 127) / 255
    }
}

extension Cell {
    /// Two pixels of which a screen's cell makes up `weight` of 255, as that cell.
    fileprivate func showing(_ source: Cell, weight: UInt32) -> Cell {
        guard let pixels else { return self }
        if let own = source.pixels {
            if own == pixels { return source }
            var cell = self
            cell.attributes = source.attributes
            return cell
        }
        let behind = pixels.top.mixed(with: pixels.bottom, amount: 128)
        if weight == 255, behind == source.background { return source }
        var cell = source
        cell.background = behind
        cell.foreground = source.foreground.mixed(with: behind, amount: UInt8(255 - weight))
        return cell
    }
}

extension AffineTransform {
    /// The columns and rows by which it moves, where it does nothing else.
    fileprivate var wholeCells: SIMD2<Int>? {
        guard a == 1, b == 0, c == 0, d == 1, let x = Int(exactly: tx), let y = Int(exactly: ty), y.isMultiple(of: 2)
        else { return nil }
        return SIMD2(x, y / 2)
    }
}

extension CellGrid {
    /// The screen as pixels, two to a cell, a glyph as the colour behind it.
    fileprivate var behindGlyphs: Pixmap {
        var picture = Pixmap(width: columns, height: rows * 2)
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = cells[row * columns + column]
                let pixels = cell.pixels ?? (cell.background, cell.background)
                picture[column, 2 * row] = shown(pixels.top).opaquePixel
                picture[column, 2 * row + 1] = shown(pixels.bottom).opaquePixel
            }
        }
        return picture
    }

    private func shown(_ color: CellColor) -> CellColor { color.rgb == nil ? assumedBackground : color }
}

extension CellColor {
    /// An exact colour as an opaque pixel; others are black.
    fileprivate var opaquePixel: UInt32 {
        let rgb = rgb ?? 0
        return 0xFF00_0000 | (rgb & 0xFF) << 16 | rgb & 0xFF00 | rgb >> 16 & 0xFF
    }

    /// The colour of an opaque pixel.
    fileprivate init(pixel: UInt32) { self.init((pixel & 0xFF) << 16 | pixel & 0xFF00 | pixel >> 16 & 0xFF) }
}
