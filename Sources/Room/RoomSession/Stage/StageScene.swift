package import ExactNumbers
import Playback
import RoomEvents
import TerminalText

/// What is on the stage and beside it, besides the controller's decisions: it only shows them.
package struct StageScene {
    /// The number and the kind of the running gift, as of the start of its presentation.
    ///
    /// A new version of the kind is used from the next presentation on.
    package private(set) var onStage: (number: Int, gift: RoomGift?)?
    /// The cards of the gifts that wait or are held.
    package private(set) var cards = QueueCards()

    /// What a scene needs to know about gifts and motion.
    struct Surroundings {
        let kinds: RoomGifts
        let giftLog: GiftLog
        let reducesMotion: Bool
    }

    /// Follows the controller after it has made decisions, at the time of the last one.
    mutating func follow(_ controller: PlaybackController, _ decisions: [TraceEvent], in surroundings: Surroundings) {
        if let running = controller.running?.gift, running.number != onStage?.number {
            onStage = (running.number, surroundings.kinds.playable(running.kind))
        }
        let line = Self.line(of: controller)
        // Most sessions have an empty queue most of the time.
        guard !line.isEmpty || !cards.cards.isEmpty else { return }
        cards.update(
            to: line, at: controller.now, running: onStage?.number, jumps: surroundings.reducesMotion,
            isGone: { number in decisions.contains { $0.isDeparture(of: number) } },
            name: { surroundings.kinds.name(ofGift: $0.number, kind: $0.kind, in: surroundings.giftLog) })
    }

    /// Whether anything moves at a time.
    package func isMoving(at time: Nanoseconds) -> Bool { cards.isMoving(at: time) }

    /// Returns the gifts that wait or are held, in the order in which they will play, as far as there are cards.
    private static func line(of controller: PlaybackController) -> [QueueCards.Entry] {
        var line: [QueueCards.Entry] = []
        if let held = controller.held { line.append(.init(gift: held, state: .threshold)) }
        guard controller.waitingCount > 0 else { return line }
        line += controller.upNext(QueueCards.maxCount - line.count).map { .init(gift: $0, state: .turn) }
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

extension TraceEvent {
    /// Returns whether a gift ended or started.
    fileprivate func isDeparture(of gift: Int) -> Bool {
        switch kind {
        case .started(gift), .ended(gift, _): true
        default: false
        }
    }
}
