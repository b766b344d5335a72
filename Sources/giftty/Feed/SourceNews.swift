import FeedSources
import ReportText

/// A reporter that prints changes of a source's state and its invalid lines to standard error.
struct SourceNews {
    /// The number of invalid lines and messages.
    private(set) var faults = 0
    private var state = FeedState.waiting("")

    /// Reports everything that is new since the last call.
    mutating func tell(of source: FeedSource) {
        tell(of: source) { fault in StandardError.write(line: "giftty: \(fault.description)") }
    }

    /// Reports everything that is new since the last call, and passes invalid lines to `fault`.
    mutating func tell<Failure>(
        of source: FeedSource, fault: (FeedFault) throws(Failure) -> Void
    ) throws(Failure) {
        for wrong in source.takeFaults() {
            faults += 1
            try fault(wrong)
        }
        for state in source.takeStateChanges() { report(state, of: source.name) }
    }

    private mutating func report(_ state: FeedState, of name: String) {
        switch (self.state, state) {
        case (_, .lost(let reason, _)):
            StandardError.write(line: "giftty: \(name): \(reason); it is tried again")
        case (_, .waiting(let reason)) where reason.hasPrefix(FeedPort.cutReason):
            StandardError.write(line: "giftty: \(name): \(reason)")
        case (.lost, .open), (.waiting("connecting"), .open):
            StandardError.write(line: "giftty: \(name): connected")
        default: break
        }
        self.state = state
    }
}
