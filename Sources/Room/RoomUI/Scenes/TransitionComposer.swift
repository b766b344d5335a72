import LottieRenderer
import TerminalCells
import VectorGraphics

/// A renderer that draws two screens in place of the layers of a transition.
///
/// Both screens pass through the renderer as pixels, two per cell; a glyph becomes its background color. A cell keeps
/// its glyph if its screen is only moved by whole cells and at least half of the cell is visible. Scaled, rotated and
/// covered parts become pixels.
struct TransitionComposer {
    /// The size of the screens, in columns and rows.
    let size: SIMD2<Int>
    private let transition: SceneTransition
    private let old: CellGrid
    private let renderer: AnimationRenderer
    private var picture: Pixmap
    private var coverage: Pixmap
    private var overlayPicture: Pixmap

    /// The step of a layer that only moves, in pixels: whole cells, so that its text stays readable.
    private static let pixelsPerCell = SIMD2(1, 2)

    init(_ transition: SceneTransition, old: CellGrid) {
        self.transition = transition
        self.old = old
        size = SIMD2(old.columns, old.rows)
        renderer = AnimationRenderer(
            transition.composition, width: old.columns, height: old.rows * 2, scaling: .cover)
        picture = Pixmap(width: old.columns, height: old.rows * 2)
        coverage = picture
        overlayPicture = picture
        renderer.show(old.backgroundPixels, inPlaceOf: transition.outLayerIndex, steps: Self.pixelsPerCell)
    }

    /// Returns the screen at a frame of the transition.
    ///
    /// - Parameters:
    ///   - new: The new screen. If its size differs from the old screen's, it is returned unchanged.
    ///   - frame: The frame of the composition.
    ///   - ground: The color where the transition draws nothing.
    mutating func compose(_ new: CellGrid, frame: Double, ground: CellColor) -> CellGrid {
        guard new.columns == old.columns, new.rows == old.rows, size.x > 0, size.y > 0 else { return new }
        renderer.show(new.backgroundPixels, inPlaceOf: transition.inLayerIndex, steps: Self.pixelsPerCell)
        renderer.evaluate(frame: frame)
        renderer.draw(into: &picture)
        var cells = pictureCells(over: ground)
        // The layers are processed from bottom to top, so the upper layer keeps the cell if each covers half of it.
        for layer in [transition.inLayerIndex, transition.outLayerIndex].sorted(by: >) {
            copyCells(of: layer == transition.inLayerIndex ? new : old, in: layer, &cells)
        }
        return CellGrid(columns: size.x, rows: size.y, repairing: cells)
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

    /// Copies the visible cells of a screen into `cells`, if its layer is only moved by whole cells.
    private mutating func copyCells(of screen: CellGrid, in layer: Int, _ cells: inout [Cell]) {
        guard let placement = renderer.placement(of: layer), placement.opacity > 127,
            let offset = placement.transform.wholeCells
        else { return }
        renderer.draw(layers: layer..<layer + 1, into: &coverage)
        if layer > 0 { renderer.draw(layers: 0..<layer, into: &overlayPicture) } else { overlayPicture.clear() }
        for row in max(0, offset.y)..<max(max(0, offset.y), min(size.y, size.y + offset.y)) {
            for column in max(0, offset.x)..<max(max(0, offset.x), min(size.x, size.x + offset.x)) {
                let weight = (coveredShare(column, 2 * row) + coveredShare(column, 2 * row + 1) + 1) / 2
                guard weight > 127 else { continue }
                let place = row * size.x + column
                cells[place] = cells[place].showing(screen[column - offset.x, row - offset.y], weight: weight)
            }
        }
    }

    /// Returns the share of a pixel that the layer covers, 0 to 255.
    private func coveredShare(_ x: Int, _ y: Int) -> UInt32 {
        let (own, over) = (coverage[x, y] >> 24, overlayPicture[x, y] >> 24)
        return over == 0 ? own : (own * (255 - over) + 127) / 255
    }
}

extension Cell {
    /// Returns this cell of two pixels with the glyph of a screen's cell.
    ///
    /// - Parameters:
    ///   - source: The screen's cell.
    ///   - weight: The share of the cell that the screen covers, 0 to 255.
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
    /// The offset in columns and rows, or `nil` if the transform is not a translation by whole cells.
    fileprivate var wholeCells: SIMD2<Int>? {
        guard a == 1, b == 0, c == 0, d == 1, let x = Int(exactly: tx), let y = Int(exactly: ty), y.isMultiple(of: 2)
        else { return nil }
        return SIMD2(x, y / 2)
    }
}

extension CellGrid {
    /// The screen as pixels, two per cell, with each glyph replaced by its background color.
    fileprivate var backgroundPixels: Pixmap {
        var picture = Pixmap(width: columns, height: rows * 2)
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = cells[row * columns + column]
                let pixels = cell.pixels ?? (cell.background, cell.background)
                picture[column, 2 * row] = resolvingDefault(pixels.top).opaquePixel
                picture[column, 2 * row + 1] = resolvingDefault(pixels.bottom).opaquePixel
            }
        }
        return picture
    }

    private func resolvingDefault(_ color: CellColor) -> CellColor { color.rgb == nil ? assumedBackground : color }
}

extension CellColor {
    /// The color as an opaque pixel, `0xAABBGGRR`; a color without an RGB value becomes black.
    fileprivate var opaquePixel: UInt32 {
        let rgb = rgb ?? 0
        return 0xFF00_0000 | (rgb & 0xFF) << 16 | rgb & 0xFF00 | rgb >> 16 & 0xFF
    }

    /// Creates the color of an opaque pixel.
    fileprivate init(pixel: UInt32) { self.init((pixel & 0xFF) << 16 | pixel & 0xFF00 | pixel >> 16 & 0xFF) }
}
