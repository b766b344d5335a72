import GiftFeed
import Playback

/// The last gifts and what became of them, as the trace tells it.
struct GiftLog {
    /// A gift's way so far.
    struct Entry {
        /// Its number.
        let number: Int
        /// The gift as it came in, which can be sent again.
        let arrival: GiftArrival
        /// When it came in.
        let arrivedAt: Nanoseconds
        /// When it came on stage, if it did.
        var startedAt: Nanoseconds?
        /// When it ended and how, if it did.
        var ending: (at: Nanoseconds, outcome: Outcome)?
    }

    /// The gifts that are remembered, in order of arrival; their numbers have no gaps.
    private(set) var entries: [Entry] = []
    private var arriving: GiftArrival?

    /// Gifts that are always remembered: more than people look through.
    private static let most = 500

    /// Takes note of a gift that is about to come in.
    mutating func willArrive(_ gift: GiftArrival) { arriving = gift }

    /// Takes note of a line of the trace.
    mutating func note(_ event: TraceEvent) {
        switch event.kind {
        case .arrived(let number, _, _, _):
            guard let gift = arriving else { return }
            arriving = nil
            // In one go now and then, as taking the first away moves all others.
            if entries.count >= 2 * Self.most { entries.removeFirst(Self.most) }
            entries.append(Entry(number: number, arrival: gift, arrivedAt: event.at))
        case .started(let number): update(number) { $0.startedAt = event.at }
        case .ended(let number, let outcome): update(number) { $0.ending = (event.at, outcome) }
        case .settings, .paused, .resumed, .speed, .scrubbed: break
        }
    }

    /// Where a gift is among the entries; nil where it is not remembered.
    func index(of number: Int) -> Int? {
        guard let first = entries.first?.number, entries.indices.contains(number - first) else { return nil }
        return number - first
    }

    private mutating func update(_ number: Int, _ change: (inout Entry) -> Void) {
        guard let index = index(of: number) else { return }
        change(&entries[index])
    }
}

/// Which gift of a log is chosen; the newest until somebody chooses another.
struct GiftSelection: Equatable {
    /// The number of the chosen gift; nil is the newest, whichever that is.
    var number: Int?

    /// The place of the chosen gift, counted from the newest; 0 where it is not remembered any more.
    func place(in log: GiftLog) -> Int {
        guard let number, let first = log.entries.first else { return 0 }
        // One that is forgotten was older than all others.
        return log.index(of: max(number, first.number)).map { log.entries.count - 1 - $0 } ?? 0
    }

    /// The chosen gift.
    func entry(in log: GiftLog) -> GiftLog.Entry? {
        log.entries.isEmpty ? nil : log.entries[log.entries.count - 1 - place(in: log)]
    }

    /// Chooses the gift at a place counted from the newest, or the nearest there is.
    mutating func choose(_ place: Int, in log: GiftLog) {
        let last = log.entries.count - 1
        guard last >= 0, place > 0 else {
            number = nil
            return
        }
        number = log.entries[last - min(place, last)].number
    }
}
