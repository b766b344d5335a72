import TerminalCells

/// Text colors that are readable on light and on dark backgrounds.
enum TextColors {
    static let faint = CellColor(0x8A8F98)
    static let warning = CellColor(0xE0524D)
    static let accent = CellColor(0xD08A1E)
}
