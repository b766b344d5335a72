public import LottieDocument

/// A state machine of a dotLottie archive: which part of which animation plays, and what makes another one play.
///
/// It is the contents of one file in the folder `s` of an archive of version 2, with all references resolved: a state,
/// input or event that is named exists and has the right type.
///
/// - SeeAlso: dotLottie 2.0, "State Machines" (dotlottie.io/spec/2.0).
public struct StateMachineDocument: Sendable, Equatable {
    /// The name of the state in which the machine starts.
    public let initial: String
    /// The states in the order of the file; their names differ.
    public let states: [State]
    /// What the viewer and the playback bring about, in the order of the file.
    public let interactions: [Interaction]
    /// The inputs in the order of the file; their names differ.
    public let inputs: [Input]
    /// What the file has and the machine does not do, in the order of the file.
    public let unsupported: [UnsupportedPart]

    /// A part of the file that has no effect, or another one than its author expects.
    public struct UnsupportedPart: Sendable, Equatable {
        /// The path in the file, such as `states[2].entryActions[0]`.
        public let path: String
        /// What it is and what happens instead, in a few words.
        public let problem: String
    }

    /// The index of the state with a name.
    func index(of name: String) -> Int? { states.firstIndex { $0.name == name } }

    /// The index of the global state, whose transitions come first in every other state.
    var globalIndex: Int? { states.firstIndex { $0.playback == nil } }
}

// MARK: - States

extension StateMachineDocument {
    /// A state with what it plays, and the transitions that lead out of it.
    public struct State: Sendable, Equatable {
        /// The name.
        public let name: String
        /// What plays while the machine is in the state; `nil` for the global state, whose transitions may lead out of
        /// every other state.
        public let playback: Playback?
        /// The ways to other states, in the order in which they are tried.
        public let transitions: [Transition]
        /// What happens when the machine comes to the state.
        public let entryActions: [Action]
        /// What happens when a transition of the state itself leads out of it.
        public let exitActions: [Action]
    }

    /// What plays in a state.
    public struct Playback: Sendable, Equatable {
        /// The direction in which the frames are played.
        public enum Mode: String, Sendable, CaseIterable {
            case forward = "Forward"
            case reverse = "Reverse"
            case bounce = "Bounce"
            case reverseBounce = "ReverseBounce"
        }

        /// The id of the animation; empty for the one that is shown already.
        public let animation: String
        /// The marker that is played; `nil` for the whole animation.
        public let segment: String?
        /// The direction.
        public let mode: Mode
        /// How often it is played; `nil` for again and again.
        public let repeats: Int?
        /// Whether it plays, or stands still.
        public let autoplay: Bool
        /// The speed as a multiple of normal.
        public let speed: Double
        /// Whether the machine stops in this state.
        public let isFinal: Bool
        /// The color behind the animation, from the first byte: red, green, blue, opacity. `nil` for none.
        public let backgroundColor: UInt32?
    }

    /// A way to another state.
    public struct Transition: Sendable, Equatable {
        /// The name of the state to which it leads.
        public let target: String
        /// The conditions, all of which must hold; none for a transition that is taken if no other one is.
        public let guards: [Guard]
        /// How the picture changes; `nil` for at once.
        public let tween: Tween?

        /// Whether one of the conditions is an event.
        var needsEvent: Bool {
            guards.contains { if case .event = $0 { true } else { false } }
        }
    }

    /// A gradual change from the shown frame to the first frame of a state.
    public struct Tween: Sendable, Equatable {
        /// The duration in seconds.
        public let duration: Double
        /// The progress over the share of the duration.
        public let easing: EasingCurve
    }
}
