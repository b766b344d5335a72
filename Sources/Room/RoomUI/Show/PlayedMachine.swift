package import ExactNumbers
import GiftPackages
package import StateMachines

/// A state machine that is played outside a room, with what comes to it by itself: that of an archive, or that of a gift
/// with what drives its inputs, until the presentation ends.
package struct PlayedMachine {
    private enum Run {
        case plain(StateMachine)
        case gift(GiftMachineRun)
    }

    private var run: Run
    /// What still comes to the machine by itself, in order of time.
    private var steps: ArraySlice<MachineStep>
    private let keys: [Character: String]
    /// The end of a gift's presentation, in nanoseconds since its start; `nil` for a machine of an archive.
    package let end: Nanoseconds?
    private var time: Nanoseconds = 0

    private init(_ run: Run, of item: StateMachineShow.Item) {
        self.run = run
        steps = item.steps[...]
        keys = item.gift?.machine.keys ?? [:]
        end = item.gift?.duration
    }

    /// Starts the machine of an item, and returns it with what happened at once.
    package static func start(
        _ item: StateMachineShow.Item
    ) -> (machine: PlayedMachine, events: [StateMachineEvent]) {
        var machine = item.machine
        let events = machine.start()
        guard let gift = item.gift else { return (PlayedMachine(.plain(machine), of: item), events) }
        return (PlayedMachine(.gift(GiftMachineRun(gift.machine, startedAs: machine)), of: item), events)
    }

    /// The machine.
    package var machine: StateMachine {
        switch run {
        case .plain(let machine): machine
        case .gift(let run): run.machine
        }
    }

    /// Whether nothing changes any more: at the end of a gift's presentation, or in a final state in which nothing moves.
    package var isOver: Bool {
        if let end { return time >= end }
        return machine.status == .stopped(.finalState) && isAtRest
    }

    /// Whether nothing moves and nothing comes by itself any more, apart from the end of a presentation.
    package var isAtRest: Bool { !machine.isMoving && steps.isEmpty }

    /// The time at which something happens by itself; `nil` if nothing will.
    package var nextDue: Nanoseconds? {
        let own =
            switch run {
            case .plain(let machine): machine.nextDue
            case .gift(let run): run.nextDue
            }
        return [own, steps.first?.at, end].compactMap(\.self).min()
    }

    /// Advances to a time, but not beyond the end of a presentation, and returns what happened since.
    package mutating func advance(to time: Nanoseconds) -> [StateMachineEvent] {
        let time = min(time, end ?? time)
        self.time = max(self.time, time)
        var events: [StateMachineEvent] = []
        while let step = steps.first, step.at <= time {
            events += give(step.input, at: step.at)
            steps.removeFirst()
        }
        switch run {
        case .plain(var machine):
            events += machine.advance(to: time)
            run = .plain(machine)
        case .gift(var gift):
            events += gift.advance(to: time)
            run = .gift(gift)
        }
        return events
    }

    /// Advances to a time, gives the machine an input, and returns what happened since.
    package mutating func handle(_ input: StateMachineInput, at time: Nanoseconds) -> [StateMachineEvent] {
        let events = advance(to: time)
        return isOver ? events : events + give(input, at: time)
    }

    /// Changes the input of a key of the gift; returns `nil` if the key is none.
    package mutating func press(_ key: Character, at time: Nanoseconds) -> [StateMachineEvent]? {
        keys[key].map { press(inputOf: $0, at: time) }
    }

    /// Changes an input as a key does, and returns what happened since.
    package mutating func press(inputOf name: String, at time: Nanoseconds) -> [StateMachineEvent] {
        let events = advance(to: time)
        guard !isOver else { return events }
        switch run {
        case .plain(var machine):
            defer { run = .plain(machine) }
            return events + machine.press(name, at: time)
        case .gift(var gift):
            defer { run = .gift(gift) }
            return events + gift.press(name, at: time)
        }
    }

    private mutating func give(_ input: StateMachineInput, at time: Nanoseconds) -> [StateMachineEvent] {
        switch run {
        case .plain(var machine):
            defer { run = .plain(machine) }
            return machine.handle(input, at: time)
        case .gift(var gift):
            defer { run = .gift(gift) }
            return gift.handle(input, at: time)
        }
    }
}
