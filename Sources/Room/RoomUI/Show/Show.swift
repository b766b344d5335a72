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
    /// The time of the next event that requests of other programs can have caused, or `nil` if there is none.
    var nextDueAfterRequests: Nanoseconds? { get }
    /// The file descriptors of which one becomes ready when the show must advance before ``nextDue``.
    var awaited: [AwaitedDescriptor] { get }
    /// Returns whether the picture at `time` differs from the one that was painted last.
    func needsPainting(at time: Nanoseconds) -> Bool
    /// Processes everything that is due at or before `time`.
    mutating func advance(to time: Nanoseconds)
    /// Answers what other programs ask, at a time before ``nextDue``, and returns what is to be done next.
    ///
    /// - Parameters:
    ///   - awaited: The descriptors of ``awaited`` after a wait. They become those of the next wait, unless the show must
    ///     advance.
    ///   - time: The time.
    mutating func answerRequests(
        _ awaited: inout [AwaitedDescriptor], at time: Nanoseconds
    ) -> AnsweredRequests
    /// Handles an input event that arrived at `time`.
    mutating func handle(_ event: InputEvent, at time: Nanoseconds)
    /// Ends the show because the program must terminate.
    mutating func end(at time: Nanoseconds)
    /// Returns whether a picture of the screen was requested since the last call.
    mutating func consumePictureRequest() -> Bool
    /// Paints the picture at `time` over all of `grid`.
    mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics)
}

/// What a show has to do after it has answered what other programs ask.
public enum AnsweredRequests: Sendable {
    /// The show must advance now: something else is ready, or the show is over.
    case mustAdvance
    /// The show can wait, but its picture or the time of its next event may have changed.
    case changed
    /// The show can wait as before.
    case unchanged
}

extension Show {
    /// The time of the next event, whatever has caused it.
    public var nextDueAfterRequests: Nanoseconds? { nextDue }

    /// None, for shows without external events.
    public var awaited: [AwaitedDescriptor] { [] }

    /// Returns `mustAdvance`, for shows that no other program steers.
    public mutating func answerRequests(
        _ awaited: inout [AwaitedDescriptor], at time: Nanoseconds
    ) -> AnsweredRequests { .mustAdvance }

    /// Returns `false`, for shows without a palette; ``StageLoop`` handles the key itself.
    public mutating func consumePictureRequest() -> Bool { false }
}
