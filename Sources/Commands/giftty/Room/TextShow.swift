import ExactNumbers
import Playback
import RoomSession
import RoomUI
import SystemIO
import Terminal

/// A room as lines of text, for terminals that cannot place the cursor, such as `TERM=dumb`.
///
/// The room and its decisions are the same as on the stage. Keys and commands come from standard input.
enum TextShow {
    /// The longest wait between two readings of the clock, which takes a longer silence for a suspended program.
    private static let maxWait: Nanoseconds = .second / 2

    /// Runs the show that `makeShow` creates until nothing more follows or a signal ends the program.
    ///
    /// - Parameters:
    ///   - setup: The configuration of the room.
    ///   - clock: The clock of the session.
    ///   - readsInput: Whether standard input has keys and commands, and not the feed.
    ///   - notes: The first lines of the text.
    ///   - makeShow: Creates the show.
    /// - Throws: `CommandFailure` with exit status 128 plus the number of the signal, or if the output cannot be
    ///   written.
    static func run<Room: PlainShow>(
        _ setup: RoomShow.Setup, on clock: SessionClock, readsInput: Bool = true, notes: [String] = [],
        _ makeShow: (RoomShow.Setup) -> Room
    ) throws(CommandFailure) {
        let transcript = Transcript(setup.log, settings: setup.settings, isASCII: TerminalFacts.isASCII)
        var setup = setup
        setup.log = transcript
        let stop = try StopSignals()
        let input = readsInput ? TypedInput(Descriptor.standardInput) : nil
        defer { input?.end() }
        for note in notes { transcript.printLine(note, at: 0) }
        var show = makeShow(setup)
        while !show.isOver {
            let now = clock.now
            show.advance(to: now)
            transcript.take(from: show, at: now)
            for item in input?.read() ?? [] where !show.isOver {
                // What was decided before the answer comes first.
                let lines = show.handle(item, at: clock.now)
                transcript.take(from: show, at: clock.now)
                transcript.printDecisions()
                for line in lines { transcript.printLine(line, at: now) }
            }
            if let newStatus = setup.feed.status { transcript.report(newStatus, at: now) }
            try transcript.flush()
            let due = show.nextDue
            var awaited = show.awaited
            guard !show.isOver, due != nil || !awaited.isEmpty else { break }
            if let input { awaited.append(AwaitedDescriptor(input.descriptor)) }
            let wait = max(0, min((due ?? .max) - now, maxWait))
            if let signal = stop.wait(for: awaited, until: .now + .nanoseconds(wait)) {
                show.end(at: clock.now)
                transcript.take(from: show, at: clock.now)
                try transcript.flush()
                throw .stopped(bySignal: signal)
            }
        }
        try transcript.flush()
    }
}
