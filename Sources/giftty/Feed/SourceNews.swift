import FeedSources

/// Says on standard error how a source stands, when that changes, and what of it was wrong.
struct SourceNews {
    /// Lines and messages that were wrong.
    private(set) var faults = 0
    private var state = FeedState.waiting("")

    /// Says what is new since this was called last.
    mutating func tell(of source: FeedSource) {
        tell(of: source) { fault in writeToStandardError("giftty: \(fault.description)\n") }
    }

    /// The same, with what was wrong given to `fault`.
    mutating func tell<Failure>(
        of source: FeedSource, fault: (FeedFault) throws(Failure) -> Void
    ) throws(Failure) {
        for wrong in source.takeFaults() {
            faults += 1
            try fault(wrong)
        }
        let state = source.state
        guard state != self.state else { return }
        switch (self.state, state) {
        case (_, .lost(let reason, _)):
            writeToStandardError("giftty: \(source.name): \(reason); it is tried again\n")
        case (_, .waiting(let reason)) where reason.hasPrefix(FeedPort.cutReason):
            writeToStandardError("giftty: \(source.name): \(reason)\n")
        case (.lost, .open), (.waiting("connecting"), .open):
            writeToStandardError("giftty: \(source.name): connected\n")
        default: break
        }
        self.state = state
    }
}
