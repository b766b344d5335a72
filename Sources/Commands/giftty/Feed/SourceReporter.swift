import CommandLineSupport
import FeedSources

/// A reporter that prints changes of a source's state and its invalid lines to standard error.
struct SourceReporter {
    /// The number of invalid lines and messages.
    private(set) var faultCount = 0
    private var state = FeedState.waiting("")

    /// Reports everything that is new since the last call.
    mutating func reportChanges(of source: FeedSource) {
        reportChanges(of: source) { fault in StandardError.write(line: "giftty: \(fault.description)") }
    }

    /// Reports everything that is new since the last call, and passes invalid lines to `fault`.
    mutating func reportChanges<Failure>(
        of source: FeedSource, fault: (FeedFault) throws(Failure) -> Void
    ) throws(Failure) {
        for wrong in source.consumeFaults() {
            faultCount += 1
            try fault(wrong)
        }
        for state in source.consumeStateChanges() { reportState(state, of: source.name) }
    }

    private mutating func reportState(_ state: FeedState, of name: String) {
        switch (self.state, state) {
        case (_, .lost(let reason, _)):
            StandardError.write(line: "giftty: \(name): \(reason); retrying")
        case (_, .waiting(let reason)) where reason.hasPrefix(FeedPort.disconnectReason):
            StandardError.write(line: "giftty: \(name): \(reason)")
        case (.lost, .open), (.waiting("connecting"), .open):
            StandardError.write(line: "giftty: \(name): connected")
        default: break
        }
        self.state = state
    }
}
