public import ExactNumbers

/// What happened in a state machine at a time.
public struct StateMachineEvent: Sendable, Hashable {
    /// The kinds of events.
    public enum Kind: Sendable, Hashable {
        /// The machine was started.
        case started
        /// A transition from one state to another.
        case transition(from: String, to: String)
        /// The machine has left a state.
        case exited(String)
        /// The machine entered a state.
        case entered(String)
        /// An input has another value.
        case inputChanged(String, from: StateMachineValue, to: StateMachineValue)
        /// The event of this name was fired.
        case fired(String)
        /// The state of this name begins its part again.
        case loopCompleted(String)
        /// The state of this name has played to its end.
        case completed(String)
        /// The animations get the theme with this id.
        case themeSet(String)
        /// Another frame is shown, by the composition's own numbers.
        case frameSet(Double)
        /// The machine asks the program to open an address. Nothing opens it by itself.
        case openURL(String, target: String)
        /// A text for the program.
        case custom(String)
        /// The animation has no marker of this name, so all of it is played.
        case unknownMarker(String)
        /// An action of this type is not supported and did nothing.
        case unsupportedAction(String)
        /// Something from outside had no effect.
        case ignored(StateMachineInput, because: IgnoredInput)
        /// The machine has stopped: what is shown goes on, and nothing changes it any more.
        case stopped(StateMachine.StopReason)
    }

    /// The reasons why something from outside has no effect.
    public enum IgnoredInput: String, Sendable, Hashable {
        case notStarted = "the machine is not started"
        case tweening = "a tween runs"
        case stopped = "the machine has stopped"
        case unknown = "there is no input of this name and type"
    }

    /// The time, in nanoseconds.
    public let time: Nanoseconds
    /// What happened.
    public let kind: Kind

    /// Creates an event.
    public init(at time: Nanoseconds, _ kind: Kind) {
        self.time = time
        self.kind = kind
    }
}

extension StateMachineEvent: CustomStringConvertible {
    /// The time in seconds and what happened, in one line: `1.5s: entered "idle"`.
    public var description: String { "\(time.durationText): \(kind)" }
}

extension StateMachineEvent.Kind: CustomStringConvertible {
    /// What happened, in a few words.
    public var description: String {
        switch self {
        case .started: "started"
        case .transition(let old, let new): "transition from \"\(old)\" to \"\(new)\""
        case .exited(let state): "exited \"\(state)\""
        case .entered(let state): "entered \"\(state)\""
        case .inputChanged(let name, let old, let new): "\(name) from \(old) to \(new)"
        case .fired(let name): "fired \(name)"
        case .loopCompleted(let state): "\"\(state)\" plays again"
        case .completed(let state): "\"\(state)\" has played to its end"
        case .themeSet(let id): "theme \"\(id)\""
        case .frameSet(let frame): "frame \(StateMachineValue.numeric(frame))"
        case .openURL(let url, let target): "asks to open \"\(url)\"" + (target.isEmpty ? "" : " in \"\(target)\"")
        case .custom(let text): "reports \"\(text)\""
        case .unknownMarker(let name): "no marker \"\(name)\": plays the whole animation"
        case .unsupportedAction(let type): "action \(type) is not supported"
        case .ignored(let input, let reason): "ignored \(input): \(reason.rawValue)"
        case .stopped(let reason): "stopped: \(reason)"
        }
    }
}

/// What comes to a state machine from outside.
public enum StateMachineInput: Sendable, Hashable {
    /// An input gets a value.
    case set(String, StateMachineValue)
    /// An event is fired.
    case fire(String)
    /// The pointer does something while it is over the layers of these names.
    case pointer(StateMachineDocument.Interaction.Pointer, layers: Set<String>)
}

extension StateMachineInput: CustomStringConvertible {
    /// The input in a few words.
    public var description: String {
        switch self {
        case .set(let name, let value): "\(name) = \(value)"
        case .fire(let name): name
        case .pointer(let pointer, let layers):
            layers.isEmpty ? pointer.rawValue : "\(pointer.rawValue) at \(layers.sorted().joined(separator: ", "))"
        }
    }
}

extension StateMachine {
    /// The reasons why a machine stops.
    public enum StopReason: Sendable, Hashable {
        /// It has come to a final state.
        case finalState
        /// The transitions lead in a circle without end; the state is one of the circle.
        case endlessTransitions(state: String)
        /// One step needed more work than a machine may do at once.
        case tooMuchWork
    }
}

extension StateMachine.StopReason: CustomStringConvertible {
    /// The reason in a few words.
    public var description: String {
        switch self {
        case .finalState: "the state is final"
        case .endlessTransitions(let state): "the transitions lead in a circle without end, at \"\(state)\""
        case .tooMuchWork: "more than \(StateMachine.maxWork) conditions and actions at once"
        }
    }
}
