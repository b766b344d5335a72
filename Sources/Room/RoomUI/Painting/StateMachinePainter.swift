import LottieDocument
import LottieRenderer
import StateMachines
import TerminalCells
import VectorGraphics

/// Draws what a state machine shows, and finds the layers under the pointer.
struct StateMachinePainter {
    /// An animation in a look and a size.
    private struct Subject: Hashable {
        let animation: String
        let theme: String?
        let width: Int
        let height: Int
    }

    let properties: DynamicProperties
    let glyphs: PictureGlyphs
    private var prepared: (subject: Subject, renderer: AnimationRenderer)?
    private var picture = Pixmap(width: 0, height: 0)

    init(properties: DynamicProperties, glyphs: PictureGlyphs) {
        self.properties = properties
        self.glyphs = glyphs
    }

    /// Makes a machine's animation ready for a picture of cells.
    ///
    /// - Parameter composition: Returns the animation with the theme.
    mutating func prepare(
        _ machine: StateMachine, columns: Int, rows: Int, composition: () -> Composition?
    ) {
        let (width, height) = (columns * glyphs.scale, rows * 2 * glyphs.scale)
        let subject = Subject(
            animation: machine.animation, theme: machine.theme, width: width, height: height)
        guard prepared?.subject != subject, let composition = composition() else { return }
        prepared = (
            subject, AnimationRenderer(composition, width: width, height: height, properties: properties)
        )
        picture = Pixmap(width: width, height: height)
    }

    /// Draws the machine's picture over the cells at the top of a grid.
    mutating func paint(
        _ machine: StateMachine, in grid: inout CellGrid, statistics: inout FrameStatistics
    ) {
        guard let renderer = prepared?.renderer else { return }
        switch machine.picture {
        case .frame(let frame): draw(frame, renderer, into: &picture, &statistics)
        case .blend(let frame, let next, let share):
            var other = Pixmap(width: picture.width, height: picture.height)
            draw(next, renderer, into: &other, &statistics)
            draw(frame, renderer, into: &picture, &statistics)
            picture.mix(other, share: UInt32((share * 255).rounded()))
        }
        if let color = machine.backgroundColor { picture.underlay(rgba: color) }
        statistics.measure(.cells) { grid.draw(picture, as: glyphs, column: 0, row: 0) }
    }

    private func draw(
        _ frame: Double, _ renderer: AnimationRenderer, into picture: inout Pixmap,
        _ statistics: inout FrameStatistics
    ) {
        statistics.measure(.evaluate) { renderer.evaluate(frame: frame) }
        statistics.measure(.draw) { renderer.draw(into: &picture) }
    }

    /// Returns the layers of which a machine's interactions name at the middle of a cell.
    func layers(of machine: StateMachine, column: Int, row: Int) -> Set<String> {
        let names = Set(machine.document.layerNames)
        guard !names.isEmpty, let renderer = prepared?.renderer else { return [] }
        renderer.evaluate(frame: machine.frame)
        let scale = Double(glyphs.scale)
        return renderer.layers(
            named: names, atX: (Double(column) + 0.5) * scale, y: (Double(row) + 0.5) * 2 * scale)
    }
}

extension Pixmap {
    /// Replaces a share of the picture, in 255ths, by another one of its size.
    fileprivate mutating func mix(_ other: Pixmap, share: UInt32) {
        for index in pixels.indices {
            pixels[index] =
                PixelArithmetic.scaled(pixels[index], by: 255 - share)
                + PixelArithmetic.scaled(other.pixels[index], by: share)
        }
    }

    /// Puts a color beneath the picture, from the first byte: red, green, blue, opacity.
    fileprivate mutating func underlay(rgba: UInt32) {
        let alpha = rgba & 0xFF
        let opaque = rgba.byteSwapped | 0xFF00_0000
        let color = PixelArithmetic.scaled(opaque, by: alpha)
        for index in pixels.indices {
            pixels[index] += PixelArithmetic.scaled(color, by: 255 - pixels[index] >> 24)
        }
    }
}
