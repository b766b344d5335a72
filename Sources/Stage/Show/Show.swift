public import HalfBlocks
public import Playback
public import Terminal

/// What runs on the stage: it hears input, lets time pass, and paints itself.
///
/// It has no clock of its own; all times are nanoseconds since it began, and never go back.
public protocol Show {
    /// Whether there is nothing more to show.
    var isOver: Bool { get }
    /// Whether every moment looks different from the one before.
    var isMoving: Bool { get }
    /// When something falls due next, if nothing is heard before.
    var nextDue: Nanoseconds? { get }
    /// A descriptor that can be read when there is something to advance for before ``nextDue``; nil where there is none.
    var wakeUpDescriptor: Int32? { get }
    /// Whether the picture would differ from the last one painted, if it were painted at `time`.
    func needsPainting(at time: Nanoseconds) -> Bool
    /// Lets everything happen that falls due at or before `time`.
    mutating func advance(to time: Nanoseconds)
    /// Takes what was heard at `time`.
    mutating func handle(_ event: InputEvent, at time: Nanoseconds)
    /// Ends everything, because the program must.
    mutating func end(at time: Nanoseconds)
    /// Whether somebody has asked for a picture of the screen since this was asked last.
    mutating func takesPictureWish() -> Bool
    /// Paints the moment `time` over all of `grid`.
    mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics)
}

extension Show {
    /// Nothing comes from outside.
    public var wakeUpDescriptor: Int32? { nil }

    /// There is no other way to ask than the key, which ``StageLoop`` hears.
    public mutating func takesPictureWish() -> Bool { false }
}
