public import Playback

extension SessionSource {
    /// Plays the session and compares what comes of it with what is expected. Each expectation that did not hold comes
    /// with the lines of the trace around what happened instead.
    /// - Throws: the error of an event that cannot be read.
    public func check(overriding overrides: [Setting] = []) throws -> [ExpectationFailure] {
        var check = ExpectationCheck(expectations)
        try run(overriding: overrides, observer: &check)
        var failures = check.failures
        guard !failures.isEmpty else { return [] }
        var whole = WholeTrace()
        try run(overriding: overrides, observer: &whole)
        for index in failures.indices {
            failures[index].trace = TraceExcerpt(of: failures[index], in: whole.events)
        }
        return failures
    }
}

extension Scenario {
    /// Plays the scenario and compares what comes of it with what is expected.
    public func check(overriding overrides: [Setting] = []) -> [ExpectationFailure] {
        // Events that are in memory can be read.
        (try? SessionSource(self, path: name).check(overriding: overrides)) ?? []
    }
}

extension ExpectationCheck: SessionObserver {}

private struct WholeTrace: SessionObserver {
    var events: [TraceEvent] = []

    mutating func note(_ event: TraceEvent) { events.append(event) }
}
