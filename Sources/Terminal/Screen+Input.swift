import CTerminalGuard

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Screen {
    /// How long the rest of a key's bytes may take; an Esc with nothing after it is the Esc key.
    static let unfinishedKeyTime = Duration.milliseconds(30)
    /// How long pasted text may pause. Its end can be lost, and keys must not be taken for pasted text for ever.
    static let unfinishedPasteTime = Duration.seconds(1)

    /// How long the terminal may take to answer. What comes later is heard all the same, and is no key either.
    static let answerTime = Duration.seconds(1)
    /// How long the bytes of what the terminal answers may be apart: they come over the same network as keys, but nobody
    /// waits for them.
    static let unfinishedAnswerTime = Duration.milliseconds(500)
    /// How long leaving waits for answers, so that the shell doesn't take them for what was typed.
    private static let lastAnswerTime = Duration.milliseconds(150)

    /// Hears the answers that are still to come, before somebody else reads what comes from the terminal.
    func awaitAnswers() {
        guard let until = answersUntil else { return }
        let deadline = min(until, .now + Self.lastAnswerTime)
        while answersUntil != nil, ContinuousClock.now < deadline, !hasReportedHangUp {
            wait(for: deadline - .now)
            guard let bytes = device.read() else { break }
            _ = decoder.decode(bytes)
            for answer in decoder.takeAnswers() { _ = note(answer) }
        }
        answersUntil = nil
    }

    /// Takes note of an answer; returns what others want to know of it.
    private func note(_ answer: TerminalAnswer) -> InputEvent? {
        switch answer {
        case .background(let color): return .background(color)
        case .mode(let mode, let isKnown):
            if mode == 2026 { synchronizes = isKnown }
        case .attributes: answersUntil = nil
        }
        return nil
    }

    /// Waits until something happens, but no longer than a time, and returns what did; empty when nothing did.
    ///
    /// While it waits it goes on sending what the terminal has not taken yet. Ctrl-Z is carried out in here: the
    /// program stops, and when it goes on ``InputEvent/resumed`` is returned.
    /// - Parameters:
    ///   - timeout: The longest wait; nil for no limit, zero or less to look and return.
    ///   - wakeUp: A descriptor that ends the wait when it can be read.
    public func poll(timeout: Duration?, wakeUp: Int32? = nil) -> [InputEvent] {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            var limit = deadline.map { $0 - ContinuousClock.now }
            if let since = unfinishedSince {
                let rest = patience - (ContinuousClock.now - since)
                limit = min(limit ?? rest, rest)
            }
            let isWoken = wait(for: limit, wakeUp: wakeUp)
            device.send()
            let events = takeEvents()
            if !events.isEmpty || isWoken { return events }
            if let deadline, ContinuousClock.now >= deadline { return [] }
        }
    }

    private func takeEvents() -> [InputEvent] {
        var events: [InputEvent] = []
        for signal in takeSignals() { handle(signal, into: &events) }
        if let bytes = device.read() {
            if !bytes.isEmpty { unfinishedSince = nil }
            events += decoder.decode(bytes)
            events += decoder.takeAnswers().compactMap { note($0) }
        } else if !hasReportedHangUp {
            hasReportedHangUp = true
            events.append(.terminate(signal: SIGHUP))
        }
        finishKey(into: &events)
        return events
    }

    /// An unfinished key that nothing followed is taken for what it is so far.
    private func finishKey(into events: inout [InputEvent]) {
        guard decoder.isUnfinished else {
            unfinishedSince = nil
            return
        }
        let now = ContinuousClock.now
        if let since = unfinishedSince, now - since >= patience {
            events += decoder.finish()
            unfinishedSince = nil
        } else if unfinishedSince == nil {
            unfinishedSince = now
        }
    }

    private var patience: Duration {
        if decoder.isPasting { return Self.unfinishedPasteTime }
        // While answers are due, what looks like a key may be the beginning of one that comes in pieces.
        let isDue = answersUntil.map { ContinuousClock.now < $0 } ?? false
        return decoder.isInAnswer || isDue ? Self.unfinishedAnswerTime : Self.unfinishedKeyTime
    }

    /// Whether the wait was ended by `wakeUp`.
    @discardableResult
    private func wait(for limit: Duration?, wakeUp: Int32? = nil) -> Bool {
        let wanted = Int16(POLLIN) | (device.hasUnsent ? Int16(POLLOUT) : 0)
        var descriptors = [
            // A terminal that is gone is always ready, which would turn waiting into spinning.
            pollfd(fd: hasReportedHangUp ? -1 : device.descriptor, events: wanted, revents: 0),
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        Glibc.poll(&descriptors, nfds_t(descriptors.count), limit?.pollMilliseconds ?? -1)
        return descriptors[2].revents != 0
    }

    private func takeSignals() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(signals, &bytes, bytes.count)
        terminal_guard_heard()
        return bytes.prefix(max(0, count)).map(Int32.init)
    }

    private func handle(_ signal: Int32, into events: inout [InputEvent]) {
        switch signal {
        case SIGWINCH:
            if let event = adoptSize() { events.append(event) }
        case SIGTSTP:
            suspend()
            resumed(into: &events)
            // Going on was heard as a signal too, and has been answered.
            for other in takeSignals() where other != SIGCONT { handle(other, into: &events) }
        case SIGCONT:
            // Stopped from outside, without notice: the shell has used the terminal meanwhile.
            reenter()
            resumed(into: &events)
        default:
            events.append(.terminate(signal: signal))
        }
    }

    private func resumed(into events: inout [InputEvent]) {
        events.append(.resumed)
        if let event = adoptSize() { events.append(event) }
    }
}
