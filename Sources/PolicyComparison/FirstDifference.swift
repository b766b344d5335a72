public import Configuration
public import Playback
public import Scenarios

/// The first moment at which two policies do not do the same.
public struct FirstDifference: Hashable, Sendable {
    /// When.
    public let at: Nanoseconds
    /// What happened just then that they took differently; `nil` where it was only time that passed.
    public let cause: Input?
    /// The number of the gift that arrived, if that was it.
    public let arrival: Int?
    /// What one of them did, in the lines of its trace; settings and the arrival itself apart, at most ``limit``.
    public let left: [TraceEvent]
    /// What the other did.
    public let right: [TraceEvent]

    /// The most lines that are kept: what one instant brings can be a queue of any length.
    public static let limit = 8

    /// Finds where a session first goes two ways with these settings or those; `nil` where it never does.
    ///
    /// The settings beat those the session starts with, or are set at the moment `branch`. Both ways are played side by
    /// side and no further than to the difference. Lines that only tell of settings do not count.
    /// - Throws: the error of an event that cannot be read.
    public init?(
        _ source: SessionSource, with left: [Setting], or right: [Setting], from branch: Nanoseconds? = nil
    ) throws(ConfigurationError) {
        var pair = Pair(
            left: Simulation(settings: source.start(overriding: branch == nil ? left : [])),
            right: Simulation(settings: source.start(overriding: branch == nil ? right : [])))
        let end = source.until ?? .max
        var branch = branch
        var events = try source.events()
        var event: Scenario.Event?
        repeat {
            event = try events.next()
            if let next = event, next.at > end { event = nil }
            var found: FirstDifference?
            if let time = branch, time <= min(event?.at ?? .max, end) {
                branch = nil
                found = pair.advance(to: time) ?? pair.set(left, right, at: time)
            }
            if found == nil, let event {
                found = pair.advance(to: event.at) ?? pair.handle(event.input, at: event.at)
            }
            if let found {
                self = found
                return
            }
        } while event != nil
        guard let found = pair.finish(at: source.until) else { return nil }
        self = found
    }

    fileprivate init(at: Nanoseconds, cause: Input?, arrival: Int?, left: [TraceEvent], right: [TraceEvent]) {
        self.at = at
        self.cause = cause
        self.arrival = arrival
        self.left = Array(left.prefix(Self.limit))
        self.right = Array(right.prefix(Self.limit))
    }
}

/// Two sessions that have been the same so far.
private struct Pair {
    var left: Simulation
    var right: Simulation

    /// Takes both from one due instant to the next, whichever has one.
    mutating func advance(to time: Nanoseconds) -> FirstDifference? {
        while let due = [left.controller.nextDue, right.controller.nextDue].compactMap({ $0 }).min(), due <= time {
            let lines = (
                decisions { left.advance(to: due, emit: $0) }, decisions { right.advance(to: due, emit: $0) }
            )
            if lines.0 != lines.1 {
                return FirstDifference(at: due, cause: nil, arrival: nil, left: lines.0, right: lines.1)
            }
        }
        return nil
    }

    mutating func set(_ ours: [Setting], _ theirs: [Setting], at time: Nanoseconds) -> FirstDifference? {
        let lines = (
            decisions { left.handle(.set(ours), at: time, emit: $0) },
            decisions { right.handle(.set(theirs), at: time, emit: $0) }
        )
        guard lines.0 != lines.1 else { return nil }
        return FirstDifference(at: time, cause: .set(theirs), arrival: nil, left: lines.0, right: lines.1)
    }

    mutating func handle(_ input: Input, at time: Nanoseconds) -> FirstDifference? {
        let lines = (
            decisions { left.handle(input, at: time, emit: $0) }, decisions { right.handle(input, at: time, emit: $0) }
        )
        guard lines.0 != lines.1 else { return nil }
        var arrival: Int?
        if case .arrival = input { arrival = left.controller.tally.arrivals }
        return FirstDifference(at: time, cause: input, arrival: arrival, left: lines.0, right: lines.1)
    }

    mutating func finish(at time: Nanoseconds?) -> FirstDifference? {
        if let found = advance(to: time ?? .max) { return found }
        let end = time ?? max(left.controller.now, right.controller.now)
        let lines = (
            decisions { left.finish(at: end, emit: $0) }, decisions { right.finish(at: end, emit: $0) }
        )
        guard lines.0 != lines.1 else { return nil }
        return FirstDifference(at: end, cause: .end, arrival: nil, left: lines.0, right: lines.1)
    }

    private func decisions(_ run: ((TraceEvent) -> Void) -> Void) -> [TraceEvent] {
        var lines: [TraceEvent] = []
        run { line in
            switch line.kind {
            case .settings, .arrived: break
            default: lines.append(line)
            }
        }
        return lines
    }
}
