import GiftFeed

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The conversion of one writer's bytes to events.
struct FeedStream {
    /// The outcome of a read operation.
    enum Outcome {
        /// This number of bytes was read.
        case more(Int)
        /// No bytes are available now.
        case later
        /// The end of the stream.
        case end
        /// The queue accepts no more events.
        case stopped
        case failed(String)
    }

    private let name: String
    private let number: Int
    private let reading: FeedReading
    private var splitter = LineSplitter()
    private var adapter: any FeedAdapter
    private var events: [FeedEvent] = []
    /// Events that are not due yet, if there may be several writers. In the queue they would block the events of other
    /// writers.
    private var ahead: [FeedEvent] = []
    private var buffer = [UInt8](repeating: 0, count: FeedStream.pieceSize)
    /// The time of the previous event.
    private var latest: Duration = .zero

    private static let pieceSize = 1 << 16

    init(name: String, number: Int, reading: FeedReading) {
        self.name = name
        self.number = number
        self.reading = reading
        adapter = reading.makeAdapter(number)
    }

    /// The time until the next held event is due, in milliseconds; -1 if no event is held.
    var milliseconds: Int32 {
        guard reading.isLive, let due = [adapter.nextDue, ahead.first?.at].compactMap({ $0 }).min() else { return -1 }
        return (due - reading.port.now).milliseconds
    }

    /// Whether events that were read are not due yet, so that their writer must wait.
    var isAhead: Bool { !ahead.isEmpty }

    /// Reads the available bytes and puts their events into the queue.
    mutating func read(_ descriptor: Int32) -> Outcome {
        let count = buffer.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else {
            if count == 0 { return .end }
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .later : .failed(lastSystemError())
        }
        let bytes = buffer
        bytes.withUnsafeBytes { whole in
            let piece = UnsafeRawBufferPointer(rebasing: whole[..<count])
            let arrival = reading.isLive ? reading.port.now : nil
            // Moves the splitter out of `self`, because the closure mutates the rest of `self`.
            var splitter = self.splitter
            self.splitter = LineSplitter()
            splitter.take(piece) { take($0, arrival: arrival) }
            self.splitter = splitter
        }
        return put() ? .more(count) : .stopped
    }

    /// Puts the events that are due into the queue and returns whether it still accepts events.
    mutating func advance() -> Bool {
        guard reading.isLive else { return true }
        adapter.advance(to: reading.port.now, into: &events)
        return put()
    }

    /// Processes a last line without a line break.
    mutating func finishLine() {
        let arrival = reading.isLive ? reading.port.now : nil
        var splitter = self.splitter
        splitter.finish { take($0, arrival: arrival) }
        self.splitter = splitter
        _ = put()
    }

    /// Processes the last line and puts all held events into the queue.
    mutating func finish() {
        finishLine()
        adapter.finish(into: &events)
        _ = put()
    }

    /// Restarts line numbers and times, for another file.
    mutating func restart() {
        splitter.reset()
        forgetTimes()
    }

    /// Restarts the times, if the times in the lines count.
    mutating func forgetTimes() {
        guard !reading.isLive else { return }
        adapter.finish(into: &events)
        _ = put()
        adapter = reading.makeAdapter(number)
        latest = .zero
    }

    private mutating func take(_ line: LineSplitter.Line, arrival: Duration?) {
        guard !line.isBlank else { return }
        do throws(FeedLineError) {
            guard !line.isTooLong else {
                throw FeedLineError(problem: "expected a line of at most \(LineSplitter.longestLine) bytes")
            }
            try adapter.take(line.bytes, arrival: arrival, into: &events)
        } catch {
            reading.port.put(FeedFault(source: name, line: line.number, error: error))
        }
        if events.count >= 1_000 { _ = put() }
    }

    private mutating func put() -> Bool {
        defer { events.removeAll(keepingCapacity: true) }
        let now = reading.inlet.follows && reading.isLive ? reading.port.now : nil
        for index in events.indices {
            latest = max(latest, now ?? events[index].at)
            events[index].at = latest
        }
        guard case .listening = reading.inlet.kind, reading.isLive else { return reading.port.put(events) }
        ahead += events
        let time = reading.port.now
        let due = ahead.prefix { $0.at <= time }
        ahead.removeFirst(due.count)
        return due.isEmpty || reading.port.put(Array(due))
    }
}

/// The system's `read`, which a method of the same name hides.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
