public import ExactNumbers
public import SystemIO
public import Terminal
public import TerminalCells

/// A program part that runs on the stage: it handles input, advances in time and paints itself.
///
/// It has no clock. All times are nanoseconds since its beginning, and they never decrease.
public protocol Show {
    /// Whether the show has ended.
    var isOver: Bool { get }
    /// Whether the picture changes continuously.
    var isMoving: Bool { get }
    /// The time of the next event if there is no input before, or `nil` if there is none.
    var nextDue: Nanoseconds? { get }
    /// The file descriptors of which one becomes ready when the show must advance before ``nextDue``.
    var awaited: [AwaitedDescriptor] { get }
    /// Returns whether the picture at `time` differs from the one that was painted last.
    func needsPainting(at time: Nanoseconds) -> Bool
    /// Processes everything that is due at or before `time`.
    mutating func advance(to time: Nanoseconds)
    /// Answers what other programs ask, at a time before ``nextDue``, and returns whether there was anything to answer and
    /// nothing else to do: nothing else is ready, and neither the picture nor ``nextDue`` has changed.
    ///
    /// - Parameters:
    ///   - awaited: The descriptors of ``awaited`` after a wait. They become those of the next wait, if the result is true.
    ///   - time: The time.
    mutating func answerRequests(_ awaited: inout [AwaitedDescriptor], at time: Nanoseconds) -> Bool
    /// Handles an input event that arrived at `time`.
    mutating func handle(_ event: InputEvent, at time: Nanoseconds)
    /// Ends the show because the program must terminate.
    mutating func end(at time: Nanoseconds)
    /// Returns whether a picture of the screen was requested since the last call.
    mutating func consumePictureRequest() -> Bool
    /// Paints the picture at `time` over all of `grid`.
    mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics)
}

extension Show {
    /// None, for shows without external events.
    public var awaited: [AwaitedDescriptor] { [] }

    /// Returns `false`, for shows that no other program steers.
    public mutating func answerRequests(_ awaited: inout [AwaitedDescriptor], at time: Nanoseconds) -> Bool { false }

    /// Returns `false`, for shows without a palette; ``StageLoop`` handles the key itself.
    public mutating func consumePictureRequest() -> Bool { false }
}
