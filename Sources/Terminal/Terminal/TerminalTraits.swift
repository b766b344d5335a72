import CPlatform
import CTerminalGuard
import SystemIO

/// A terminal's answers to queries that show nothing on the screen.
///
/// - SeeAlso: "XTerm Control Sequences": OSC 11, DECRQM and Primary DA; the synchronized output of private mode 2026.
public struct TerminalTraits: Hashable, Sendable {
    /// Whether the terminal has answered at all.
    public var hasAnswered = false
    /// The background color, or nil if the terminal does not report it.
    public var background: TerminalColor?
    /// Whether the terminal supports synchronized output, which shows a frame at once.
    public var supportsSynchronizedOutput = false

    /// Queries the terminal of standard output and waits up to one second for its answers.
    ///
    /// - Returns: The answers, or nil if there is no terminal or if it is a console, which prints unknown sequences.
    public static func query(environment: [String: String]) -> TerminalTraits? {
        let description = TerminalDescription.current(environment: environment)
        guard description.canPositionCursor, description.isWindow, let device = try? TerminalDevice() else {
            return nil
        }
        let signals = terminal_guard_watch()
        guard signals >= 0 else { return nil }
        var modes = device.originalModes
        terminal_guard_arm(device.descriptor, &modes, nil, 0)
        device.enterRawModes()
        device.enqueue { $0 += ControlSequences.queries }
        device.send()
        var traits = TerminalTraits()
        let interruption = traits.receiveAnswers(from: device, until: .now + Screen.answerTimeout, signals: signals)
        device.restoreModes()
        terminal_guard_disarm()
        terminal_guard_unwatch()
        // A request to end the program takes effect only now that the terminal is restored.
        if let interruption { raise(interruption) }
        return traits
    }

    /// Receives answers until the last one arrives or the deadline passes.
    ///
    /// - Returns: The signal that interrupted the wait, or nil.
    private mutating func receiveAnswers(
        from device: TerminalDevice, until deadline: ContinuousClock.Instant, signals: Int32
    ) -> Int32? {
        var decoder = InputDecoder()
        while true {
            let rest = deadline - .now
            guard rest > .zero else { return nil }
            Descriptor.wait(
                for: [device.awaited, AwaitedDescriptor(signals)], milliseconds: rest.pollMilliseconds)
            device.send()
            if let signal = try? Descriptor.read(signals, upTo: 1).first.map(Int32.init), signal != SIGWINCH,
                signal != SIGCONT
            {
                return signal
            }
            guard let bytes = device.read() else { return nil }
            _ = decoder.decode(bytes)
            for answer in decoder.consumeAnswers() {
                hasAnswered = true
                switch answer {
                case .background(let color): background = color
                case .mode(let mode, let isKnown): if mode == 2026 { supportsSynchronizedOutput = isKnown }
                case .attributes: return nil
                }
            }
        }
    }
}
