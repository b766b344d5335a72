import ExactNumbers
import Playback
import Recordings
import RoomEvents
import RoomUI

/// A room as lines of text, for terminals that cannot place the cursor, such as `TERM=dumb`.
///
/// The room and its decisions are the same as on the stage.
enum TextShow {
    /// The longest wait between two readings of the clock, which takes a longer silence for a suspended program.
    private static let maxWait: Nanoseconds = .second / 2

    /// Runs the show that `makeShow` creates until nothing more follows or a signal ends the program.
    ///
    /// - Throws: `CommandFailure` with exit status 128 plus the number of the signal, or if the output cannot be
    ///   written.
    static func run<Room: Show>(
        _ setup: RoomShow.Setup, on clock: SessionClock, _ makeShow: (RoomShow.Setup) -> Room
    ) throws(CommandFailure) {
        let transcript = Transcript(setup.log)
        var setup = setup
        setup.log = transcript
        let stop = try StopSignals()
        var show = makeShow(setup)
        while !show.isOver {
            let now = clock.now
            show.advance(to: now)
            if let newStatus = setup.feed.status { transcript.report(newStatus, at: now) }
            try transcript.flush()
            let due = show.nextDue
            let wakeUp = show.wakeUpDescriptors
            guard !show.isOver, due != nil || !wakeUp.isEmpty else { break }
            let wait = max(0, min((due ?? .max) - now, maxWait))
            if let signal = stop.wait(for: wakeUp, until: .now + .nanoseconds(wait)) {
                show.end(at: clock.now)
                try transcript.flush()
                throw .stopped(bySignal: signal)
            }
        }
        try transcript.flush()
    }
}

/// A writer that prints one line per event.
private final class Transcript: SessionLog {
    private let log: any SessionLog
    private var output = Output.standard()
    private var failure: CommandFailure?
    private var names: [Int: (gift: String, sender: String)] = [:]
    private var status = FeedStatus()
    /// The time of the last line about lost events.
    private var lossesReportedAt: Nanoseconds = -.second

    /// Creates a transcript that passes everything on to another log.
    init(_ log: any SessionLog) { self.log = log }

    var problem: String? { log.problem }

    func record(_ line: RecordedLine) {
        switch line.input {
        case .room(let event): report(event, at: line.at)
        case .banner(let gift): report(gift, at: line.at)
        default: break
        }
        log.record(line)
    }

    /// Prints a gift that has only a banner and no presentation.
    func report(_ gift: GiftArrival, at time: Nanoseconds) {
        printLine("\(gift.from.name) sends \(gift.name)\(gift.count > 1 ? " x\(gift.count)" : "")", at: time / .second)
    }

    /// Prints the changes of the feed's state. Lost events are reported at most once per second.
    func report(_ newStatus: FeedStatus, at time: Nanoseconds) {
        if newStatus.state != self.status.state, let state = newStatus.state {
            printLine("feed: \(state)", at: time / .second)
        }
        if newStatus.invalidLineCount > self.status.invalidLineCount, let fault = newStatus.lastError {
            let others = newStatus.invalidLineCount - self.status.invalidLineCount - 1
            printLine("feed: \(fault)\(others > 0 ? ", and \(others) more" : "")", at: time / .second)
        }
        var reported = newStatus
        if newStatus.losses != self.status.losses, time - lossesReportedAt >= .second {
            lossesReportedAt = time
            let words = newStatus.losses.map { "\($0.count) \($0.reason)" }.joined(separator: ", ")
            printLine("feed: dropped \(words)", at: time / .second)
        } else {
            reported.losses = self.status.losses
        }
        self.status = reported
    }

    func report(_ event: FeedEvent.Kind, at time: Nanoseconds) {
        let seconds = time / .second
        switch event {
        case .chat(let message): printLine("\(message.from.name): \(message.text)", at: seconds)
        case .join(let viewer): printLine("\(viewer.name) comes in", at: seconds)
        case .leave(let viewer): printLine("\(viewer.name) leaves", at: seconds)
        case .like, .gift, .seen, .streakEnd, .batch, .retract: break
        }
    }

    func record(_ event: TraceEvent) {
        log.record(event)
        let seconds = event.at / .second
        switch event.kind {
        case .settings(let settings):
            printLine(settings.map(\.description).joined(separator: ", "), at: seconds)
        case .arrived(let number, let gift, let sender, let count):
            names[number] = (gift, sender)
            printLine("\(sender) sends \(gift)\(count > 1 ? " x\(count)" : "")", at: seconds)
        case .started(let number):
            printLine("\(giftLabel(number)) plays", at: seconds)
        case .ended(let number, let outcome):
            printLine("\(giftLabel(number)): \(outcome.summary)", at: seconds)
            names[number] = nil
        case .paused: printLine("the stage stands still", at: seconds)
        case .resumed: printLine("the stage goes on", at: seconds)
        case .speed(let speed): printLine("speed \(speed)", at: seconds)
        case .scrubbed(let number, let progress):
            printLine("\(giftLabel(number)) is taken to \(progress)", at: seconds)
        }
    }

    private func giftLabel(_ number: Int) -> String {
        names[number].map { "\($0.gift) from \($0.sender)" } ?? "gift \(number)"
    }

    /// Prints a line with its time in minutes and seconds.
    private func printLine(_ text: String, at seconds: Int64) {
        let padded = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
        do throws(CommandFailure) {
            try output.writeLine("\(seconds / 60):\(padded)  \(text)")
        } catch {
            failure = failure ?? error
        }
    }

    /// Writes the lines so far, or throws the first error of an earlier line.
    func flush() throws(CommandFailure) {
        if let failure { throw failure }
        try output.flush()
    }
}
