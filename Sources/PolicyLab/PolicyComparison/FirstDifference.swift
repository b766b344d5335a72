public import ExactNumbers
public import Playback
public import PlayerSettings
public import Scenarios

/// The first moment at which two policies decide differently.
public struct FirstDifference: Hashable, Sendable {
    /// The session time of the difference.
    public let at: Nanoseconds
    /// The input that the policies handle differently; `nil` if the difference follows from the passing of time.
    public let cause: Input?
    /// The number of the gift that arrived, if the cause is an arrival.
    public let arrival: Int?
    /// The decisions under the first policy, as trace lines without settings and arrivals; at most ``limit``.
    public let left: [TraceEvent]
    /// The decisions under the second policy, in the same form.
    public let right: [TraceEvent]
    /// Whether the first policy makes more decisions than ``left`` has.
    public let isLeftCut: Bool
    /// Whether the second policy makes more decisions than ``right`` has.
    public let isRightCut: Bool

    /// The maximum number of trace lines that are kept. One instant can end a queue of any length.
    public static let limit = 8

    /// Finds the first difference of a session under two sets of settings; `nil` if there is none.
    ///
    /// The settings replace those with which the session starts, or are set at the session time `branch`. The two
    /// sessions run side by side and stop at the difference. Trace lines about settings and arrivals do not count.
    ///
    /// - Throws: `ConfigurationError` if an event cannot be read.
    public init?(
        _ source: SessionSource, with left: [Setting], or right: [Setting], from branch: Nanoseconds? = nil
    ) throws(ConfigurationError) {
        var pair = SessionPair(
            left: Simulation(settings: source.initialSettings(overriding: branch == nil ? left : [])),
            right: Simulation(settings: source.initialSettings(overriding: branch == nil ? right : [])))
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
        isLeftCut = left.count > Self.limit
        isRightCut = right.count > Self.limit
    }
}

/// Two sessions that have been equal so far.
private struct SessionPair {
    var left: Simulation
    var right: Simulation

    /// Advances both sessions through all instants at which something is due in either of them, up to `time`.
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
        if case .arrival = input { arrival = left.controller.counts.arrivals }
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
