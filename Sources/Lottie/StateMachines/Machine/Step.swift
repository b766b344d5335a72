import ExactNumbers

extension StateMachine {
    /// What one call does: the events, what actions have caused, and the work so far.
    struct Step {
        /// The time of the next events.
        var time: Nanoseconds
        private(set) var events: [StateMachineEvent] = []
        /// Which transitions are tried, and what actions have caused.
        var order = TransitionOrder()
        private var work = 0

        init(at time: Nanoseconds) { self.time = time }

        mutating func report(_ kind: StateMachineEvent.Kind) { events.append(StateMachineEvent(at: time, kind)) }

        /// Counts work and returns whether it is still within ``StateMachine/maxWork``.
        mutating func work(_ amount: Int) -> Bool {
            work += amount
            return work <= StateMachine.maxWork
        }
    }
}
