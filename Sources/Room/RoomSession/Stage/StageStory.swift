package import ExactNumbers
package import GiftPackages
import Playback
import Recordings
import StateMachines

/// What has happened to the gift on the stage since its presentation began, for an animation that reacts to it.
///
/// Its times are stage time since the beginning of the presentation, with all rounds of a loop. What is shown at a time
/// is a function of the story up to then, so a replay with the same inputs shows the same.
package struct StageStory {
    /// Something that happened, and when.
    package struct Entry: Equatable {
        /// The time, in nanoseconds.
        package let at: Nanoseconds
        /// What happened.
        package let stimulus: GiftStimulus
    }

    /// The number of the gift.
    package let number: Int
    /// The count with which the presentation began.
    package let initialCount: Int
    /// What happened, in order of time.
    package private(set) var entries: [Entry] = []
    /// How often entries were forgotten, so that what was calculated from them is wrong.
    package private(set) var revision = 0
    private var count: Int
    /// The length of the rounds of the loop that were played again.
    private var repeated: Nanoseconds = 0

    /// The most entries: hours of drags. Further ones have no effect.
    private static let maxEntries = 10_000

    private init(of gift: Gift) {
        number = gift.number
        initialCount = gift.count
        count = gift.count
    }

    /// Returns the time of a position in the animation, in the present round of its loop.
    package func time(at position: Nanoseconds) -> Nanoseconds { repeated + position }

    /// Follows the controller after it has made decisions, at the time of the last one; `story` is `nil` while the stage is
    /// empty.
    static func follow(_ story: inout StageStory?, _ controller: PlaybackController, _ decisions: [TraceEvent]) {
        guard let running = controller.running else {
            story = nil
            return
        }
        if story?.number != running.gift.number { story = StageStory(of: running.gift) }
        for decision in decisions {
            switch decision.kind {
            case .looped(running.gift.number, let round):
                story?.repeated += running.gift.loop?.stepBack ?? 0
                story?.append(.round(round), at: running.position)
            case .scrubbed(running.gift.number, _):
                story?.move(to: running.position)
                if let round = running.round, running.gift.loop?.plannedRounds != nil {
                    story?.noteRound(round, at: running.position)
                }
            default: break
            }
        }
        guard running.gift.count != story?.count else { return }
        story?.count = running.gift.count
        story?.append(.count(running.gift.count), at: running.position)
    }

    /// Adds something that happens at a position in the animation.
    mutating func append(_ stimulus: GiftStimulus, at position: Nanoseconds) {
        guard entries.count < Self.maxEntries else { return }
        entries.append(Entry(at: time(at: position), stimulus: stimulus))
    }

    /// Notes the planned round into which a move has led, unless it is known.
    private mutating func noteRound(_ round: Int, at position: Nanoseconds) {
        let known = entries.reversed().lazy.compactMap { entry -> Int? in
            if case .round(let number) = entry.stimulus { number } else { nil }
        }.first
        if known ?? 1 != round { append(.round(round), at: position) }
    }

    /// Follows a move of the presentation: what happens after the new position is forgotten, except the count.
    private mutating func move(to position: Nanoseconds) {
        repeated = 0
        let kept = entries.prefix { $0.at <= position }
        guard kept.count < entries.count else { return }
        entries = Array(kept)
        revision += 1
        let known = entries.reversed().lazy.compactMap { entry -> Int? in
            if case .count(let count) = entry.stimulus { count } else { nil }
        }.first
        if known ?? initialCount != count { append(.count(count), at: position) }
    }
}

/// A moment of a story.
package struct StoryMoment {
    /// What has happened.
    package let story: StageStory
    /// The time, in nanoseconds since the presentation began.
    package let time: Nanoseconds

    /// Creates the moment of a position in the animation.
    package init(_ story: StageStory, at position: Nanoseconds) {
        self.story = story
        time = story.time(at: position)
    }
}

extension GiftStimulus {
    /// Creates what a gift's machine gets for something that the viewer does; `nil` if it is unknown, as in a recording of
    /// a newer program.
    init?(_ touch: StageTouch) {
        switch touch {
        case .pointer(let name, let layers):
            guard let pointer = StateMachineDocument.Interaction.Pointer(rawValue: name) else { return nil }
            self = .pointer(pointer, layers: Set(layers))
        case .key(let text):
            guard let key = text.first else { return nil }
            self = .key(key)
        }
    }
}
