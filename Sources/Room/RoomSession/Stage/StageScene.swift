package import ExactNumbers
import GiftPackages
import Playback
import Recordings
import RoomEvents
import TerminalText

/// What is on the stage and beside it, besides the controller's decisions: it only shows them.
package struct StageScene {
    /// The running gift, or the last one on an empty stage.
    package struct OnStage {
        /// The gift's number.
        package let number: Int
        /// The kind as of the start of the presentation; a new version of it is used from the next one on.
        package let gift: RoomGift?
        /// The gift, with its current count.
        fileprivate(set) var arrival: Gift
        /// The session time of the start.
        let startedAt: Nanoseconds
    }

    /// The running gift, or the last one on an empty stage.
    package private(set) var onStage: OnStage?
    /// What has happened to the running gift; `nil` on an empty stage.
    package private(set) var story: StageStory?
    /// The last gift that left the stage before its end.
    package private(set) var departed: DepartedGift?
    /// The cards of the gifts that wait or are held.
    package private(set) var cards = QueueCards()

    /// What a scene needs to know about gifts and motion.
    struct Surroundings {
        let kinds: RoomGifts
        let giftLog: GiftLog
        let reducesMotion: Bool
        /// The way in which a gift leaves that is replaced or closed, or `nil` if it is cut.
        let replacement: DepartedGift.Manner?
    }

    /// Follows the controller after it has made decisions, at the time of the last one.
    ///
    /// `presented` is the presentation before the input that led to them.
    mutating func follow(
        _ controller: PlaybackController, _ decisions: [TraceEvent], after presented: Presentation? = nil,
        in surroundings: Surroundings
    ) {
        for decision in decisions {
            recordDeparture(decision, of: presented, manner: surroundings.replacement)
        }
        StageStory.follow(&story, controller, decisions)
        if let running = controller.running?.gift {
            if running.number == onStage?.number {
                onStage?.arrival = running
            } else {
                onStage = OnStage(
                    number: running.number, gift: surroundings.kinds.playable(running.kind), arrival: running,
                    startedAt: controller.now)
            }
        }
        // A gift that arrives behind a full line has no card, and nothing changes for the cards if it is dropped.
        if cards.isFull, !decisions.isEmpty, controller.appendsArrivals,
            decisions.allSatisfy({ $0.isArrival || isDropOfGiftWithoutCard($0) })
        {
            return
        }
        let line = Self.line(of: controller)
        // Most sessions have an empty queue most of the time.
        guard !line.isEmpty || !cards.cards.isEmpty else { return }
        cards.update(
            to: line, at: controller.now, running: onStage?.number, jumps: surroundings.reducesMotion,
            isGone: { number in decisions.contains { $0.isDeparture(of: number) } },
            name: { surroundings.kinds.name(ofGift: $0.number, kind: $0.kind, in: surroundings.giftLog) })
    }

    /// Returns whether a gift is dropped that neither has a card nor is on the stage.
    private func isDropOfGiftWithoutCard(_ decision: TraceEvent) -> Bool {
        guard case .ended(let number, .dropped) = decision.kind, number != onStage?.number else { return false }
        return !cards.cards.contains { $0.gift.number == number }
    }

    /// Records what the viewer does to the running gift.
    mutating func record(_ touch: StageTouch, of running: Presentation) {
        guard let stimulus = GiftStimulus(touch) else { return }
        story?.append(stimulus, at: running.position)
    }

    /// Keeps the running gift as departed if a decision ends it before its end.
    ///
    /// While a loop is repeated, only the presentation before the decision knows the position in the animation.
    private mutating func recordDeparture(
        _ decision: TraceEvent, of presented: Presentation?, manner: DepartedGift.Manner?
    ) {
        // Nobody has seen a gift that is replaced at the instant of its start.
        guard case .ended(let number, let outcome) = decision.kind, let onStage,
            onStage.number == number,
            let kind = onStage.gift, onStage.startedAt < decision.at
        else { return }
        let progress: Millionths
        let isReplaced: Bool
        switch outcome {
        case .replaced(_, let reached): (progress, isReplaced) = (reached, true)
        case .dismissed(let reached): (progress, isReplaced) = (reached, false)
        case .completed, .dropped, .merged, .unplayed: return
        }
        let reached = Nanoseconds(
            Int128(progress.count) * Int128(onStage.arrival.duration) / Int128(Millionths.one.count))
        let isRepeating = presented?.gift.number == number && presented.map { $0.position < $0.elapsed } == true
        let position = isRepeating ? presented?.position ?? reached : reached
        departed = manner.map { manner in
            DepartedGift(
                kind: kind, gift: onStage.arrival, elapsed: reached, position: position,
                story: story.flatMap { $0.number == number ? StoryMoment($0, at: position) : nil },
                endedAt: decision.at,
                isReplaced: isReplaced, manner: manner)
        }
    }

    /// Whether anything moves at a time.
    package func isMoving(at time: Nanoseconds) -> Bool {
        cards.isMoving(at: time) || departed?.isVisible(at: time) == true
    }

    /// Returns the gifts that wait or are held, in the order in which they will play, as far as there are cards.
    private static func line(of controller: PlaybackController) -> [QueueCards.Entry] {
        var line: [QueueCards.Entry] = []
        if let held = controller.held { line.append(.init(gift: held, state: .threshold)) }
        guard controller.waitingCount > 0 else { return line }
        line += controller.upNext(QueueCards.maxCount - line.count).map {
            .init(gift: $0, state: .turn)
        }
        let rest = min(QueueCards.maxCount - line.count, controller.waitingCount - line.count)
        if rest > 0 {
            line += controller.longestWaitingForAnimation(rest).map { .init(gift: $0, state: .animation) }
        }
        return line
    }
}

extension RoomGifts {
    /// Returns the display name of a gift: the name of its kind, else the name in the feed.
    func name(ofGift number: Int, kind: String, in log: GiftLog) -> String {
        self[kind]?.name ?? log.index(of: number).map { log.entries[$0].arrival.name }
            ?? kind.truncated(to: TextLimits.gift)
    }
}

extension PlaybackController {
    /// Whether a gift that arrives waits behind all others.
    fileprivate var appendsArrivals: Bool { settings.mode == .queue && settings.order == .arrival }
}

extension TraceEvent {
    /// Whether a gift arrived.
    fileprivate var isArrival: Bool { if case .arrived = kind { true } else { false } }

    /// Returns whether a gift ended or started.
    fileprivate func isDeparture(of gift: Int) -> Bool {
        switch kind {
        case .started(gift), .ended(gift, _): true
        default: false
        }
    }
}
