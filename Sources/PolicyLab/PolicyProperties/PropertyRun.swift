package import ExactNumbers
package import Playback

/// Properties that are followed through the session of a playback controller.
///
/// After each step of the controller, call ``record(_:_:_:)`` with the input of the step and its trace lines. Let what
/// is due before an input be a step of its own, so that conditions about the stage see it.
package struct PropertyRun: Sendable {
    package private(set) var monitors: [PropertyMonitor]
    private var gifts: [Int: SessionPosition.GiftFacts] = [:]
    private var runningNumber: Int?
    /// The number of trace lines so far.
    package private(set) var lineCount = 0

    /// Creates a run whose session has not begun.
    package init(_ properties: [Property]) {
        monitors = properties.map(PropertyMonitor.init)
    }

    /// The session time after which a property may be broken because nothing happened; `nil` without one.
    package var earliestDeadline: Nanoseconds? { monitors.compactMap(\.earliestDeadline).min() }

    /// Records a step.
    ///
    /// - Parameters:
    ///   - input: The input of the step; `nil` if only time passed.
    ///   - lines: The resulting trace lines.
    ///   - controller: The controller after the step.
    package mutating func record(_ input: Input?, _ lines: [TraceEvent], _ controller: PlaybackController) {
        var positions = lines.map { position($0, input) }
        // The end of the session is after its last position, and no position itself.
        let isEnd = if case .end? = input { true } else { false }
        if positions.isEmpty, input != nil, !isEnd {
            positions = [SessionPosition(at: controller.now, stage: SessionPosition.StageFacts(settings: Settings()))]
        }
        let stage = SessionPosition.StageFacts(
            settings: controller.settings, isPaused: controller.isPaused, waiting: controller.waitingCount,
            parked: controller.parkedCount, held: controller.held == nil ? 0 : 1,
            running: runningNumber.flatMap { gifts[$0] })
        for var position in positions {
            position.stage = stage
            if !lines.isEmpty { lineCount += 1 }
            for monitor in monitors.indices { monitors[monitor].receive(position, line: lineCount) }
        }
    }

    /// Lets deadlines before `time` pass.
    package mutating func passTime(until time: Nanoseconds) {
        for monitor in monitors.indices { monitors[monitor].passTime(until: time, line: lineCount) }
    }

    /// Ends the session.
    package mutating func end(at time: Nanoseconds) {
        for monitor in monitors.indices { monitors[monitor].end(at: time, line: lineCount) }
    }

    /// Returns the position of a line, without the stage, and updates the gifts.
    private mutating func position(_ line: TraceEvent, _ input: Input?) -> SessionPosition {
        var position = SessionPosition(at: line.at, stage: SessionPosition.StageFacts(settings: Settings()))
        switch line.kind {
        case .arrived(let number, let kind, let sender, let count):
            let arrival: Arrival? = if case .arrival(let arrival) = input { arrival } else { nil }
            let gift = SessionPosition.GiftFacts(
                number: number, kind: kind, sender: sender, value: arrival?.value ?? 0, count: count,
                duration: arrival?.duration ?? 0, arrivedAt: line.at)
            gifts[number] = gift
            position.event = .arrived
            position.gift = gift
        case .started(let number):
            gifts[number]?.startedAt = line.at
            runningNumber = number
            position.event = .started
            position.gift = gifts[number]
        case .ended(let number, let outcome):
            position.event = .ended(outcome)
            position.gift = gifts.removeValue(forKey: number)
            position.runningAtEnd = runningNumber.flatMap { gifts[$0] }
            if runningNumber == number { runningNumber = nil }
            switch outcome {
            case .replaced(let by, _): position.by = gifts[by]
            case .merged(let into):
                let count = position.gift?.count ?? 0
                if let merged = gifts[into]?.count { gifts[into]?.count = merged.addingSaturating(count) }
            case .completed, .dismissed, .dropped, .unplayed: break
            }
        case .settings, .paused, .resumed, .speed, .scrubbed, .looped: break
        }
        return position
    }
}
