import CPlatform
import CTerminalGuard
public import SystemIO

extension Screen {
    /// The longest wait for the remaining bytes of a key; a single ESC is the Esc key.
    static let keyTimeout = Duration.milliseconds(30)
    /// The longest pause within pasted text.
    ///
    /// The end marker of pasted text can be lost, and keys must not count as pasted text forever.
    static let pasteTimeout = Duration.seconds(1)

    /// The longest wait for answers of the terminal; later answers are still decoded, and not as keys.
    static let answerTimeout = Duration.seconds(1)
    /// The longest pause within an answer of the terminal.
    ///
    /// Answers come over the same network as keys, but no user waits for them.
    static let answerPauseTimeout = Duration.milliseconds(500)
    /// The longest wait for answers before the program leaves the screen, so that the shell does not read them as
    /// input.
    private static let finalAnswerTimeout = Duration.milliseconds(150)

    /// Reads the outstanding answers before another program reads from the terminal.
    func waitForAnswers() {
        guard let until = answerDeadline else { return }
        let deadline = min(until, .now + Self.finalAnswerTimeout)
        while answerDeadline != nil, ContinuousClock.now < deadline, !hasReportedHangUp {
            var others: [AwaitedDescriptor] = []
            wait(for: deadline - .now, &others)
            guard let bytes = device.read() else { break }
            _ = decoder.decode(bytes)
            for answer in decoder.consumeAnswers() { _ = record(answer) }
        }
        answerDeadline = nil
    }

    /// Stores an answer, and returns an event if the answer is of interest to the caller of ``poll(timeout:others:)``.
    private func record(_ answer: TerminalAnswer) -> InputEvent? {
        switch answer {
        case .background(let color): return .background(color)
        case .mode(let mode, let isKnown):
            if mode == 2026 { supportsSynchronizedOutput = isKnown }
        case .attributes: answerDeadline = nil
        }
        return nil
    }

    /// Waits for events up to a time limit and returns them; the result is empty if there are none.
    ///
    /// While it waits, it continues to send unsent bytes to the terminal. It also handles Ctrl-Z: the program stops,
    /// and when it continues, the method returns ``InputEvent/resumed``.
    ///
    /// - Parameters:
    ///   - timeout: The longest wait; nil for no limit, and 0 or less to return immediately.
    ///   - others: Descriptors that end the wait when one of them is ready; the wait sets their readiness.
    public func poll(timeout: Duration?, others: inout [AwaitedDescriptor]) -> [InputEvent] {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        var limit = timeout
        while true {
            if let since = unfinishedSince {
                let rest = sequenceTimeout - (ContinuousClock.now - since)
                limit = min(limit ?? rest, rest)
            }
            let ready = wait(for: limit, &others)
            device.send()
            let events = consumeEvents(ready)
            if !events.isEmpty || ready.hasOthers { return events }
            limit = deadline.map { $0 - ContinuousClock.now }
            if let limit, limit <= .zero { return [] }
        }
    }

    /// Waits for events up to a time limit and returns them, as ``poll(timeout:others:)`` does.
    public func poll(timeout: Duration?) -> [InputEvent] {
        var others: [AwaitedDescriptor] = []
        return poll(timeout: timeout, others: &others)
    }

    /// Returns the events of received signals and bytes.
    private func consumeEvents(_ ready: Readiness) -> [InputEvent] {
        guard ready.hasInput || ready.hasSignals || unfinishedSince != nil else { return [] }
        var events: [InputEvent] = []
        if ready.hasSignals {
            for signal in consumeSignals() { handle(signal, into: &events) }
        }
        if !ready.hasInput {
            // Nothing was typed.
        } else if let bytes = device.read() {
            if !bytes.isEmpty { unfinishedSince = nil }
            events += decoder.decode(bytes)
            events += decoder.consumeAnswers().compactMap { record($0) }
        } else if !hasReportedHangUp {
            hasReportedHangUp = true
            events.append(.terminate(signal: SIGHUP))
        }
        finishKey(into: &events)
        return events
    }

    /// Finishes an incomplete key that was not followed by more bytes in time.
    private func finishKey(into events: inout [InputEvent]) {
        guard decoder.hasUnfinishedInput else {
            unfinishedSince = nil
            return
        }
        let now = ContinuousClock.now
        if let since = unfinishedSince, now - since >= sequenceTimeout {
            events += decoder.finish()
            unfinishedSince = nil
        } else if unfinishedSince == nil {
            unfinishedSince = now
        }
    }

    /// The time to wait for the rest of an unfinished sequence.
    private var sequenceTimeout: Duration {
        if decoder.isPasting { return Self.pasteTimeout }
        // While answers are due, bytes that look like a key may be the beginning of an answer in several pieces.
        let isDue = answerDeadline.map { ContinuousClock.now < $0 } ?? false
        return decoder.isReceivingAnswer || isDue ? Self.answerPauseTimeout : Self.keyTimeout
    }

    /// What ended a wait.
    private struct Readiness {
        /// Whether the terminal has bytes, or is gone.
        var hasInput: Bool
        /// Whether signals were received.
        var hasSignals: Bool
        /// Whether another descriptor is ready.
        var hasOthers: Bool
    }

    /// Waits for input, signals, room for output or other descriptors.
    @discardableResult
    private func wait(for limit: Duration?, _ others: inout [AwaitedDescriptor]) -> Readiness {
        // A closed terminal is always ready, which would turn the wait into a busy loop.
        others.append(hasReportedHangUp ? AwaitedDescriptor(nil) : device.awaited)
        others.append(AwaitedDescriptor(signals))
        Descriptor.wait(for: &others, milliseconds: limit?.pollMilliseconds ?? -1)
        let signalReadiness = others.removeLast().readiness
        let readiness = others.removeLast().readiness
        return Readiness(
            hasInput: !readiness.subtracting(.output).isEmpty, hasSignals: !signalReadiness.isEmpty,
            hasOthers: others.contains { !$0.readiness.isEmpty })
    }

    /// Reads the received signals and reports them to the guard.
    private func consumeSignals() -> [Int32] {
        let bytes = (try? Descriptor.read(signals, upTo: 64)) ?? []
        terminal_guard_heard(bytes, bytes.count)
        return bytes.map(Int32.init)
    }

    private func handle(_ signal: Int32, into events: inout [InputEvent]) {
        switch signal {
        case SIGWINCH:
            if let event = updateSize() { events.append(event) }
        case SIGTSTP:
            suspend()
            appendResumeEvents(into: &events)
            // The continuation also arrived as a signal, which has been handled here.
            for other in consumeSignals() where other != SIGCONT { handle(other, into: &events) }
        case SIGCONT:
            // The program was stopped from outside without notice, and the shell has used the terminal since.
            reenter()
            appendResumeEvents(into: &events)
        default:
            events.append(.terminate(signal: signal))
        }
    }

    /// Appends the events of a continuation.
    private func appendResumeEvents(into events: inout [InputEvent]) {
        events.append(.resumed)
        if let event = updateSize() { events.append(event) }
    }
}
