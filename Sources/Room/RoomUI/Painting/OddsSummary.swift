import Playback
import PolicyOdds
import TerminalCells

/// What probably becomes of the gift on the stage, in words.
struct OddsSummary: Equatable {
    private let odds: Odds
    private let mode: Settings.Mode

    /// Creates the words about odds under a mode.
    init(_ odds: Odds, mode: Settings.Mode) {
        self.odds = odds
        self.mode = mode
    }

    /// Returns the texts from the longest to the shortest, each with the columns that keep its place while the figures
    /// change.
    func texts(separator: String) -> [(text: String, columns: Int)] {
        var texts: [(text: String, columns: Int)] = []
        func add(_ parts: [String?], room: Int) {
            texts.append((parts.compactMap(\.self).joined(separator: " \(separator) "), room))
        }
        let next = odds.next == nil ? nil : percent(odds.nextShown)
        let name = mode == .queue ? "next" : "held"
        if mode == .queue {
            // No rule of this mode ends a presentation.
            add(["sure to finish", next.map { "\(name): \($0) to be shown" }], room: 0)
            add([next.map { "\(name): \($0) shown" } ?? "sure to finish"], room: 0)
            return texts
        }
        let finished = "\(percent(odds.finished)) to finish"
        let cheaper = odds.replacedByCheaper == 0 ? nil : percent(odds.replacedByCheaper)
        let others = odds.replacedByOthers == 0 ? nil : percent(odds.replacedByOthers)
        let held = next.map { "\(name): \($0) to be shown" }
        let byCheaper = cheaper.map { "\($0) replaced by something cheaper" }
        let byOthers = others.map {
            cheaper == nil ? "\($0) replaced by something no cheaper" : "\($0) by something no cheaper"
        }
        add([finished, byCheaper, byOthers, held], room: Self.longColumns)
        add([finished, byCheaper, byOthers], room: 0)
        let all = odds.replaced == 0 ? nil : percent(odds.replaced)
        add([finished, byCheaper ?? byOthers], room: Self.middleColumns)
        add([finished, cheaper.map { "\($0) to something cheaper" } ?? all.map { "\($0) replaced" }], room: 0)
        add(
            [finished, cheaper.map { "\($0) cheaper" } ?? all.map { "\($0) replaced" }], room: Self.shortColumns)
        add([finished], room: 0)
        return texts
    }

    private static let longColumns =
        "62 % to finish · 31 % replaced by something cheaper · 17 % by something no cheaper".count
    private static let middleColumns = "62 % to finish · 31 % replaced by something cheaper".count
    private static let shortColumns = "62 % to finish · 31 % replaced".count

    /// Returns a number of futures as a percentage; all and none are only as certain as their number.
    private func percent(_ count: Int) -> String {
        let rounded = (count * 200 + odds.futures) / (2 * max(1, odds.futures))
        return rounded >= 100 ? "over 99 %" : rounded < 1 ? "under 1 %" : "\(rounded) %"
    }
}
