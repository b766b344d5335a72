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
        self.machine = machine
        self.gift = gift
    }

    /// What is shown of the animation.
    public var picture: AnimationPicture { machine.picture }

    /// Advances to a time.
    public mutating func advance(to time: Nanoseconds) {
        if gift.sources.contains(where: { $0.source == .seconds }) {
            while let due = Optional(Nanoseconds(nextSecond) * .second), due <= time {
                set(.seconds, .numeric(Double(nextSecond)), at: due)
                nextSecond += 1
            }
        }
        _ = machine.advance(to: time)
    }

    /// Advances to a time and handles what happens then.
    public mutating func handle(_ stimulus: GiftStimulus, at time: Nanoseconds) {
        advance(to: time)
        switch stimulus {
        case .count(let count): set(.count, .numeric(Double(count)), at: time)
        case .round(let round): set(.round, .numeric(Double(round)), at: time)
        case .pointer(let pointer, let layers): _ = machine.handle(.pointer(pointer, layers: layers), at: time)
        case .key(let key): if let input = gift.keys[key] { machine.press(input, at: time) }
        }
    }

    private mutating func set(_ source: GiftMachineOptions.Source, _ value: StateMachineValue, at time: Nanoseconds) {
        for (input, own) in gift.sources where own == source { _ = machine.handle(.set(input, value), at: time) }
    }
}
