public import AnimationPlayback
public import ExactNumbers
public import LottieDocument
public import StateMachines

/// What happens to a gift on the stage, apart from the passing of time.
public enum GiftStimulus: Sendable, Hashable {
    /// The number of gifts is another one.
    case count(Int)
    /// A further round of the loop begins; rounds count from 1.
    case round(Int)
    /// The pointer does something over the layers of these names.
    case pointer(StateMachineDocument.Interaction.Pointer, layers: Set<String>)
    /// A key was pressed.
    case key(Character)
}

/// The state machine of a gift during a presentation.
///
/// Its times are nanoseconds of stage time since the presentation began, in which a pause does not count.
public struct GiftMachineRun: Sendable {
    /// The machine.
    public private(set) var machine: StateMachine
    private let gift: GiftMachine
    /// The whole second that inputs get next.
    private var nextSecond = 1

    /// Starts the machine of a gift, or returns `nil` if it does not fit the animation.
    public init?(_ gift: GiftMachine, of composition: Composition, for values: PresentationValues) {
        guard var machine = gift.machine(of: composition, for: values) else { return nil }
        _ = machine.start()
        self.init(gift, startedAs: machine)
    }

    /// Goes on with a machine that was started at the beginning of the presentation.
    ///
    /// - Parameters:
    ///   - gift: The machine of the gift, with what drives its inputs.
    ///   - machine: The same machine after its start, at time 0.
    package init(_ gift: GiftMachine, startedAs machine: StateMachine) {
        self.machine = machine
        self.gift = gift
    }

    /// What is shown of the animation.
    public var picture: AnimationPicture { machine.picture }

    /// The time at which something happens by itself; `nil` if nothing will.
    package var nextDue: Nanoseconds? {
        [machine.nextDue, countsSeconds ? Nanoseconds(nextSecond) * .second : nil].compactMap(\.self).min()
    }

    private var countsSeconds: Bool { gift.sources.contains { $0.source == .seconds } }

    /// Advances to a time and returns what happened since.
    @discardableResult
    public mutating func advance(to time: Nanoseconds) -> [StateMachineEvent] {
        var events: [StateMachineEvent] = []
        if countsSeconds {
            while let due = Optional(Nanoseconds(nextSecond) * .second), due <= time {
                events += set(.seconds, .numeric(Double(nextSecond)), at: due)
                nextSecond += 1
            }
        }
        return events + machine.advance(to: time)
    }

    /// Advances to a time, handles what happens then, and returns what happened since.
    @discardableResult
    public mutating func handle(_ stimulus: GiftStimulus, at time: Nanoseconds) -> [StateMachineEvent] {
        let past = advance(to: time)
        let events =
            switch stimulus {
            case .count(let count): set(.count, .numeric(Double(count)), at: time)
            case .round(let round): set(.round, .numeric(Double(round)), at: time)
            case .pointer(let pointer, let layers): machine.handle(.pointer(pointer, layers: layers), at: time)
            case .key(let key): gift.keys[key].map { machine.press($0, at: time) } ?? []
            }
        return past + events
    }

    /// Advances to a time, gives the machine an input that does not come from the gift, and returns what happened since.
    package mutating func handle(_ input: StateMachineInput, at time: Nanoseconds) -> [StateMachineEvent] {
        advance(to: time) + machine.handle(input, at: time)
    }

    /// Advances to a time, changes an input as a key does, and returns what happened since.
    package mutating func press(_ input: String, at time: Nanoseconds) -> [StateMachineEvent] {
        advance(to: time) + machine.press(input, at: time)
    }

    private mutating func set(
        _ source: GiftMachineOptions.Source, _ value: StateMachineValue, at time: Nanoseconds
    ) -> [StateMachineEvent] {
        var events: [StateMachineEvent] = []
        for (input, own) in gift.sources where own == source { events += machine.handle(.set(input, value), at: time) }
        return events
    }
}
