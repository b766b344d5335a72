import GiftFeed
import Playback
import Stage

/// The demo as lines of text, for terminals on which nothing can move, such as `TERM=dumb`: the same room and the same
/// decisions, told instead of painted.
enum PlainShow {
    /// Runs the room on `clock` until its end or until the program is stopped.
    static func run(_ setup: RoomShow.Setup, on clock: ContinuousClock) async throws {
        let transcript = Transcript(nextEvent: setup.nextEvent)
        var setup = setup
        setup.nextEvent = { transcript.nextEvent() }
        setup.trace = { transcript.tell($0) }
        let start = clock.now
        var show = RoomShow(setup)
        while !show.isOver, let due = show.nextDue {
            try await clock.sleep(until: start.advanced(by: .nanoseconds(due)))
            show.advance(to: due)
            try transcript.flush()
        }
    }
}

/// Writes down what happens, a line each.
private final class Transcript {
    private var output = Output.standard()
    private var failure: CommandFailure?
    private var names: [Int: (gift: String, sender: String)] = [:]
    private let source: () -> FeedEvent?
    private var given: FeedEvent?

    init(nextEvent: @escaping () -> FeedEvent?) {
        source = nextEvent
    }

    /// The next event. When it is asked for, the one before has just happened, and is told.
    func nextEvent() -> FeedEvent? {
        if let given { tell(given) }
        given = source()
        return given
    }

    private func tell(_ event: FeedEvent) {
        let seconds = event.at.components.seconds
        switch event.kind {
        case .chat(let message): say("\(message.from.name): \(message.text)", at: seconds)
        case .join(let viewer): say("\(viewer.name) comes in", at: seconds)
        case .leave(let viewer): say("\(viewer.name) leaves", at: seconds)
        case .like, .gift: break
        }
    }

    func tell(_ event: TraceEvent) {
        let seconds = event.at / .second
        switch event.kind {
        case .settings(let settings):
            say(settings.map(\.words).joined(separator: ", "), at: seconds)
        case .arrived(let number, let gift, let sender, let count):
            names[number] = (gift, sender)
            say("\(sender) sends \(gift)\(count > 1 ? " x\(count)" : "")", at: seconds)
        case .started(let number):
            say("\(name(number)) plays", at: seconds)
        case .ended(let number, let outcome):
            say("\(name(number)): \(outcome.words)", at: seconds)
            names[number] = nil
        case .paused, .resumed, .speed, .scrubbed: break
        }
    }

    private func name(_ number: Int) -> String {
        names[number].map { "\($0.gift) from \($0.sender)" } ?? "gift \(number)"
    }

    /// A line with its time in minutes and seconds. Control characters of names and chat are left out.
    private func say(_ text: String, at seconds: Int64) {
        let padded = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
        let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        do throws(CommandFailure) {
            try output.line("\(seconds / 60):\(padded)  \(String(String.UnicodeScalarView(scalars)))")
        } catch {
            failure = failure ?? error
        }
    }

    /// Hands over the lines so far, or says why one could not be written.
    func flush() throws(CommandFailure) {
        if let failure { throw failure }
        try output.flush()
    }
}
