public import ExactNumbers

/// Something that comes to a state machine at a time, whoever watches.
public struct MachineStep: Sendable, Hashable {
    /// The time since the start, in nanoseconds.
    public let at: Nanoseconds
    /// What comes.
    public let input: StateMachineInput

    /// Creates a step.
    public init(at time: Nanoseconds, input: StateMachineInput) {
        at = time
        self.input = input
    }
}

extension StateMachine {
    /// Advances to a time and handles the steps that are due, in order, and returns what happened.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - steps: The steps, in order of time; those that were handled are removed.
    package mutating func advance(to time: Nanoseconds, handling steps: inout ArraySlice<MachineStep>)
        -> [StateMachineEvent]
    {
        var events: [StateMachineEvent] = []
        while let step = steps.first, step.at <= time {
            events += handle(step.input, at: step.at)
            steps.removeFirst()
        }
        return events + advance(to: time)
    }
}
