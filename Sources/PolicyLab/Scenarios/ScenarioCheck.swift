public import Playback

extension SessionSource {
    /// Runs the session and compares the result with the expectations.
    ///
    /// - Parameter overrides: Settings that override the session's initial settings.
    /// - Returns: The failed expectations, each with the trace lines around the actual result.
    /// - Throws: The error of an unreadable event.
    public func check(overriding overrides: [Setting] = []) throws -> [ExpectationFailure] {
        var check = ExpectationCheck(expectations)
        try run(overriding: overrides, observer: &check)
        var failures = check.failures
        guard !failures.isEmpty else { return [] }
        var whole = TraceCollector()
        try run(overriding: overrides, observer: &whole)
        for index in failures.indices {
            failures[index].trace = TraceExcerpt(of: failures[index], in: whole.events)
        }
        return failures
    }
}

extension Scenario {
    /// Runs the scenario and compares the result with its expectations.
    public func check(overriding overrides: [Setting] = []) -> [ExpectationFailure] {
        // Events in memory are always readable, so no error occurs.
        (try? SessionSource(self, path: name).check(overriding: overrides)) ?? []
    }
}

extension ExpectationCheck: SessionObserver {}

private struct TraceCollector: SessionObserver {
    var events: [TraceEvent] = []

    mutating func receive(_ event: TraceEvent) { events.append(event) }
}
