import Banners
import HalfBlocks
import Playback

/// Paints banners: a line each, that says who sends what, and how many.
struct BannerPainter {
    /// Where their lanes are.
    let area: CellRect
    let signs: Signs

    private static let strength = 200.0

    /// Paints the banners, in their lanes and on the way, and how many gifts there are that have none.
    func paint(_ lanes: BannerLanes, at time: Nanoseconds, in grid: inout CellGrid) {
        guard !area.isEmpty else { return }
        // What leaves goes below what comes.
        var end = area.column
        for banner in lanes.leaving + lanes.shown.reversed() {
            let right = paint(banner, banner.pose(at: time), in: &grid)
            if lastRow(of: lanes) == row(of: banner.pose(at: time)) { end = max(end, right) }
        }
        let unseen = lanes.shown.dropFirst(area.rows).reduce(0) { $0 + $1.count } + lanes.missed
        if unseen > 0 { paint(unseen, column: end, row: lastRow(of: lanes), in: &grid) }
    }

    private func row(of pose: BannerPose) -> Int { area.row + Int(pose.lane.rounded()) }

    /// The row of the last banner that is seen.
    private func lastRow(of lanes: BannerLanes) -> Int {
        area.row + max(0, min(lanes.shown.count, area.rows) - 1)
    }

    /// Paints a banner; returns the column after it.
    private func paint(_ banner: Banner, _ pose: BannerPose, in grid: inout CellGrid) -> Int {
        let line = text(of: banner, glow: pose.glow).fitted(to: area.columns - 2, ellipsis: signs.ellipsis)
        let place = CellRect(
            column: area.column + Int(pose.shift.rounded()), row: row(of: pose), columns: line.width + 2, rows: 1)
        let pill = place.intersection(area)
        guard !pill.isEmpty, pose.opacity > 0 else { return area.column }
        let color = banner.note == nil ? Theme.banner : Theme.bannerProblem
        grid.tint(pill, with: color, amount: UInt8(Self.strength * pose.opacity))
        // Letters have no transparency: they are there from the middle of the fade on.
        if pose.opacity >= 0.5 { grid.write(line, column: place.column + 1, row: place.row, within: area) }
        return pill.endColumn
    }

    private func text(of banner: Banner, glow: Double) -> StyledText {
        var text = StyledText("\(banner.arrival.sign) ", Theme.white)
        if let words = banner.arrival.words {
            text.add(words, Theme.white)
        } else {
            text.add(banner.arrival.sender, Theme.white, isBold: true)
            text.add(" sends \(banner.arrival.gift)", Theme.text)
        }
        if banner.count > 1 {
            text.add(
                " \(signs.times)\(banner.count)", glow > 0.4 ? Theme.white : Theme.gold, isBold: true)
        }
        if let note = banner.note { text.add(" (\(note))", Theme.heart) }
        return text
    }

    private func paint(_ unseen: Int, column: Int, row: Int, in grid: inout CellGrid) {
        let text = StyledText("+\(unseen)", Theme.gold, isBold: true)
        let place = CellRect(
            column: min(column, area.endColumn - text.width - 2), row: row, columns: text.width + 2, rows: 1)
        guard place.column >= area.column else { return }
        grid.tint(place.intersection(area), with: Theme.banner, amount: UInt8(Self.strength))
        grid.write(text, column: place.column + 1, row: row, within: area)
    }
}
