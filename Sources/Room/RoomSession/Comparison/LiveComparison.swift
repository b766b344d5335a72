package import ExactNumbers
package import Playback
import PlayerSettings
package import Recordings
package import Scenarios

/// Several policies that decide about the same inputs as a session, side by side, while it runs.
///
/// Each side has a controller of its own, which begins as a copy of the session's. It gets every input of the session;
/// the settings of its policy lie over those of the session. No decision of the session depends on a comparison, and a
/// comparison is a function of the session's inputs and of the policies that were set.
package struct LiveComparison {
    /// The maximum number of policies.
    package static let maxSides = 4

    /// The session time at which the comparison began.
    package let start: Nanoseconds
    /// The policies, in the order in which they are shown.
    package private(set) var sides: [ComparedSide]
    /// The gifts that end differently.
    package private(set) var differences: GiftDifferences

    /// Starts a comparison at the current state of a session.
    ///
    /// - Parameters:
    ///   - policies: The policies, 1 to ``maxSides``.
    ///   - controller: The controller of the session, which the sides continue.
    ///   - settings: The settings of the session.
    ///   - time: The session time.
    init(
        _ policies: [Policy], continuing controller: PlaybackController, _ settings: LayeredSettings,
        at time: Nanoseconds
    ) {
        start = time
        sides = policies.prefix(Self.maxSides).map { ComparedSide($0, continuing: controller) }
        differences = GiftDifferences(of: sides.count, continuing: controller)
        for index in sides.indices { follow(sides[index].apply(settings, at: time), side: index) }
        differences.settle(at: time)
    }

    /// The session time of the next event under any policy; `nil` if there is none.
    package var nextDue: Nanoseconds? { sides.compactMap(\.controller.nextDue).min() }

    /// Whether a presentation runs under any policy and is not paused.
    package var isPlaying: Bool { sides.contains { $0.controller.running != nil && !$0.controller.isPaused } }

    /// The policies as they are set now.
    package var policies: [Policy] { sides.map(\.policy) }

    /// Advances all policies to a time, and returns whether any made a decision.
    mutating func advance(to time: Nanoseconds) -> Bool {
        var hasDecided = false
        // One instant after the other, so that the differences do not depend on how often the session is advanced.
        while let due = nextDue, due <= time {
            hasDecided = true
            for index in sides.indices { follow(sides[index].advance(to: due), side: index) }
            differences.settle(at: due)
        }
        // Nothing more is due, but the presentations move on.
        for index in sides.indices { follow(sides[index].advance(to: time), side: index) }
        return hasDecided
    }

    /// Applies an input of the session to all policies.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - settings: The settings of the session after the input.
    ///   - time: The session time.
    mutating func handle(_ input: SessionInput, _ settings: LayeredSettings, at time: Nanoseconds) {
        _ = advance(to: time)
        if case .settings = input {
            for index in sides.indices { follow(sides[index].apply(settings, at: time), side: index) }
        } else {
            var unchanged = settings
            guard let input = input.controllerInput(changing: &unchanged) else { return }
            for index in sides.indices { follow(sides[index].handle(input, at: time), side: index) }
        }
        differences.settle(at: time)
    }

    /// Changes settings of a policy, which apply at once.
    mutating func change(_ changes: [Setting], ofSide index: Int, _ settings: LayeredSettings, at time: Nanoseconds) {
        guard sides.indices.contains(index) else { return }
        _ = advance(to: time)
        sides[index].change(changes)
        follow(sides[index].apply(settings, at: time), side: index)
        differences.settle(at: time)
    }

    /// Updates the gifts on the stages.
    mutating func updateStages(_ kinds: RoomGifts) {
        for index in sides.indices { sides[index].updateStage(kinds) }
    }

    private mutating func follow(_ decisions: [TraceEvent], side: Int) {
        for decision in decisions { differences.record(decision, side: side) }
    }
}

/// A policy of a comparison, with its stage and its figures.
package struct ComparedSide {
    /// The policy.
    package private(set) var policy: Policy
    /// Whether the policy was changed since the comparison began.
    package private(set) var isChanged = false
    /// The controller of the policy's stage.
    package private(set) var controller: PlaybackController
    /// The figures since the comparison began. The gifts that were on stage or waited then count as arrived.
    package private(set) var figures: SessionFigures
    /// The number and the kind of the running gift, as of the start of its presentation.
    private var onStage: (number: Int, gift: RoomGift?)?

    init(_ policy: Policy, continuing controller: PlaybackController) {
        self.policy = policy
        self.controller = controller
        figures = SessionFigures(continuing: controller)
    }

    /// The kind of the running gift, as of the start of its presentation; `nil` if it has none that can play.
    package var giftOnStage: RoomGift? { onStage?.number == controller.running?.gift.number ? onStage?.gift : nil }

    mutating func updateStage(_ kinds: RoomGifts) {
        guard let running = controller.running?.gift, running.number != onStage?.number else { return }
        onStage = (running.number, kinds.playable(running.kind))
    }

    /// Changes settings of the policy; ``apply(_:at:)`` puts them into force.
    mutating func change(_ changes: [Setting]) {
        isChanged = true
        for setting in changes {
            policy.settings.removeAll { $0.key == setting.key }
            policy.settings.append(setting)
        }
    }

    /// Puts the settings of the session with those of the policy over them into force, and returns the decisions.
    mutating func apply(_ settings: LayeredSettings, at time: Nanoseconds) -> [TraceEvent] {
        var wanted = settings.playback
        for setting in policy.settings { wanted.apply(setting) }
        let changes = wanted.differences(from: controller.settings)
        return changes.isEmpty ? [] : handle(.set(changes), at: time)
    }

    mutating func handle(_ input: Input, at time: Nanoseconds) -> [TraceEvent] {
        figures.willHandle(input)
        return count(controller.handle(input, at: time))
    }

    mutating func advance(to time: Nanoseconds) -> [TraceEvent] { count(controller.advance(to: time)) }

    private mutating func count(_ decisions: [TraceEvent]) -> [TraceEvent] {
        for decision in decisions { figures.receive(decision) }
        return decisions
    }
}
