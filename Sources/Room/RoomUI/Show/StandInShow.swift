public import ExactNumbers
public import SystemIO
public import Terminal
public import TerminalCells

/// A show that is shown until another one is prepared, which then begins at its own time 0.
public struct StandInShow {
    /// How far the other show is.
    public enum Preparation {
        /// It is not prepared yet.
        case pending
        /// It can begin.
        case ready(any Show)
        /// It will not begin; the show ends.
        case failed
    }

    private let prepare: () -> Preparation
    private let descriptor: Int32
    /// The show that is seen.
    private var shown: any Show
    /// The time at which it began.
    private var start: Nanoseconds = 0
    private var isPending = true
    private var hasFailed = false
    /// What the terminal has told, which the other show must know too.
    private var facts: [InputEvent] = []

    /// Creates a show.
    ///
    /// - Parameters:
    ///   - standIn: What is shown meanwhile. If it ends, nothing else begins.
    ///   - descriptor: A descriptor that becomes ready when the other show is prepared, and stays so.
    ///   - prepare: Returns how far the other show is; after `pending` it is asked again.
    public init(_ standIn: any Show, until descriptor: Int32, _ prepare: @escaping () -> Preparation) {
        shown = standIn
        self.descriptor = descriptor
        self.prepare = prepare
    }

    private mutating func changeShow(at time: Nanoseconds) {
        guard isPending, !shown.isOver else { return }
        switch prepare() {
        case .pending: return
        case .failed: hasFailed = true
        case .ready(let show):
            shown.end(at: time - start)
            (shown, start) = (show, time)
            for fact in facts { shown.handle(fact, at: 0) }
        }
        isPending = false
    }
}

extension StandInShow: Show {
    /// Whether the show that is seen has ended, or the other one will not begin.
    public var isOver: Bool { hasFailed || shown.isOver }

    /// Whether the show that is seen moves.
    public var isMoving: Bool { shown.isMoving }

    /// The time of the next event of the show that is seen.
    public var nextDue: Nanoseconds? { shown.nextDue.map { start + $0 } }

    /// The time of the next event of the show that is seen, after requests.
    public var nextDueAfterRequests: Nanoseconds? { shown.nextDueAfterRequests.map { start + $0 } }

    /// What ends the wait of the show that is seen, and of the other one until it begins.
    public var awaited: [AwaitedDescriptor] {
        isPending ? [AwaitedDescriptor(descriptor)] + shown.awaited : shown.awaited
    }

    /// Returns whether the picture of the show that is seen changes.
    public func needsPainting(at time: Nanoseconds) -> Bool { shown.needsPainting(at: time - start) }

    /// Begins the other show as soon as it is prepared, and advances.
    public mutating func advance(to time: Nanoseconds) {
        shown.advance(to: time - start)
        changeShow(at: time)
    }

    /// Passes the answer on, once the other show has begun.
    public mutating func answerRequests(
        _ awaited: inout [AwaitedDescriptor], at time: Nanoseconds
    ) -> AnsweredRequests {
        isPending ? .mustAdvance : shown.answerRequests(&awaited, at: time - start)
    }

    /// Passes an input to the show that is seen.
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        if isPending {
            switch event {
            case .background, .resize: facts.append(event)
            default: break
            }
        }
        shown.handle(event, at: time - start)
    }

    /// Ends the show that is seen.
    public mutating func end(at time: Nanoseconds) { shown.end(at: time - start) }

    /// Returns whether the show that is seen has requested a picture.
    public mutating func consumePictureRequest() -> Bool { shown.consumePictureRequest() }

    /// Paints the show that is seen.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        shown.paint(&grid, at: time - start, statistics: &statistics)
    }
}
