package import ExactNumbers
package import Playback
package import RoomEvents

/// The last gifts and their outcomes, as the trace reports them.
package struct GiftLog {
    /// The history of a gift.
    package struct Entry {
        /// The gift's number.
        package let number: Int
        /// The gift as it arrived; it can be sent again.
        package let arrival: GiftArrival
        /// The session time of its arrival.
        package let arrivedAt: Nanoseconds
        /// The session time at which its presentation started, if it did.
        package var startedAt: Nanoseconds?
        /// The session time and the outcome of its end, if it ended.
        package var ending: (at: Nanoseconds, outcome: Outcome)?
        /// What was decided about the gift, with the numbers that decided, in order.
        package var decisions: [DecisionSentence] = []
    }

    /// The stored gifts in order of arrival; their numbers have no gaps.
    package private(set) var entries: [Entry] = []
    private var arrivingGift: GiftArrival?

    /// The minimum number of stored gifts; twice as many are stored before old ones are removed.
    private static let minKept = 500

    /// Creates an empty log.
    package init() {}

    /// Stores the gift that the next `arrived` event of the trace belongs to.
    package mutating func willArrive(_ gift: GiftArrival) { arrivingGift = gift }

    /// Updates the log with a trace event.
    package mutating func record(_ event: TraceEvent) {
        switch event.kind {
        case .arrived(let number, _, _, _):
            guard let gift = arrivingGift else { return }
            arrivingGift = nil
            // Old entries are removed in batches, because removing the first element moves all others.
            if entries.count >= 2 * Self.minKept { entries.removeFirst(Self.minKept) }
            entries.append(Entry(number: number, arrival: gift, arrivedAt: event.at))
        case .started(let number): update(number) { $0.startedAt = event.at }
        case .ended(let number, let outcome): update(number) { $0.ending = (event.at, outcome) }
        case .settings, .paused, .resumed, .speed, .scrubbed, .looped: break
        }
    }

    /// Updates the log with the sentences about the decisions.
    package mutating func record(_ sentences: [DecisionSentence]) {
        for sentence in sentences {
            guard let number = sentence.gift else { continue }
            if case .scrubbed = sentence.fact { continue }
            update(number) { $0.decisions.append(sentence) }
        }
    }

    /// Returns the index of the entry of a gift, or `nil` if it is not stored.
    package func index(of number: Int) -> Int? {
        guard let first = entries.first?.number, entries.indices.contains(number - first) else { return nil }
        return number - first
    }

    private mutating func update(_ number: Int, _ change: (inout Entry) -> Void) {
        guard let index = index(of: number) else { return }
        change(&entries[index])
    }
}

/// The chosen gift of a log; the newest one unless the viewer chooses another.
package struct GiftSelection: Equatable {
    /// The number of the chosen gift, or `nil` for the newest gift at any time.
    package var number: Int?

    /// Creates the selection of a gift.
    package init(number: Int? = nil) { self.number = number }

    /// Returns the position of the chosen gift, counted from the newest, which has position 0.
    package func position(in log: GiftLog) -> Int {
        guard let number, let first = log.entries.first else { return 0 }
        // A removed gift was older than all stored ones, so the oldest stored gift takes its place.
        return log.index(of: max(number, first.number)).map { log.entries.count - 1 - $0 } ?? 0
    }

    /// Returns the chosen gift.
    package func entry(in log: GiftLog) -> GiftLog.Entry? {
        log.entries.isEmpty ? nil : log.entries[log.entries.count - 1 - position(in: log)]
    }

    /// Chooses the gift at a position counted from the newest, or the nearest one.
    package mutating func choose(_ position: Int, in log: GiftLog) {
        let last = log.entries.count - 1
        guard last >= 0, position > 0 else {
            number = nil
            return
        }
        number = log.entries[last - min(position, last)].number
    }
}
