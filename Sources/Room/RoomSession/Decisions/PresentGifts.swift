import ExactNumbers
import Playback

/// The gifts of a session that have not ended, as the events of the session tell.
struct PresentGifts {
    /// Where a gift is.
    enum Place {
        case running, held, waiting, parked
    }

    /// A gift that has not ended.
    struct Entry {
        var label: DecisionSentence.GiftLabel
        let kind: String
        let duration: Nanoseconds
        let loop: GiftLoop?
        /// The gift's own settings.
        let policy: GiftPolicy
        let arrivedAtStage: Int128
        var isReady: Bool
        var startedAtStage: Int128 = 0
        /// Whether the animation went back to the beginning of its loop.
        var repeatsLoop = false
        var place = Place.waiting

        /// Returns the elapsed stage time, which stays at the end of a loop that is repeated.
        func elapsed(at stage: Int128) -> Int128 {
            let position = stage - startedAtStage
            guard repeatsLoop, let loop else { return position }
            return max(position, Int128(loop.end) * StageClock.unit)
        }

        /// Returns the settings for the gift: its own, otherwise the session's.
        func settings(_ session: Settings) -> Settings {
            policy.settings.isEmpty ? session : policy.applied(to: session)
        }
    }

    /// The number of the running gift.
    private(set) var running: Int?
    /// The number of gifts that wait.
    private(set) var waitingCount = 0
    /// The number of parked gifts.
    private(set) var parkedCount = 0
    /// The number of held gifts, at most 1.
    private(set) var heldCount = 0
    private var gifts: [Int: Entry] = [:]

    subscript(number: Int) -> Entry? { gifts[number] }

    mutating func add(_ number: Int, _ gift: Entry) {
        gifts[number] = gift
        waitingCount += 1
    }

    /// Removes a gift and returns it.
    mutating func remove(_ number: Int) -> Entry? {
        guard let gift = gifts.removeValue(forKey: number) else { return nil }
        count(gift.place, by: -1)
        if running == number { running = nil }
        return gift
    }

    mutating func move(_ number: Int, to place: Place) {
        guard let gift = gifts[number] else { return }
        count(gift.place, by: -1)
        count(place, by: 1)
        gifts[number]?.place = place
    }

    mutating func start(_ number: Int, at stage: Int128) {
        move(number, to: .running)
        gifts[number]?.startedAtStage = stage
        running = number
    }

    /// Moves the running gift to a progress.
    mutating func scrub(_ number: Int, to progress: Millionths, at stage: Int128) {
        guard let gift = gifts[number] else { return }
        // Progress is in millionths, as the unit of the stage time is a millionth of a nanosecond.
        gifts[number]?.startedAtStage = stage - Int128(gift.duration) * Int128(progress.count)
        gifts[number]?.repeatsLoop = false
    }

    /// Moves the running gift back by a round of its loop, unless the round is a planned one.
    mutating func repeatLoop(_ number: Int) {
        guard let loop = gifts[number]?.loop, loop.plannedRounds == nil else { return }
        gifts[number]?.startedAtStage += Int128(loop.length) * StageClock.unit
        gifts[number]?.repeatsLoop = true
    }

    mutating func merge(_ added: Int, into number: Int) {
        guard let label = gifts[number]?.label else { return }
        gifts[number]?.label.count = label.count.addingSaturating(added)
    }

    /// Marks the gifts of a kind as ready, and returns those that waited for their animation, in order of arrival.
    mutating func markReady(_ kind: String) -> [Int] {
        let numbers = gifts.filter { $0.value.kind == kind && !$0.value.isReady }.keys.sorted()
        for number in numbers { gifts[number]?.isReady = true }
        return numbers.filter { gifts[$0]?.place == .waiting }
    }

    /// Marks the gifts of a withdrawn kind as not ready; a held one waits.
    mutating func withdraw(_ kind: String) {
        for (number, gift) in gifts where gift.kind == kind && gift.place != .running {
            gifts[number]?.isReady = false
            if gift.place == .held { move(number, to: .waiting) }
        }
    }

    /// Moves the gifts as a switch of the mode does; those that the switch drops are removed by their own decisions.
    mutating func switchMode(_ policy: Settings) -> DecisionSentence.ModeSwitchEffect {
        switch policy.mode {
        case .queue:
            let returned = parkedCount + heldCount
            for (number, gift) in gifts where gift.place == .parked || gift.place == .held {
                move(number, to: .waiting)
            }
            return returned > 0 ? .returned(returned) : .nothing
        case .replace:
            let waiting = waitingCount
            guard waiting > 0 else { return .nothing }
            guard policy.backlog == .park else { return .dropped(waiting) }
            for (number, gift) in gifts where gift.place == .waiting { move(number, to: .parked) }
            return .parked(waiting)
        }
    }

    private mutating func count(_ place: Place, by step: Int) {
        switch place {
        case .running: break
        case .held: heldCount += step
        case .waiting: waitingCount += step
        case .parked: parkedCount += step
        }
    }
}
