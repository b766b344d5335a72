import GiftFeed

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The bytes of one writer on their way to events.
struct FeedStream {
    /// What came of a read.
    enum Outcome {
        /// So many bytes.
        case more(Int)
        /// Nothing now.
        case later
        /// The end.
        case end
        /// Nobody takes events any more.
        case stopped
        case failed(String)
    }

    private let name: String
    private let number: Int
    private let reading: FeedReading
    private var splitter = LineSplitter()
    private var adapter: any FeedAdapter
    private var events: [FeedEvent] = []
    /// Events that are not due, of one of several writers: in the queue they would stand before what others write.
    private var ahead: [FeedEvent] = []
    private var buffer = [UInt8](repeating: 0, count: FeedStream.pieceSize)
    /// The time of the event before.
    private var latest: Duration = .zero

    private static let pieceSize = 1 << 16

    init(name: String, number: Int, reading: FeedReading) {
        self.name = name
        self.number = number
        self.reading = reading
        adapter = reading.makeAdapter(number)
    }

    /// How long to wait for bytes until something that is held back is due; -1 where nothing is.
    var milliseconds: Int32 {
        guard reading.isLive, let due = [adapter.nextDue, ahead.first?.at].compactMap({ $0 }).min() else { return -1 }
        return (due - reading.port.now).milliseconds
    }

    /// Whether what was read is ahead of time, so that its writer has to wait.
    var isAhead: Bool { !ahead.isEmpty }

    /// Reads what is there and puts what it tells of into the queue.
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
            // A copy for the time being, as the closure changes the rest of this value.
            var splitter = self.splitter
            self.splitter = LineSplitter()
            splitter.take(piece) { take($0, arrival: arrival) }
            self.splitter = splitter
        }
        return put() ? .more(count) : .stopped
    }

    /// Gives out what is due; whether anybody still takes events.
    mutating func advance() -> Bool {
        guard reading.isLive else { return true }
        adapter.advance(to: reading.port.now, into: &events)
        return put()
    }

    /// Takes the line that has no end, as nothing more comes behind it.
    mutating func finishLine() {
        let arrival = reading.isLive ? reading.port.now : nil
        var splitter = self.splitter
        splitter.finish { take($0, arrival: arrival) }
        self.splitter = splitter
        _ = put()
    }

    /// Takes the last line, and all that is held back.
    mutating func finish() {
        finishLine()
        adapter.finish(into: &events)
        _ = put()
    }

    /// The lines begin anew, as those of another file.
    mutating func restart() {
        splitter.reset()
        forgetTimes()
    }

    /// What comes now has times of its own, where those count that lines say themselves.
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
