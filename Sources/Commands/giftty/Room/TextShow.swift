import CommandLineSupport
import RoomUI
import SystemIO
import Terminal

/// A room as lines of text, for terminals that cannot place the cursor, such as `TERM=dumb`.
///
/// The room and its decisions are the same as on the stage. Keys and commands come from standard input.
enum TextShow {
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
        let feed = setup.feed
        try TextLoop(clock: clock, stop: stop, input: input).run(&show) { show, item in
            // What was decided before the answer comes first.
            let time = clock.now
            let lines = show.handle(item, at: time)
            transcript.take(from: show, at: time)
            transcript.printDecisions()
            for line in lines { transcript.printLine(line, at: time) }
        } report: { show, time in
            transcript.take(from: show, at: time)
        } flush: { time throws(CommandFailure) in
            if let status = feed.status { transcript.report(status, at: time) }
            try transcript.flush()
        }
        try transcript.flush()
    }
}
