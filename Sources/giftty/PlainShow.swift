import GiftFeed
import Playback
import Recordings
import Stage

/// A room as lines of text, for terminals on which nothing can move, such as `TERM=dumb`: the same room and the same
/// decisions, told instead of painted.
enum PlainShow {
    /// Runs the show that `makeShow` makes of a room, on `clock`, until nothing more comes or the program is stopped.
    static func run<Room: Show>(
        _ setup: RoomShow.Setup, on clock: ContinuousClock, _ makeShow: (RoomShow.Setup) -> Room
    ) async throws {
        let transcript = Transcript()
        var setup = setup
        let record = setup.record
        setup.record = { line in
            switch line.kind {
            case .room(let event): transcript.tell(event, at: line.at)
            case .banner(let gift): transcript.tell(gift, at: line.at)
            default: break
            }
            record?(line)
        }
        setup.trace = { transcript.tell($0) }
        let start = clock.now
        var show = makeShow(setup)
        while !show.isOver, let due = show.nextDue {
            try await clock.sleep(until: start.advanced(by: .nanoseconds(due)))
            show.advance(to: due)
            try transcript.flush()
        }
        try transcript.flush()
    }
}

/// Writes down what happens, a line each.
private final class Transcript {
    private var output = Output.standard()
    private var failure: CommandFailure?
    private var names: [Int: (gift: String, sender: String)] = [:]

    /// A gift that has its banner only, and no place on the stage.
    func tell(_ gift: GiftArrival, at time: Nanoseconds) {
        say("\(gift.from.name) sends \(gift.name)\(gift.count > 1 ? " x\(gift.count)" : "")", at: time / .second)
    }

    func tell(_ event: FeedEvent.Kind, at time: Nanoseconds) {
        let seconds = time / .second
        switch event {
        case .chat(let message): say("\(message.from.name): \(message.text)", at: seconds)
        case .join(let viewer): say("\(viewer.name) comes in", at: seconds)
        case .leave(let viewer): say("\(viewer.name) leaves", at: seconds)
        case .like, .gift, .seen, .streakEnd, .batch, .retract: break
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
        case .paused: say("the stage stands still", at: seconds)
        case .resumed: say("the stage goes on", at: seconds)
        case .speed(let speed): say("speed \(speed)", at: seconds)
        case .scrubbed(let number, let progress):
            say("\(name(number)) is taken to \(progress)", at: seconds)
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
