import CommandLineSupport
import JSON
import RoomUI
import StateMachines
import SystemIO
import Terminal

/// Animations as lines of text, for terminals that cannot place the cursor, such as `TERM=dumb`: what happens, at its
/// time.
///
/// Keys come from standard input; those that need a picture have no effect that is seen.
final class TextPlayback {
    /// Whether standard input has the keys, and not an animation.
    private let readsKeys: Bool
    private let lines = TimedLines(isASCII: TerminalFacts.isASCII)
    /// The name of the animation that plays.
    private var name = ""
    /// How often the part that plays is played.
    private var rounds = 1

    /// Creates the lines of a show.
    ///
    /// - Parameter readsKeys: Whether standard input has the keys, and not an animation.
    init(readsKeys: Bool) { self.readsKeys = readsKeys }

    /// Runs a show whose events are passed to ``note(_:)-PlaylistEvent`` or ``note(_:)-StateMachineEvent``.
    ///
    /// - Throws: `CommandFailure` with exit status 128 plus the number of the signal that ended it, or 73 if standard
    ///   output cannot be written.
    func run(_ show: some Show) throws(CommandFailure) {
        var show = show
        let clock = SessionClock()
        let stop = try StopSignals()
        let input = readsKeys ? TypedInput(Descriptor.standardInput) : nil
        defer { input?.end() }
        try TextLoop(clock: clock, stop: stop, input: input, staysForInput: true).run(&show) { show, item in
            switch item {
            case .key(let event): show.handle(event, at: clock.now)
            case .words("quit"), .words("exit"): show.handle(.character("q"), at: clock.now)
            case .words(let words): lines.print("\(words): expected a key, such as space, x or q", at: clock.now)
            }
        } flush: { _ throws(CommandFailure) in
            try lines.flush()
        }
        try lines.flush()
    }

    /// Prints the keys that have an effect.
    func printKeys(_ text: String) { lines.print("keys: \(text)", at: 0) }

    /// Prints what happened in a playlist.
    func note(_ event: PlaylistEvent) {
        func print(_ text: String) { lines.print(text, at: event.at) }
        switch event.kind {
        case .started(let name, let round):
            self.name = name
            print(round == 1 ? "\(name) begins" : "\(name) begins, round \(round)")
        case .partStarted(let part):
            rounds = part.rounds
            let marker = part.marker.map { "marker \($0), " } ?? ""
            let times = part.rounds == 1 ? "" : ", \(part.rounds) times"
            print("\(marker)frames \(Self.text(part.from)) to \(Self.text(part.to))\(times)")
        case .roundEnded(_, let number):
            if rounds > 1 { print("round \(number) of \(rounds) is over") }
        case .held: print("the last frame is held")
        case .scrubbed: print("moved to frame \(Self.text(event.frame))")
        case .ended(let reason):
            switch reason {
            case .reached: print("\(name) has played to its end")
            case .interrupted: print("\(name) is interrupted at frame \(Self.text(event.frame))")
            case .replaced: print("another part of \(name) follows")
            }
        }
    }

    /// Prints what happened in a state machine.
    func note(_ event: StateMachineEvent) { lines.print(String(describing: event.kind), at: event.time) }

    /// Returns the number of a frame, rounded to a thousandth.
    private static func text(_ frame: Double) -> String {
        var text: [UInt8] = []
        text.append(number: (frame * 1000).rounded() / 1000)
        return String(decoding: text, as: UTF8.self)
    }
}
