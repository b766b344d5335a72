import Synchronization
import SystemIO
import TerminalCells

/// What the thread of the stage and the thread of a broadcast share: the picture that was shown last.
final class BroadcastMailbox: Sendable {
    private struct Contents {
        var picture: CellGrid?
        /// Whether anybody waits for the next picture.
        var isAwaited = false
    }

    private let contents = Mutex(Contents())
    /// Wakes the thread of the broadcast.
    let signal: WakePipe

    init() throws(SystemError) { signal = try WakePipe() }

    /// Replaces the picture, and wakes the broadcast if anybody watches.
    func put(_ picture: CellGrid) {
        let mustWake = contents.withLock { contents in
            contents.picture = picture
            defer { contents.isAwaited = false }
            return contents.isAwaited
        }
        if mustWake { signal.signal() }
    }

    /// Returns the picture that was shown last.
    ///
    /// - Parameter awaitsNext: Whether the broadcast is woken for the next picture.
    func picture(awaitsNext: Bool) -> CellGrid? {
        contents.withLock { contents in
            contents.isAwaited = awaitsNext
            return contents.picture
        }
    }
}
