import Banners
import GiftChoreography
import Motion
import RoomSession
import TerminalCells

/// The appearance of a session in a terminal of a size.
struct CellAppearance: RoomAppearance {
    /// The size of the terminal, in cells.
    let size: (columns: Int, rows: Int)
    let symbols: SymbolSet

    func rowCount(of line: ChatLine, columns: Int, hasHeads: Bool) -> Int {
        ChatText(columns: columns, hasHeads: hasHeads, symbols: symbols).rows(of: line).count
    }

    func headColor(ofName name: String) -> MotionColor {
        // The colors of the dark theme are used in both themes, as in gifts that show the sender's head.
        MotionColor(ThemeColors.dark.color(ofName: name).encoded)
    }

    func complete(_ arrival: inout BannerArrival, of gift: RoomGift?, options: BannerOptions, lanes: Int) {
        arrival.symbol = symbols.symbol(of: gift)
        arrival.text = options.text.map { text in
            text.replacing("{gift}", with: TextDirection.isolating(arrival.gift))
                .replacing("{sender}", with: TextDirection.isolating(arrival.sender))
        }
        guard options.enter != nil || options.stay != nil || options.exit != nil else { return }
        // A terminal that is too small for a stage shows banners in all of its cells.
        let area =
            StageLayout(columns: size.columns, rows: size.rows)?.bannerArea(lanes: lanes)
            ?? CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
        let surroundings = BannerPainter.surroundings(of: arrival, in: area, symbols: symbols)
        arrival.movements = BannerMovements(
            enter: options.enter?.motion(in: surroundings), stay: options.stay?.motion(in: surroundings),
            exit: options.exit?.motion(in: surroundings))
    }
}
