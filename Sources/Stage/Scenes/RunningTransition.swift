import HalfBlocks
import Playback

/// A change of scenes that has begun.
struct RunningTransition {
    private let transition: SceneTransition
    private let start: Nanoseconds
    private var composer: TransitionComposer

    /// - Parameters:
    ///   - old: the screen as it was.
    ///   - start: when it changed.
    init(_ transition: SceneTransition, from old: CellGrid, at start: Nanoseconds) {
        self.transition = transition
        self.start = start
        composer = TransitionComposer(transition, old: old)
    }

    /// Whether nothing of the old screen is to be seen any more.
    func isOver(at time: Nanoseconds) -> Bool { time - start >= transition.duration }

    /// Whether it can go on on a screen of this size: another one has nothing to do with what was seen.
    func fits(_ grid: CellGrid) -> Bool { composer.size == SIMD2(grid.columns, grid.rows) }

    /// The screen at a time at which the new one alone would be `new`.
    mutating func screen(_ new: CellGrid, at time: Nanoseconds, ground: CellColor) -> CellGrid {
        let progress = Double(max(0, time - start)) / Double(max(1, transition.duration))
        return composer.compose(new, frame: transition.composition.frame(atProgress: progress), ground: ground)
    }
}
