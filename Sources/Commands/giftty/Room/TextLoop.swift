import CommandLineSupport
import ExactNumbers
import RoomUI
import SystemIO
import Terminal

/// A loop that runs a show without a picture until nothing more follows or a signal ends the program.
struct TextLoop {
    let clock: SessionClock
    let stop: StopSignals
    /// What is typed; `nil` if standard input is something else.
    let input: TypedInput?
    /// Whether the loop goes on as long as something can be typed, also if nothing happens by itself.
    var staysForInput = false

    /// The longest wait between two readings of the clock, which takes a longer silence for a suspended program.
    private static let maxWait: Nanoseconds = .second / 2

    /// Runs a show.
    ///
    /// - Parameters:
    ///   - show: The show.
    ///   - handle: Handles what was typed.
    ///   - report: Reports what has happened up to a time, after each step of the show and at its end.
    ///   - flush: Prints what was reported up to a time.
    /// - Throws: `CommandFailure` with exit status 128 plus the number of the signal, or what the closures throw.
    func run<S: Show>(
        _ show: inout S, handle: (inout S, TypedInput.Item) -> Void, report: (S, Nanoseconds) -> Void = { _, _ in },
        flush: (Nanoseconds) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        while !show.isOver {
            let now = clock.now
            show.advance(to: now)
            report(show, now)
            for item in input?.read() ?? [] where !show.isOver { handle(&show, item) }
            try flush(now)
            let due = show.nextDue
            var awaited = show.awaited
            let goesOn = due != nil || !awaited.isEmpty || staysForInput && input?.descriptor != nil
            guard !show.isOver, goesOn else { break }
            if let input { awaited.append(AwaitedDescriptor(input.descriptor)) }
            let wait = max(0, min((due ?? .max) - now, Self.maxWait))
            if let signal = stop.wait(for: awaited, until: .now + .nanoseconds(wait)) {
                show.end(at: clock.now)
                report(show, clock.now)
                try flush(clock.now)
                throw .stopped(bySignal: signal)
            }
        }
    }
}
