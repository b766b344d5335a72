import ArgumentParser
import Lottie
import Terminal

/// `giftty play`: animations one after the other, alone on the screen.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Plays animations or gifts in order, then leaves.",
        discussion: "Space pauses, [ and ] change the speed, x or Esc goes on to the next, q leaves.")

    @Argument(help: ArgumentHelp("Lottie files, or ids of gifts.", valueName: "file|gift"))
    var animations: [String]

    @Flag(help: "Begin again after the last one.")
    var loop = false

    @Option(help: ArgumentHelp("Speed as a multiple of normal, 0.01 to 100.", valueName: "0.5"))
    var speed: SpeedArgument?

    func run() throws {
        guard TerminalFacts.hasTerminal else {
            throw CommandFailure(.usage, "play: standard output: expected a terminal")
        }
        var playlist: [OpenedAnimation] = []
        for argument in animations { playlist.append(try OpenedAnimation(argument: argument)) }
        let screen: Screen
        do {
            screen = try Screen(environment: TerminalFacts.environment)
        } catch {
            throw CommandFailure(.usage, "play: \(error)")
        }
        let signal = AnimationPlayer(playlist, isLooping: loop, speed: speed?.factor ?? .one).run(on: screen)
        screen.close()
        if let signal { throw CommandFailure.stopped(bySignal: signal) }
    }
}
