import Banners
import ExactNumbers
import GiftChoreography
import Motion
import Playback
import TerminalCells

/// A painter of banners: lines of text that show the sender, the gift and the count.
struct BannerPainter {
    /// The cells that contain the lanes.
    let area: CellRect
    let symbols: SymbolSet

    private static let backgroundStrength = 200.0

    /// Paints the visible banners and a label that counts the gifts without a banner.
    func paint(_ lanes: BannerLanes, at time: Nanoseconds, in grid: inout CellGrid) {
        guard !area.isEmpty else { return }
        let unseen = lanes.visible.dropFirst(area.rows).reduce(0) { $0 + $1.count } + lanes.recentlyMissed
        let label = StyledText("+\(unseen)", Theme.accent, isBold: true)
        var end = area.column
        for (banner, pose) in topmost(of: lanes, at: time) {
            let hasLabel = lastRow(of: lanes) == row(of: pose)
            let room = area.columns - (hasLabel && unseen > 0 ? label.width + 2 : 0)
            let right = paint(banner, pose, columns: room, in: &grid)
            if hasLabel { end = max(end, right) }
        }
        if unseen > 0 { paint(label, column: end, row: lastRow(of: lanes), in: &grid) }
    }

    /// Returns the one visible banner of each row, with its pose.
    ///
    /// Banners that arrive or stay hide banners that leave, and earlier lanes hide later ones. Two banners in one row
    /// are never mixed, because the text of the lower one would read as the end of the upper one.
    private func topmost(of lanes: BannerLanes, at time: Nanoseconds) -> [(Banner, BannerPose)] {
        var rows: Set<Int> = []
        let fromTheTop = lanes.visible + lanes.leaving.reversed()
        return fromTheTop.compactMap { banner in
            let pose = banner.pose(at: time)
            return rows.insert(row(of: pose)).inserted ? (banner, pose) : nil
        }
    }

    private func row(of pose: BannerPose) -> Int { area.row + Int(pose.lane.rounded()) }

    /// Returns the row of the last visible banner.
    private func lastRow(of lanes: BannerLanes) -> Int {
        area.row + max(0, min(lanes.visible.count, area.rows) - 1)
    }

    /// Paints a banner that has `columns` columns at rest, and returns the column after it.
    private func paint(_ banner: Banner, _ pose: BannerPose, columns: Int, in grid: inout CellGrid) -> Int {
        let whole = text(of: banner, pose, columns: columns - 2)
        let line =
            pose.visibleShare < 1 ? whole.fitted(to: Int(pose.visibleShare * Double(whole.width)), ellipsis: "") : whole
        // Text has one size in a terminal, so only the background around it grows.
        let margin = Int((Double(whole.width + 2) * (pose.width - 1) / 2).rounded())
        let column = area.column + Int(pose.offset.rounded())
        let place = CellRect(
            column: column - margin, row: row(of: pose), columns: max(0, line.width + 2 + 2 * margin), rows: 1)
        let pill = place.intersection(area)
        guard !pill.isEmpty, pose.opacity > 0 else { return area.column }
        let color = banner.note == nil ? Theme.banner : Theme.bannerProblem
        grid.tint(pill, with: color, amount: UInt8(Self.backgroundStrength * pose.opacity))
        let tint = min(max(pose.color.alpha, 0), 1) * pose.opacity
        if tint > 0 { grid.tint(pill, with: CellColor(pose.color), amount: UInt8(255 * tint)) }
        // Text cannot be transparent in a terminal; it appears from the middle of the fade on.
        if pose.opacity >= 0.5 { grid.write(line, column: column + 1, row: place.row, within: pill) }
        return pill.endColumn
    }

    /// Returns the text of a banner.
    ///
    /// The count and the note take precedence; the text before them is truncated first.
    private func text(of banner: Banner, _ pose: BannerPose, columns: Int) -> StyledText {
        var end = StyledText()
        if banner.count > 1 {
            end.add(" \(symbols.times)\(pose.count)", pose.glow > 0.4 ? Theme.strongText : Theme.accent, isBold: true)
        }
        if let note = banner.note { end.add(" (\(note))", Theme.heart) }
        end = end.fitted(to: columns, ellipsis: symbols.ellipsis)
        var text = Self.message(of: banner.arrival).fitted(to: columns - end.width, ellipsis: symbols.ellipsis)
        for piece in end.pieces { text.append(piece) }
        return text
    }

    /// Returns the text about the sender and the gift.
    private static func message(of arrival: BannerArrival) -> StyledText {
        var text = StyledText("\(arrival.symbol) ", Theme.strongText)
        if let words = arrival.text {
            text.add(words, Theme.strongText)
        } else {
            text.add(arrival.sender, Theme.strongText, isBold: true)
            text.add(" sent \(TextDirection.isolating(arrival.gift))", Theme.text)
        }
        return text
    }

    /// Returns the surroundings for a banner's movements: the size of the lanes' area, in columns and half rows, and
    /// the size of the text.
    static func surroundings(of arrival: BannerArrival, in area: CellRect, symbols: SymbolSet) -> MotionSurroundings {
        var text = message(of: arrival)
        let count = max(1, arrival.streak?.total ?? arrival.count)
        if count > 1 { text.add(" \(symbols.times)\(count)", Theme.accent) }
        let room = SIMD2(Double(area.columns), Double(2 * area.rows))
        return MotionSurroundings(
            roomSize: room, origin: .zero, size: [min(room.x, Double(text.width + 2)), 2],
            characterCount: text.text.count,
            finalNumber: Double(count))
    }

    private func paint(_ text: StyledText, column: Int, row: Int, in grid: inout CellGrid) {
        let place = CellRect(
            column: min(column, area.endColumn - text.width - 2), row: row, columns: text.width + 2, rows: 1)
        guard place.column >= area.column else { return }
        grid.tint(place.intersection(area), with: Theme.banner, amount: UInt8(Self.backgroundStrength))
        grid.write(text, column: place.column + 1, row: row, within: area)
    }
}

extension CellColor {
    /// Creates the nearest color to a movement's color, without its alpha.
    fileprivate init(_ color: MotionColor) {
        func byte(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), 1) * 255 + 0.5) }
        self.init(byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue))
    }
}
