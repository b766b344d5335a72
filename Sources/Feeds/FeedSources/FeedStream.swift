import RoomEvents
import SystemIO

/// The conversion of one writer's bytes to events.
struct FeedStream {
    /// The outcome of a read operation.
    enum ReadResult {
        /// This number of bytes was read.
        case bytes(Int)
        /// No bytes are available now.
        case wouldBlock
        /// The end of the stream.
        case end
        /// The queue accepts no more events.
        case stopped
        case failed(String)
    }

    private let name: String
    private let number: Int
    private let readLoop: FeedReadLoop
    private var splitter = LineSplitter()
    private var adapter: any FeedAdapter
    private var events: [FeedEvent] = []
    /// Events that are not due yet, if there may be several writers. In the queue they would block the events of other
    /// writers.
    private var futureEvents: [FeedEvent] = []
    private var buffer = [UInt8](repeating: 0, count: FeedStream.chunkSize)
    /// The time of the previous event.
    private var latestTime: Duration = .zero

    private static let chunkSize = 1 << 16

    init(name: String, number: Int, readLoop: FeedReadLoop) {
        self.name = name
        self.number = number
        self.readLoop = readLoop
        adapter = readLoop.makeAdapter(number)
    }

    /// The time until the next held event is due, in milliseconds; -1 if no event is held.
    var millisecondsUntilDue: Int32 {
        guard readLoop.isLive, let due = [adapter.nextDue, futureEvents.first?.at].compactMap({ $0 }).min() else {
            return -1
        }
        return (due - readLoop.port.now).pollMilliseconds
    }

    /// Whether events that were read are not due yet, so that their writer must wait.
    var hasFutureEvents: Bool { !futureEvents.isEmpty }

    /// Reads the available bytes and puts their events into the queue.
    mutating func read(_ descriptor: Int32) -> ReadResult {
        let count: Int
        do throws(SystemError) {
            count = try buffer.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
                try Descriptor.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
            }
        } catch {
            return error.wouldBlock ? .wouldBlock : .failed(error.description)
        }
        guard count > 0 else { return .end }
        let bytes = buffer
        bytes.withUnsafeBytes { whole in
            let piece = UnsafeRawBufferPointer(rebasing: whole[..<count])
            let arrival = readLoop.isLive ? readLoop.port.now : nil
            // Moves the splitter out of `self`, because the closure mutates the rest of `self`.
            var splitter = self.splitter
            self.splitter = LineSplitter()
            splitter.split(piece) { parse($0, arrival: arrival) }
            self.splitter = splitter
        }
        return putEvents() ? .bytes(count) : .stopped
    }

    /// Puts the events that are due into the queue and returns whether it still accepts events.
    mutating func putDueEvents() -> Bool {
        guard readLoop.isLive else { return true }
        adapter.advance(to: readLoop.port.now, into: &events)
        return putEvents()
    }

    /// Processes a last line without a line break.
    mutating func finishLine() {
        let arrival = readLoop.isLive ? readLoop.port.now : nil
        var splitter = self.splitter
        splitter.finish { parse($0, arrival: arrival) }
        self.splitter = splitter
        _ = putEvents()
    }

    /// Processes the last line and puts all held events into the queue.
    mutating func finish() {
        finishLine()
        adapter.finish(into: &events)
        _ = putEvents()
    }

    /// Restarts line numbers and times, for another file.
    mutating func restart() {
        splitter.reset()
        resetTimes()
    }

    /// Restarts the times, if the times in the lines count.
    mutating func resetTimes() {
        guard !readLoop.isLive else { return }
        adapter.finish(into: &events)
        _ = putEvents()
        adapter = readLoop.makeAdapter(number)
        latestTime = .zero
    }

    private mutating func parse(_ line: LineSplitter.Line, arrival: Duration?) {
        guard !line.isBlank else { return }
        do throws(FeedLineError) {
            guard !line.isTooLong else {
                throw FeedLineError(problem: "expected a line of at most \(LineSplitter.defaultMaxLength) bytes")
            }
            try adapter.parse(line.bytes, arrival: arrival, into: &events)
        } catch {
            readLoop.port.put(FeedFault(source: name, line: line.number, error: error))
        }
        if events.count >= 1_000 { _ = putEvents() }
    }

    private mutating func putEvents() -> Bool {
        defer { events.removeAll(keepingCapacity: true) }
        let now = readLoop.input.isFollowing && readLoop.isLive ? readLoop.port.now : nil
        for index in events.indices {
            latestTime = max(latestTime, now ?? events[index].at)
            events[index].at = latestTime
        }
        guard case .listening = readLoop.input.kind, readLoop.isLive else { return readLoop.port.put(events) }
        futureEvents += events
        let time = readLoop.port.now
        let due = futureEvents.prefix { $0.at <= time }
        futureEvents.removeFirst(due.count)
        return due.isEmpty || readLoop.port.put(Array(due))
    }
}
