package import ExactNumbers
import Motion
package import Playback

/// The gifts that wait or are held as cards in the order in which they will play, each with its way to its place.
///
/// The cards follow the decisions of the controller at their own times, so where a card is depends on the history of
/// the session and not on when the screen was painted.
package struct QueueCards {
    /// What a card's gift waits for.
    package enum State: Hashable {
        /// Its turn.
        case turn
        /// Its animation.
        case animation
        /// The running gift's threshold, in replace mode.
        case threshold
    }

    /// A gift of the line, and what it waits for.
    struct Entry {
        let gift: Gift
        let state: State
    }

    /// The card of a gift.
    package struct Card {
        /// The gift, with its current count.
        package fileprivate(set) var gift: Gift
        /// The display name of the gift's kind.
        package let name: String
        /// What the gift waits for.
        package fileprivate(set) var state: State
        /// The place in the line, counted from 0 for the next gift; the last one of a card that leaves.
        package fileprivate(set) var place: Int
        fileprivate var slide: CardSlide
        fileprivate var passage: Passage?
        fileprivate var grewAt: Nanoseconds?
    }

    /// The way of a card across an edge of the line.
    fileprivate enum Passage {
        case entering(since: Nanoseconds)
        case leaving(since: Nanoseconds, isForStage: Bool)
    }

    /// The cards of the line, the next gift first.
    package private(set) var cards: [Card] = []
    /// The cards that leave, the last one to go at the end.
    package private(set) var leaving: [Card] = []
    /// The session time at which the last movement ends.
    private var movesUntil: Nanoseconds = .min

    /// The maximum number of cards of the line; no screen has room for more.
    static let maxCount = 24
    /// The maximum number of cards that leave at once.
    private static let maxLeaving = 8
    /// The time in which a card moves to a new place, comes or goes.
    package static let movementTime: Nanoseconds = 250_000_000
    /// The time for which a count that has grown is highlighted.
    private static let growthTime: Nanoseconds = 600_000_000

    /// Updates the cards to the line of the controller.
    ///
    /// - Parameters:
    ///   - line: The first gifts of the line, at most ``maxCount``.
    ///   - time: The session time of the change.
    ///   - running: The number of the running gift.
    ///   - isGone: A closure that returns whether a gift has left the line, by its number. A gift that has not is
    ///     behind the last card.
    ///   - jumps: Whether cards change without moving, because motion is reduced.
    ///   - name: A closure that returns the display name of a gift's kind.
    mutating func update(
        to line: [Entry], at time: Nanoseconds, running: Int?, jumps: Bool, isGone: (Int) -> Bool,
        name: (Gift) -> String
    ) {
        leaving.removeAll { !$0.isVisible(at: time) }
        let old = cards
        let wasFull = old.count == Self.maxCount
        cards = line.enumerated().map { place, entry in
            guard var card = old.first(where: { $0.gift.number == entry.gift.number }) else {
                // A card that was behind the last one slides forward, and others come in from the edge.
                let isFromBehind = wasFull && entry.gift.arrivedAt < time
                let slide = CardSlide(to: Double(place), from: isFromBehind ? Double(Self.maxCount) : nil, at: time)
                if !jumps { recordMovement(at: time) }
                return Card(
                    gift: entry.gift, name: name(entry.gift), state: entry.state, place: place,
                    slide: jumps ? CardSlide(to: Double(place), at: time) : slide,
                    passage: jumps || isFromBehind ? nil : .entering(since: time))
            }
            if entry.gift.count != card.gift.count {
                card.grewAt = time
                movesUntil = max(movesUntil, time + Self.growthTime)
            }
            (card.gift, card.state) = (entry.gift, entry.state)
            if place != card.place {
                card.place = place
                card.slide = CardSlide(to: Double(place), from: jumps ? nil : card.slide.place(at: time), at: time)
                if !jumps { recordMovement(at: time) }
            }
            return card
        }
        guard !jumps else { return }
        for var card in old where !cards.contains(where: { $0.gift.number == card.gift.number }) {
            let number = card.gift.number
            guard cards.count < Self.maxCount || isGone(number) else { continue }
            card.passage = .leaving(since: time, isForStage: number == running)
            card.slide = CardSlide(to: card.slide.place(at: time), at: time)
            leaving.append(card)
            recordMovement(at: time)
        }
        if leaving.count > Self.maxLeaving { leaving.removeFirst(leaving.count - Self.maxLeaving) }
    }

    private mutating func recordMovement(at time: Nanoseconds) {
        movesUntil = max(movesUntil, time + Self.movementTime)
    }

    /// Whether there are as many cards as possible, all of gifts that wait for their turn.
    var isFull: Bool { cards.count == Self.maxCount && cards.allSatisfy { $0.state == .turn } }

    /// Whether a card moves at a time, or its count is highlighted.
    package func isMoving(at time: Nanoseconds) -> Bool { time < movesUntil }
}

extension QueueCards.Card {
    /// The place in the line at a time, with a fraction while the card moves between two places.
    package func place(at time: Nanoseconds) -> Double { slide.place(at: time) }

    /// The offset at a time, as a share of the card's width: 0 in the line, 1 beyond the edge from which cards come, and
    /// -1 where a card has gone to the stage.
    package func offset(at time: Nanoseconds) -> Double {
        switch passage {
        case .entering(let since): 1 - CardSlide.progress(at: time, since: since)
        case .leaving(let since, let isForStage):
            CardSlide.progress(at: time, since: since) * (isForStage ? -1 : 1)
        case nil: 0
        }
    }

    /// Whether the card is visible at a time; a card that has left is not.
    package func isVisible(at time: Nanoseconds) -> Bool {
        guard case .leaving(let since, _) = passage else { return true }
        return time < since + QueueCards.movementTime
    }

    /// Whether the count has just grown.
    package func hasGrown(at time: Nanoseconds) -> Bool {
        grewAt.map { time < $0 + QueueCards.growthTime } ?? false
    }
}

/// The movement of a card between two places of the line.
private struct CardSlide {
    private let start: Double
    private let end: Double
    private let startedAt: Nanoseconds

    /// Creates the movement to a place; without a start the card is there already.
    init(to end: Double, from start: Double? = nil, at time: Nanoseconds) {
        self.start = start ?? end
        self.end = end
        startedAt = time
    }

    func place(at time: Nanoseconds) -> Double {
        start == end ? end : start + (end - start) * Self.progress(at: time, since: startedAt)
    }

    /// Returns the progress of a movement that began at `start`.
    static func progress(at time: Nanoseconds, since start: Nanoseconds) -> Double {
        MotionPlan.Easing.easeInOut.progress(at: Double(time - start) / Double(QueueCards.movementTime))
    }
}
