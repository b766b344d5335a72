public import Playback

extension SessionSource {
    /// Runs the session and compares the result with the expectations.
    ///
    /// - Parameter overrides: Settings that override the session's initial settings.
    /// - Returns: The failed expectations, each with the trace lines around the actual result.
    /// - Throws: The error of an unreadable event.
    public func check(overriding overrides: [Setting] = []) throws -> [ExpectationFailure] {
        var check = SessionCheck(expectations: ExpectationCheck(expectations), properties: PropertyCheck(expectations))
        try run(overriding: overrides, observer: &check)
        var failures = check.expectations.failures
        guard !failures.isEmpty else { return check.properties.failures }
        var whole = TraceCollector()
        try run(overriding: overrides, observer: &whole)
        for index in failures.indices {
            failures[index].trace = TraceExcerpt(of: failures[index], in: whole.events)
        }
        return failures + check.properties.failures
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

/// Both parts of a check, in one pass: a feed from a pipe can be read only once.
private struct SessionCheck: SessionObserver {
    var expectations: ExpectationCheck
    var properties: PropertyCheck

    mutating func receive(_ event: TraceEvent) {
        expectations.receive(event)
        properties.receive(event)
    }

    mutating func didStep(_ input: Input?, _ controller: PlaybackController) {
        properties.didStep(input, controller)
    }
}

private struct TraceCollector: SessionObserver {
    var events: [TraceEvent] = []

    mutating func receive(_ event: TraceEvent) { events.append(event) }
}
