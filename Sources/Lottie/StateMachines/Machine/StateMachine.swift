public import AnimationPlayback
public import ExactNumbers
public import LottieDocument

/// A running state machine: a value that is told the time and what comes from outside, and answers what is shown and
/// what happened.
///
/// It reads no clock and draws nothing. Times are nanoseconds of the caller's clock and never go back. The same calls
/// have the same results, however the time between them is divided.
///
///     var machine = try StateMachine(document, animations: ["button": composition], shown: "button", at: 0)
///     for event in machine.start() { … }
///     for event in machine.handle(.fire("press"), at: now) { … }
///     for event in machine.advance(to: now) { … }
///
/// - SeeAlso: dotlottie-rs, `state_machine_engine`, whose order of evaluation it follows.
public struct StateMachine: Sendable {
    /// What a machine does.
    public enum Status: Sendable, Hashable {
        /// It waits for its start.
        case ready
        /// It reacts to what happens.
        case running
        /// It changes gradually to a state, and does not react meanwhile.
        case tweening
        /// It does not react any more.
        case stopped(StopReason)
    }

    /// A part of an animation.
    struct Part: Hashable {
        var animation: String
        var segment: String?
    }

    /// A gradual change to a state.
    struct RunningTween {
        let target: Int
        let from: Double
        let to: Double
        let start: Nanoseconds
        let end: Nanoseconds
        let easing: EasingCurve
    }

    /// The most conditions and actions of one call.
    public static let maxWork = 1_000_000
    /// How often transitions may pass each state without time between them, on average.
    static let maxRounds = 20

    /// The states, transitions and inputs.
    public let document: StateMachineDocument
    /// What the machine does.
    public internal(set) var status = Status.ready
    /// The values of the inputs, by name.
    public internal(set) var values: [String: StateMachineValue]
    /// The id of the theme that an action has set; `nil` before.
    public internal(set) var theme: String?
    /// The color behind the animation; `nil` for none.
    public internal(set) var backgroundColor: UInt32?
    /// The time that was reached last.
    public internal(set) var time: Nanoseconds
    var stateIndex: Int?
    var part: Part
    var player: AnimationPlayer
    /// The frame that is shown instead of the player's, which stands still.
    var heldFrame: Double?
    var tween: RunningTween?
    /// The layers over which the pointer is, of those that interactions name.
    var enteredLayers: Set<String> = []
    let animations: [String: Composition]

    /// Creates a machine that waits for its start.
    ///
    /// - Parameters:
    ///   - document: The states, transitions and inputs.
    ///   - animations: The animations that the states name, by id, and the one that is shown first.
    ///   - shown: The id of the animation that is shown until a state names another one.
    ///   - time: The time of the clock, in nanoseconds.
    /// - Throws: ``StateMachineError`` if an animation is missing.
    public init(
        _ document: StateMachineDocument, animations: [String: Composition], shown: String, at time: Nanoseconds
    ) throws(StateMachineError) {
        let named = document.states.compactMap { $0.playback?.animation }.filter { !$0.isEmpty }
        for id in [shown] + named where animations[id] == nil {
            throw .missingAnimation(id, known: animations.keys.sorted())
        }
        guard let composition = animations[shown] else { throw .missingAnimation(shown, known: []) }
        self.document = document
        self.animations = animations
        self.time = time
        part = Part(animation: shown)
        player = AnimationPlayer(composition, at: time)
        _ = player.pause(at: time)
        values = [:]
        for input in document.inputs { values[input.name] = input.initial }
    }

    // MARK: - What is shown

    /// The name of the state; `nil` before the start. During a tween it is still the state that was left.
    public var state: String? { stateIndex.map { document.states[$0].name } }

    /// The id of the animation.
    public var animation: String { part.animation }

    /// What is shown of the animation.
    public var picture: AnimationPicture {
        guard let tween else { return .frame(frame) }
        let passed = Double(time - tween.start) / Double(max(1, tween.end - tween.start))
        let share = max(0, min(1, tween.easing.progress(at: passed)))
        return .blend(tween.from, with: tween.to, share: share)
    }

    /// Returns what is shown in a picture of a film that stays from now on until a time of the clock, as
    /// `PlaybackCourse.picture(during:)` says it of a course.
    package func picture(until end: Nanoseconds) -> AnimationPicture {
        tween != nil || heldFrame != nil ? picture : player.picture(until: end)
    }

    /// The frame that is shown, or from which a tween starts, by the composition's own numbers.
    public var frame: Double { tween?.from ?? heldFrame ?? player.frame }

    /// Whether the picture changes by itself.
    public var isMoving: Bool { tween != nil || player.completion == nil && !player.isPaused }

    /// The time at which something happens by itself; `nil` if nothing will.
    public var nextDue: Nanoseconds? { tween?.end ?? player.nextDue }

    // MARK: - Steps

    /// Starts the machine: it comes to its initial state and takes the transitions whose conditions hold.
    public mutating func start() -> [StateMachineEvent] {
        guard status == .ready, let first = document.index(of: document.initial) else { return [] }
        var step = Step(at: time)
        status = .running
        step.report(.started)
        enter(first, &step)
        takeTransitions(&step)
        return step.events
    }

    /// Advances to a time and returns what happened since, in order.
    public mutating func advance(to time: Nanoseconds) -> [StateMachineEvent] {
        var step = Step(at: self.time)
        advance(to: time, &step)
        return step.events
    }

    /// Advances to a time, handles what comes from outside then, and returns what happened since, in order.
    ///
    /// Before the start, inputs get values without consequences.
    public mutating func handle(_ input: StateMachineInput, at time: Nanoseconds) -> [StateMachineEvent] {
        var step = Step(at: self.time)
        advance(to: time, &step)
        if let reason = reasonToIgnore(input) {
            step.report(.ignored(input, because: reason))
            return step.events
        }
        switch input {
        case .set(let name, let value):
            set(name, value, &step)
            takeTransitions(&step)
        case .fire(let name):
            fire(name, &step)
            takeTransitions(&step)
        case .pointer(let pointer, let layers): handle(pointer, over: layers, &step)
        }
        return step.events
    }

    private func reasonToIgnore(_ input: StateMachineInput) -> StateMachineEvent.IgnoredInput? {
        let isKnown =
            switch input {
            case .set(_, .numeric(let number)) where !number.isFinite: false
            case .set(let name, let value): values[name]?.kind == value.kind
            case .fire(let name): document.inputs.contains { $0.name == name && $0.kind == .event }
            case .pointer: true
            }
        guard isKnown else { return .unknown }
        switch status {
        case .ready: if case .set = input { return nil } else { return .notStarted }
        case .running: return nil
        case .tweening: return .tweening
        case .stopped: return .stopped
        }
    }
}

/// The reason why a machine cannot run.
public enum StateMachineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no animation of this id, which a state names.
    case missingAnimation(String, known: [String])

    /// What was expected and what was found, in one line.
    public var description: String {
        switch self {
        case .missingAnimation(let id, let known):
            "expected an animation of \(known.isEmpty ? "none" : known.joined(separator: ", ")), found \"\(id)\""
        }
    }
}
