import ExactNumbers

/// The rule of a player that reads publications with numbers: which events are new, and which it lacks. It reads no
/// clock.
struct PublicationReception {
    /// The most runs to remember; the one that was heard of longest ago is forgotten.
    static let maxRuns = 16
    /// The interval of reports while nothing is missing.
    static let reportInterval: Duration = .seconds(2)

    fileprivate struct Run {
        /// The last event up to which nothing is missing; nil until a state says where the player begins.
        var complete: Int?
        /// The received events after that.
        var others: Set<Int> = []
        /// The last event that is known to exist.
        var last = 0
        var heardAt: Duration
        var reportedAt: Duration?
        var reportedComplete: Int?
    }

    private let player: String
    private let beginning: Duration
    private var runs: [String: Run] = [:]

    /// Creates the reception of a player that began to listen at this time.
    init(player: String, at now: Duration) {
        self.player = player
        beginning = now
    }

    /// Records an event, and returns whether it is new.
    mutating func receive(_ event: EventNumber, at now: Duration) -> Bool {
        withRun(event.run, at: now) { run in
            run.last = max(run.last, event.number)
            if let complete = run.complete, event.number <= complete { return false }
            guard run.others.insert(event.number).inserted else { return false }
            run.advance()
            return true
        }
    }

    /// Handles what a publisher says, and returns the report that is due, and the number of events that are lost because
    /// the publisher does not keep them any more.
    mutating func receive(_ state: PublicationState, at now: Duration) -> (report: ReceptionReport?, lost: Int) {
        let player = player
        // Who was here before the publication wants all of it, and who came later what comes from then on.
        let wasHere = .milliseconds(state.age) <= now - beginning
        return withRun(state.run, at: now) { run in
            var lost = 0
            if run.complete == nil { run.complete = wasHere ? 0 : min(state.last, (run.others.min() ?? .max) - 1) }
            run.last = max(run.last, state.last)
            if let complete = run.complete, complete < state.first - 1 {
                let kept = run.others.filter { $0 >= state.first }
                lost = state.first - 1 - complete - (run.others.count - kept.count)
                run.others = kept
                run.complete = state.first - 1
            }
            run.advance()
            guard let complete = run.complete else { return (nil, lost) }
            let missing = run.missing
            let isDue = run.reportedAt.map { now - $0 >= Self.reportInterval } ?? true
            guard !missing.isEmpty || run.reportedComplete != complete || isDue else { return (nil, lost) }
            run.reportedAt = now
            run.reportedComplete = complete
            return (ReceptionReport(run: state.run, player: player, complete: complete, missing: missing), lost)
        }
    }

    private mutating func withRun<Result>(_ name: String, at now: Duration, _ body: (inout Run) -> Result) -> Result {
        if runs[name] == nil, runs.count >= Self.maxRuns,
            let oldest = runs.min(by: { $0.value.heardAt < $1.value.heardAt })?.key
        {
            runs[oldest] = nil
        }
        runs[name, default: Run(heardAt: now)].heardAt = now
        return body(&runs[name, default: Run(heardAt: now)])
    }
}

extension PublicationReception.Run {
    /// Moves the end of the complete part over the events that follow it.
    fileprivate mutating func advance() {
        guard var complete else { return }
        while others.remove(complete + 1) != nil { complete += 1 }
        self.complete = complete
    }

    /// The ranges of events that are known to exist and have not come.
    fileprivate var missing: [ClosedRange<Int>] {
        guard let complete, complete < last else { return [] }
        var ranges: [ClosedRange<Int>] = []
        var begin = complete + 1
        for number in others.sorted() where number >= begin {
            if number > begin { ranges.append(begin...number - 1) }
            begin = number + 1
        }
        if begin <= last { ranges.append(begin...last) }
        return ranges
    }
}
