import GiftFeed
import GiftStore
import Playback

/// The demo as lines of text, for terminals on which nothing can move, such as `TERM=dumb`.
struct PlainShow: ~Copyable {
    private var room: SimulatedRoom
    private var controller: PlaybackController
    private let catalogue: GiftStore.GiftCatalogue
    private var names: [Int: (gift: String, sender: String)] = [:]
    private var output = Output.standard()

    /// A show of this room, under these settings.
    init(room: SimulatedRoom, settings: Settings, catalogue: GiftStore.GiftCatalogue) {
        self.room = room
        controller = PlaybackController(settings: settings)
        self.catalogue = catalogue
    }

    /// Runs the show on `clock`, for this long or until the program is stopped.
    mutating func run(for length: Nanoseconds?, on clock: ContinuousClock) async throws {
        let start = clock.now
        var event = room.next()
        while true {
            let due = [event?.at.nanoseconds, controller.nextDue, length].compactMap { $0 }.min()
            guard let due else { return }
            try await clock.sleep(until: start.advanced(by: .nanoseconds(due)))
            if due == length { break }
            if let current = event, current.at.nanoseconds == due {
                try take(current, at: due)
                event = room.next()
            } else {
                try tell(controller.advance(to: due))
            }
            try output.flush()
        }
        try tell(controller.handle(.end, at: length ?? controller.now))
        try output.flush()
    }

    private mutating func take(_ event: FeedEvent, at time: Nanoseconds) throws {
        switch event.kind {
        case .chat(let message): try say("\(message.from.name): \(message.text)", at: time)
        case .join(let viewer): try say("\(viewer.name) comes in", at: time)
        case .leave(let viewer): try say("\(viewer.name) leaves", at: time)
        case .like: break
        case .gift(let gift): try tell(controller.handle(.arrival(Arrival(gift, in: catalogue)), at: time))
        }
    }

    private mutating func tell(_ trace: [TraceEvent]) throws {
        for event in trace {
            switch event.kind {
            case .settings(let settings):
                try say(settings.map(\.words).joined(separator: ", "), at: event.at)
            case .arrived(let number, let gift, let sender, let count):
                names[number] = (gift, sender)
                try say("\(sender) sends \(gift)\(count > 1 ? " x\(count)" : "")", at: event.at)
            case .started(let number):
                try say("\(name(number)) plays", at: event.at)
            case .ended(let number, let outcome):
                try say("\(name(number)): \(outcome.words)", at: event.at)
                names[number] = nil
            case .paused, .resumed, .speed, .scrubbed: break
            }
        }
    }

    private func name(_ number: Int) -> String {
        names[number].map { "\($0.gift) from \($0.sender)" } ?? "gift \(number)"
    }

    /// A line with its time in minutes and seconds. Control characters of names and chat are left out.
    private mutating func say(_ text: String, at time: Nanoseconds) throws {
        let seconds = time / .second
        let padded = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        try output.line("\(seconds / 60):\(padded)  \(String(String.UnicodeScalarView(scalars)))")
    }
}
