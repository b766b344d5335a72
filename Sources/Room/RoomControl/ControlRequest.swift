package import ExactNumbers
package import Playback
package import PlayerSettings
package import RoomEvents

/// A request of another program to a running room: one JSON object a line.
///
/// Examples: `{"id":1,"do":"close"}`, `{"id":2,"set":{"mode":"replace"}}`, `{"id":4,"get":"state"}`. Lines of feeds and
/// recordings are requests too.
package struct ControlRequest: Equatable, Sendable {
    /// The id that the answer repeats, as JSON; `nil` if the request has none.
    package var id: ControlID?
    /// What is requested.
    package var action: Action

    /// Creates a request.
    package init(id: ControlID? = nil, _ action: Action) {
        self.id = id
        self.action = action
    }

    /// What a request can ask for.
    package enum Action: Equatable, Sendable {
        /// What a key without a value does.
        case control(Control)
        /// Settings to change, all at once, as if by a key.
        case set([Assignment])
        /// Settings whose values from keys and requests are removed.
        case unset([SettingKey])
        /// A gift for the room.
        case send(SentGift)
        /// A jump of the running presentation.
        case seek(Position)
        /// A change of the speed of the stage, where one is normal.
        case speed(Millionths)
        /// A document.
        case get(Document)
        /// The beginning of a subscription.
        case subscribe(ControlTopic)
        /// The end of a subscription.
        case unsubscribe(ControlTopic)
        /// A line of a feed or of a recording.
        case line(ControlLine)
    }

    /// An action without a value.
    package enum Control: String, CaseIterable, Sendable {
        /// Ends the running presentation as dismissed; the next one starts as after any end.
        case close
        /// The same as `close`, by the name that other players use.
        case skip
        /// Ends the running presentation and drops all that waits.
        case clear
        /// Stops stage time.
        case pause
        /// Continues stage time.
        case resume
    }

    /// A document that a request can get.
    package enum Document: String, CaseIterable, Sendable {
        /// The stage, the queue, the settings with their origins, and the numbers of outcomes.
        case state
        /// The gift kinds that can be sent.
        case gifts
        /// The cost of the frames.
        case frames
        /// The screen as an SVG document.
        case screenshot
    }

    /// A gift as a request describes it.
    package struct SentGift: Equatable, Sendable {
        /// The id of the gift kind.
        package var kind: String
        /// The sender; `nil` for the viewer in front of the stage.
        package var sender: Viewer?
        /// The number of gifts sent at once, 1 or more.
        package var count: Int
        /// The id of the event: a second gift with the same id is a duplicate; `nil` for an id of its own.
        package var event: String?

        /// Creates a gift.
        package init(kind: String, sender: Viewer? = nil, count: Int = 1, event: String? = nil) {
            self.kind = kind
            self.sender = sender
            self.count = count
            self.event = event
        }
    }

    /// A position in the running presentation.
    package enum Position: Equatable, Sendable {
        /// The elapsed stage time.
        case elapsed(Nanoseconds)
        /// The share of the length.
        case progress(Millionths)
    }
}

/// The id of a request: a text or a whole number.
package enum ControlID: Hashable, Sendable {
    case text(String)
    case number(Int64)

    /// The number of characters of a text that are kept.
    static let maxLength = 200
}

/// What a program can subscribe to.
package enum ControlTopic: String, CaseIterable, Sendable {
    /// Each line of the trace.
    case trace
    /// The state of the room when it has changed, at most ten times a second.
    case state
    /// The cost of the frames, once a second.
    case frames
}

/// The reason why a request is refused, in one line that names the member.
package struct ControlRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The member, what was expected and what was found.
    package let description: String
    /// The id of the request, if it could be read.
    package var id: ControlID?

    /// Creates a refusal.
    package init(_ description: String, id: ControlID? = nil) {
        self.description = description
        self.id = id
    }
}
