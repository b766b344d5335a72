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
    let compatibility: RenderingCompatibility
    let glyphs: PictureGlyphs
    private var prepared: (subject: Subject, renderer: AnimationRenderer)?
    private var picture = Pixmap(width: 0, height: 0)

    init(properties: DynamicProperties, compatibility: RenderingCompatibility, glyphs: PictureGlyphs) {
        self.properties = properties
        self.compatibility = compatibility
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
            subject,
            AnimationRenderer(
                composition, width: width, height: height, compatibility: compatibility, properties: properties)
        )
        picture = Pixmap(width: width, height: height)
    }

    /// Draws the machine's picture over the cells at the top of a grid.
    mutating func paint(
        _ machine: StateMachine, in grid: inout CellGrid, statistics: inout FrameStatistics
    ) {
        guard let renderer = prepared?.renderer else { return }
        statistics.draw(machine.picture, renderer, into: &picture)
        if let color = machine.backgroundColor { picture.underlay(rgba: color) }
        statistics.measure(.cells) { grid.draw(picture, as: glyphs, column: 0, row: 0) }
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
