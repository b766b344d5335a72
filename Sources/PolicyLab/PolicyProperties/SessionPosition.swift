package import ExactNumbers
package import Playback

/// One position of a session over which properties are evaluated: a line of the trace, or an input without a line.
package struct SessionPosition: Sendable {
    /// What the line says about a gift.
    package enum Event: Hashable, Sendable {
        case arrived
        case started
        case ended(Outcome)
        /// Another line, or none.
        case other
    }

    /// The properties of a gift.
    package struct GiftFacts: Hashable, Sendable {
        package var number: Int
        package var kind: String
        package var sender: String
        package var value: Int64
        package var count: Int
        package var duration: Nanoseconds
        package var arrivedAt: Nanoseconds
        /// The session time at which the presentation started; `nil` if it did not.
        package var startedAt: Nanoseconds?

        package init(
            number: Int, kind: String, sender: String, value: Int64, count: Int, duration: Nanoseconds,
            arrivedAt: Nanoseconds, startedAt: Nanoseconds? = nil
        ) {
            self.number = number
            self.kind = kind
            self.sender = sender
            self.value = value
            self.count = count
            self.duration = duration
            self.arrivedAt = arrivedAt
            self.startedAt = startedAt
        }
    }

    /// The stage after the step to which the position belongs.
    package struct StageFacts: Sendable {
        package var settings: Settings
        package var isPaused: Bool
        package var waiting: Int
        package var parked: Int
        package var held: Int
        package var running: GiftFacts?

        package init(
            settings: Settings, isPaused: Bool = false, waiting: Int = 0, parked: Int = 0, held: Int = 0,
            running: GiftFacts? = nil
        ) {
            self.settings = settings
            self.isPaused = isPaused
            self.waiting = waiting
            self.parked = parked
            self.held = held
            self.running = running
        }
    }

    package var at: Nanoseconds
    package var event: Event
    /// The gift that arrives, starts or ends.
    package var gift: GiftFacts?
    /// The gift that replaces this one, if it is replaced.
    package var by: GiftFacts?
    /// The gift on the stage at the end of a gift, if it is another gift.
    package var runningAtEnd: GiftFacts?
    package var stage: StageFacts

    package init(
        at: Nanoseconds, event: Event = .other, gift: GiftFacts? = nil, by: GiftFacts? = nil,
        runningAtEnd: GiftFacts? = nil, stage: StageFacts
    ) {
        self.at = at
        self.event = event
        self.gift = gift
        self.by = by
        self.runningAtEnd = runningAtEnd
        self.stage = stage
    }

    var ending: Outcome? { if case .ended(let outcome) = event { outcome } else { nil } }
}
