import ExactNumbers
import TerminalCells

/// A transition that has begun.
struct RunningTransition {
    private let transition: SceneTransition
    private let start: Nanoseconds
    private var composer: TransitionComposer

    /// Starts a transition.
    ///
    /// - Parameters:
    ///   - transition: The transition.
    ///   - old: The screen before the change.
    ///   - start: The session time of the change.
    init(_ transition: SceneTransition, from old: CellGrid, at start: Nanoseconds) {
        self.transition = transition
        self.start = start
        composer = TransitionComposer(transition, old: old)
    }

    /// Returns whether the transition has ended.
    func isOver(at time: Nanoseconds) -> Bool { time - start >= transition.duration }

    /// Returns whether the grid has the size of the old screen; after a change of size the transition cannot continue.
    func hasSize(of grid: CellGrid) -> Bool { composer.size == SIMD2(grid.columns, grid.rows) }

    /// Returns the screen of the transition at a time.
    ///
    /// - Parameters:
    ///   - new: The new screen at that time.
    ///   - time: The session time.
    ///   - ground: The color where neither screen is visible.
    mutating func screen(_ new: CellGrid, at time: Nanoseconds, ground: CellColor) -> CellGrid {
        let progress = Double(max(0, time - start)) / Double(max(1, transition.duration))
        return composer.compose(new, frame: transition.composition.frame(atProgress: progress), ground: ground)
    }
}
