package import ExactNumbers
package import Playback
package import PlayerSettings
package import Recordings

/// An event that a session reports: an input that it applied, or a decision of its controller.
package struct SessionEvent: Equatable {
    /// The content of an event.
    // A gift has many texts, and an event is passed on by several parts of the program, which share them so.
    package indirect enum Kind: Equatable {
        /// The session applied an input, whose texts are bounded.
        case applied(SessionInput)
        /// The input that was applied last gave these settings other values, in the order of their keys.
        case settingsChanged([Assignment])
        /// The controller made a decision.
        case decided(TraceEvent)
        /// A gift needs the animation of the kind with this id, which is not in the library.
        case lacksAnimation(kind: String)
    }

    /// The session time.
    package let at: Nanoseconds
    /// The content.
    package let kind: Kind

    /// Creates an event.
    package init(at: Nanoseconds, kind: Kind) {
        self.at = at
        self.kind = kind
    }

    /// The line of a recording with the event; `nil` if a recording does not have it.
    package var recordedLine: RecordedLine? {
        switch kind {
        case .applied(let input): RecordedLine(at: at, input)
        case .decided(let event): RecordedLine(event)
        case .settingsChanged, .lacksAnimation: nil
        }
    }
}
