import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import RoomUI

/// A writer that prints one line per event of a room, and each decision in the sentence that the stage shows.
final class Transcript: SessionLog {
    private typealias Line = (at: Nanoseconds, text: String)

    private let log: any SessionLog
    private let lines: TimedLines
    private var narrator: DecisionNarrator
    /// What happened since the last sentences, and the lines about the room among it.
    private var pending: (events: [SessionEvent], lines: [Line]) = ([], [])
    /// The sentences about broken promises, and how many of them are printed.
    private var broken: (sentences: [Line], printedCount: Int) = ([], 0)
    /// The problem of the room that was printed last.
    private var printedProblem: String?
    private var hasBegun = false
    private var status = FeedStatus()
    /// The time of the last line about lost events.
    private var lossesReportedAt: Nanoseconds = -.second

    /// Creates a transcript that passes everything on to another log.
    ///
    /// - Parameters:
    ///   - log: The other log.
    ///   - settings: The settings with which the session begins.
    ///   - isASCII: Whether signs of the program must be ASCII characters.
    init(_ log: any SessionLog, settings: LayeredSettings, isASCII: Bool) {
        self.log = log
        lines = TimedLines(isASCII: isASCII)
        narrator = DecisionNarrator(settings: settings)
    }

    var problem: String? { log.problem }

    // MARK: - Events of the session

    func record(_ event: TraceEvent) {
        log.record(event)
        if !hasBegun, case .settings(let settings) = event.kind {
            pending.lines.append((event.at, settings.map(\.description).joined(separator: ", ")))
        }
        hasBegun = true
        pending.events.append(SessionEvent(at: event.at, kind: .decided(event)))
    }

    func record(_ line: RecordedLine) {
        log.record(line)
        guard let input = line.input else { return }
        pending.events.append(SessionEvent(at: line.at, kind: .applied(input)))
        switch input {
        case .room(let event): report(event, at: line.at)
        case .banner(let gift), .gift(let gift, _, _, _, _): report(gift, at: line.at)
        default: break
        }
    }

    func record(_ changes: [Assignment], at time: Nanoseconds) {
        log.record(changes, at: time)
        pending.events.append(SessionEvent(at: time, kind: .settingsChanged(changes)))
    }

    private func report(_ gift: GiftArrival, at time: Nanoseconds) {
        pending.lines.append((time, "\(gift.from.name) sent \(gift.name)\(gift.count > 1 ? " ×\(gift.count)" : "")"))
    }

    private func report(_ event: FeedEvent.Kind, at time: Nanoseconds) {
        switch event {
        case .chat(let message): pending.lines.append((time, "\(message.from.name): \(message.text)"))
        case .join(let viewer): pending.lines.append((time, "\(viewer.name) joined"))
        case .leave(let viewer): pending.lines.append((time, "\(viewer.name) left"))
        case .like, .gift, .seen, .streakEnd, .batch, .retract: break
        }
    }

    /// Prints what happened since the last call, in order of time; a gift's arrival precedes what was decided about it.
    func printDecisions() {
        var lines = pending.lines.enumerated().map { (at: $1.at, isSentence: false, order: $0, text: $1.text) }
        let sentences = narrator.sentences(for: pending.events)
        lines += sentences.enumerated().map { (at: $1.at, isSentence: true, order: $0, text: $1.text) }
        pending = ([], [])
        // What breaks a promise was decided before.
        lines += broken.sentences.dropFirst(broken.printedCount).enumerated().map {
            (at: $1.at, isSentence: true, order: sentences.count + $0, text: $1.text)
        }
        broken.printedCount = broken.sentences.count
        lines.sort { one, other in
            if one.at != other.at { return one.at < other.at }
            return one.isSentence != other.isSentence ? !one.isSentence : one.order < other.order
        }
        for line in lines { printLine(line.text, at: line.at) }
    }

    // MARK: - State of the room

    /// Takes what a show says beside its decisions: broken promises and problems, each of which is printed once.
    func take(from show: some PlainShow, at time: Nanoseconds) {
        broken.sentences = show.brokenPromises
        guard show.problem != printedProblem else { return }
        printedProblem = show.problem
        if let printedProblem { pending.lines.append((time, printedProblem)) }
    }

    // MARK: - State of the feed

    /// Prints the changes of the feed's state. Lost events are reported at most once per second.
    func report(_ newStatus: FeedStatus, at time: Nanoseconds) {
        printDecisions()
        if newStatus.state != self.status.state, let state = newStatus.state {
            printLine("feed: \(state)", at: time)
        }
        if newStatus.invalidLineCount > self.status.invalidLineCount, let fault = newStatus.lastError {
            let others = newStatus.invalidLineCount - self.status.invalidLineCount - 1
            printLine("feed: \(fault)\(others > 0 ? ", and \(others) more" : "")", at: time)
        }
        var reported = newStatus
        if newStatus.losses != self.status.losses, time - lossesReportedAt >= .second {
            lossesReportedAt = time
            let losses = newStatus.losses.map { "\($0.count) \($0.reason)" }.joined(separator: ", ")
            printLine("feed: dropped \(losses)", at: time)
        } else {
            reported.losses = self.status.losses
        }
        self.status = reported
    }

    // MARK: - Output

    /// Prints a line with its time in minutes and seconds.
    func printLine(_ text: String, at time: Nanoseconds) { lines.print(text, at: time) }

    /// Writes the lines so far, or throws the first error of an earlier line.
    func flush() throws(CommandFailure) {
        printDecisions()
        try lines.flush()
    }
}

/// A writer of lines with their times in minutes and seconds.
final class TimedLines {
    private let isASCII: Bool
    private var output = Output.standard()
    private var failure: CommandFailure?

    /// Creates a writer to standard output; with `isASCII`, signs of the program must be ASCII characters.
    init(isASCII: Bool) {
        self.isASCII = isASCII
    }

    /// Prints a line with its time.
    func print(_ text: String, at time: Nanoseconds) {
        let seconds = time / .second
        let padded = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
        let shown = isASCII ? text.replacing("×", with: "x") : text
        do throws(CommandFailure) {
            try output.writeLine("\(seconds / 60):\(padded)  \(shown)")
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
