import LottieRenderer
import RoomUI
import StageBroadcast
import Terminal

/// A runner for shows on the terminal, which restores the terminal at the end.
enum StageRunner {
    /// Runs the show that `makeShow` creates for the screen, from time 0 to its end.
    ///
    /// - Parameters:
    ///   - command: The name of the command, for errors and the window title.
    ///   - environment: The environment variables.
    ///   - reportsCost: Whether to print the cost of the frames at the end.
    ///   - title: The title of the window; `nil` for one with the name of the command.
    ///   - clock: The clock of the session; `nil` for a new one that begins with the show.
    ///   - broadcast: Where browsers watch the stage; `nil` if none can.
    ///   - signals: The signals that the command has handled before there is a screen; `nil` if it handles none.
    ///   - notes: The lines that are shown over the first pictures.
    ///   - makeShow: Creates the show for the screen.
    /// - Throws: `CommandFailure` with exit status 64 without a suitable terminal, and 128 plus the number of the
    ///   signal that ended the show.
    static func run(
        command: String, environment: [String: String], reportsCost: Bool, title: String? = nil,
        clock: SessionClock? = nil, broadcast: StageBroadcast? = nil, signals: StopSignals? = nil,
        notes: [String] = [], _ makeShow: (Screen) -> some Show
    ) throws(CommandFailure) {
        let screen: Screen
        do {
            screen = try Screen(environment: environment, title: title ?? "giftty \(command)")
        } catch {
            throw CommandFailure(.usage, "\(command): \(error)")
        }
        // From now on the screen gets the signals, so nobody else would look at an earlier one.
        if let signal = signals?.unreadSignal() {
            screen.close()
            throw .stopped(bySignal: signal)
        }
        // The renderer is prepared now, so that the first gift does not have to wait for it.
        AnimationRenderer.prepare()
        var show = makeShow(screen)
        let clock = clock ?? SessionClock()
        let pictures = ScreenshotWriter(title: title ?? "giftty \(command)")
        var loop = StageLoop(
            on: screen, clock: { clock.now }, processorTime: { SessionClock.processorTime },
            savePicture: { pictures.save($0) }, broadcast: broadcast.map { broadcast in { broadcast.show($0) } })
        if !notes.isEmpty { loop.note(notes) }
        let ending = loop.run(&show)
        screen.close()
        if reportsCost { try FrameReport.print(loop.statistics) }
        if case .signal(let signal) = ending { throw .stopped(bySignal: signal) }
    }
}
