import LottieRenderer
import Stage
import Terminal

/// Runs a show on the terminal and gives the terminal back.
enum StageRun {
    /// Runs the show that `makeShow` makes for the screen, from its time 0 to its end.
    /// - Parameters:
    ///   - saysCost: whether to say afterwards what the frames cost.
    ///   - title: the window's title meanwhile.
    ///   - clock: the session's time; it begins with the show where nobody has asked it before.
    /// - Throws: 64 where there is no terminal for it, 128 and the signal's number where one ended it.
    static func run(
        command: String, environment: [String: String], saysCost: Bool, title: String? = nil,
        clock: SessionClock? = nil, _ makeShow: (Screen) -> some Show
    ) throws(CommandFailure) {
        let screen: Screen
        do {
            screen = try Screen(environment: environment, title: title ?? "giftty \(command)")
        } catch {
            throw CommandFailure(.usage, "\(command): \(error)")
        }
        // Before the first gift comes, rather than when it does.
        AnimationRenderer.prepare()
        var show = makeShow(screen)
        let clock = clock ?? SessionClock()
        let pictures = ScreenPictures(title: title ?? "giftty \(command)")
        var loop = StageLoop(
            on: screen, clock: { clock.now }, processorTime: { SessionClock.processorTime },
            keepPicture: { pictures.keep($0) })
        let ending = loop.run(&show)
        screen.close()
        if saysCost {
            var output = Output.standard()
            for line in loop.statistics.lines { try output.line(line) }
            try output.flush()
        }
        if case .signal(let signal) = ending { throw .stopped(bySignal: signal) }
    }
}
