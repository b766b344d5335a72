import AnimationPlayback
import ExactNumbers
import Playback
import TerminalCells

/// The status line of a playlist: the name, the elapsed time and the frame of the running animation.
struct PlaylistLine {
    /// Something that is played several times, and how often it was played with this one.
    enum Repetition: Equatable {
        /// The whole playlist.
        case round(PlaylistQueue.Round)
        /// The part of the running animation.
        case part(PlaybackCourse.PlayedIteration)
    }

    let name: String
    /// What is missing; `nil` if nothing is.
    let note: String?
    let running: Presentation
    /// The duration to show, in nanoseconds.
    let length: Nanoseconds
    /// The visible frame, in the composition's own numbers.
    let frame: Int
    let isPaused: Bool
    let speed: Millionths
    /// Whether the speed is one from the end to the beginning.
    let isBackward: Bool
    /// What is played several times; `nil` if everything is played once.
    let repetition: Repetition?
    /// The number of animations that follow.
    let waitingCount: Int
    let symbols: SymbolSet

    /// Paints the line over a row of the grid and returns the cells of its progress bar.
    func paint(in grid: inout CellGrid, row: Int) -> CellRect {
        grid.fill(
            CellRect(column: 0, row: row, columns: grid.columns, rows: 1),
            with: Cell(foreground: Theme.text, background: Theme.bar))
        let room = grid.columns - 2
        let left = message(columns: room)
        let hint = StyledText("space \(symbols.arrows.left) \(symbols.arrows.right) , . < > x q", Theme.inactive)
        grid.write(left.fitted(to: room, ellipsis: symbols.ellipsis), column: 1, row: row)
        var width = room - left.width - 2
        if width - hint.width - 2 >= ProgressBar.minWidth {
            grid.write(hint, column: grid.columns - 1 - hint.width, row: row)
            width -= hint.width + 2
        }
        guard width >= ProgressBar.minWidth else { return CellRect(column: 0, row: row, columns: 0, rows: 0) }
        let bar = CellRect(column: 1 + left.width + 2, row: row, columns: width, rows: 1)
        grid.write(
            ProgressBar.text(at: min(length, running.elapsed), of: length, width: width, symbols: symbols),
            column: bar.column, row: row)
        return bar
    }

    /// Returns the line without the bar and the keys. If it is too long, the name is shortened first, as the rest changes
    /// while the animation plays.
    private func message(columns: Int) -> StyledText {
        var words = StyledText("\(isPaused ? symbols.pause : symbols.play) ", isPaused ? Theme.warning : Theme.queue)
        let elapsed = ExactDecimal(min(length, running.elapsed) / 100_000_000, digits: 1).description
        let whole = ExactDecimal(length / 1_000_000, digits: 3)
        var rest = StyledText("  \(elapsed) of \(whole) s", Theme.text)
        rest.add("  frame \(frame)", Theme.secondaryText)
        if let repetition { rest.add("  \(repetition)", Theme.text) }
        if let note { rest.add("  \(note)", Theme.warning) }
        if speed != .one { rest.add("  speed \(isBackward ? "-" : "")\(speed)", Theme.warning) }
        if waitingCount > 0 { rest.add("  \(waitingCount) to come", Theme.secondaryText) }
        // With the greatest widths of the two numbers that grow, so that the name is not cut anew in each frame.
        let growth =
            "\(length / .second).0".count - elapsed.count + max(0, Self.frameDigits - String(frame).count)
        let room = columns - words.width - rest.width - growth
        let besideBar = room - ProgressBar.minWidth - 2
        let wanted = min(Self.minNameWidth, DisplayWidth.columns(of: name))
        words.add(name(columns: besideBar >= wanted ? besideBar : room), Theme.strongText, isBold: true)
        for piece in rest.pieces { words.append(piece) }
        return words
    }

    /// The width of the name from which there is room for the bar too, in columns.
    private static let minNameWidth = 16
    /// The room for the number of a frame, in digits.
    private static let frameDigits = 4

    /// Returns the name as it fits: of a path that is too long, the end, as files in one folder begin alike.
    private func name(columns: Int) -> String {
        guard DisplayWidth.columns(of: name) > columns else { return name }
        var rest = name[...]
        while let slash = rest.firstIndex(of: "/") {
            rest = rest[slash...]
            if DisplayWidth.columns(of: symbols.ellipsis + rest) <= columns { return symbols.ellipsis + rest }
            rest.removeFirst()
        }
        return DisplayWidth.fitted(rest, toColumns: max(1, columns), ellipsis: symbols.ellipsis)
    }
}

extension PlaylistLine.Repetition {
    /// Creates the repetition to show of an animation at an elapsed time: that of the playlist, or else that of the part.
    init?(of item: PlaylistShow.Item, at elapsed: Nanoseconds, in round: PlaylistQueue.Round) {
        let iteration = item.course.iteration(at: elapsed)
        if item.isStandIn {
            return nil
        } else if round.count != 1 {
            self = .round(round)
        } else if iteration.count > 1 {
            self = .part(iteration)
        } else {
            return nil
        }
    }
}

extension PlaylistLine.Repetition: CustomStringConvertible {
    /// The repetition in words, such as `round 2 of 3`; a playlist without an end has only the number.
    var description: String {
        switch self {
        case .round(let round): "round \(round.number)" + (round.count.map { " of \($0)" } ?? "")
        case .part(let iteration): "round \(iteration.number) of \(iteration.count)"
        }
    }
}
