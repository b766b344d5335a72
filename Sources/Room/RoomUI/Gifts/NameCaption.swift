import LottieRenderer
import Motion
import TerminalCells

/// A name in a gift's picture that cells must show, because its letters are too small or have no outlines.
struct NameCaption: Equatable {
    let name: String
    /// The center of the letters in the picture, in pixels of half-blocks.
    let center: (x: Double, y: Double)

    static func == (one: NameCaption, other: NameCaption) -> Bool {
        one.name == other.name && one.center == other.center
    }

    /// The size of a font, in pixels, from which its letters can be read in half-blocks.
    static let minLetterHeight = 12.0

    /// Returns the captions that a frame needs.
    ///
    /// - Parameters:
    ///   - texts: The texts of the frame that contain the name, the topmost first.
    ///   - name: The sender's name.
    ///   - scale: The number of pixels for one of half-blocks, in each direction.
    static func captions(for texts: [VisibleText], of name: String, scale: Int) -> [NameCaption] {
        guard let text = texts.first, text.lacksLetters || text.letterHeight < minLetterHeight else { return [] }
        // Other texts with the name are its shades.
        return [NameCaption(name: name, center: (text.center.x / Double(scale), text.center.y / Double(scale)))]
    }

    /// Writes the name over the picture, within an area of cells.
    func paint(in grid: inout CellGrid, area: CellRect, symbols: SymbolSet) {
        let text = StyledText(TextDirection.isolating(name), Theme.strongText, isBold: true)
            .fitted(to: area.columns - 2, ellipsis: symbols.ellipsis)
        guard center.x.isFinite, center.y.isFinite, abs(center.x) < 1e6, abs(center.y) < 1e6, text.width > 0 else {
            return
        }
        let wanted = area.column + Int((center.x - Double(text.width + 2) / 2).rounded())
        let column = max(area.column, min(area.endColumn - text.width - 2, wanted))
        let row = area.row + Int((center.y / 2).rounded(.down))
        guard row >= area.row, row < area.endRow else { return }
        let place = CellRect(column: column, row: row, columns: text.width + 2, rows: 1)
        grid.tint(place, with: Theme.panel, amount: Theme.tintStrength(Self.tintStrength))
        grid.write(text, column: column + 1, row: row, within: area)
    }

    private static let tintStrength: UInt8 = 215
}

extension Pose {
    /// Whether a picture in this pose is visible, and nearly where it was drawn.
    var isNearRest: Bool {
        abs(x) < 1 && abs(y) < 1 && abs(scale - 1) < 0.05 && abs(rotation) < 0.01 && opacity >= 0.5
    }
}
