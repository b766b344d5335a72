import RoomEvents
import SystemIO

/// A transport for a file, a pipe or a socket.
struct InputTransport: FeedTransport {
    let input: FeedInput
    let isLive: Bool
    let makeAdapter: @Sendable (Int) -> any FeedAdapter

    var name: String { input.name }
    var defaultOverflow: FeedQueue.Overflow { input.defaultOverflow }
    /// Whether writers can reconnect, as they can to a listening socket.
    var canDisconnect: Bool {
        if case .listening = input.kind { true } else { false }
    }

    func run(_ port: FeedPort) throws(FeedSourceError) {
        try FeedReadLoop(input: input, isLive: isLive, port: port, makeAdapter: makeAdapter).run()
    }
}

/// The work of the reading thread, from the first byte to the last.
struct FeedReadLoop: Sendable {
    let input: FeedInput
    let isLive: Bool
    let port: FeedPort
    let makeAdapter: @Sendable (Int) -> any FeedAdapter

    /// The interval at which the thread checks whether a file has grown, in milliseconds.
    static let filePollInterval: Int32 = 100

    /// The largest number of writers that are connected to a socket; others wait.
    static let maxConnections = 16

    /// Reads until the end of the source.
    ///
    /// - Throws: `FeedSourceError` if the source cannot be read.
    func run() throws(FeedSourceError) {
        var stream = FeedStream(name: input.name, number: 0, readLoop: self)
        port.setState(hasNoWriter ? Self.waitingForWriter : .open)
        switch input.kind {
        case .listening: serveSocket()
        case .file(let path): try read(file: path, &stream)
        case .stream, .fifo: try read(&stream)
        }
    }

    /// The reason for which a wait ended.
    private enum WaitResult {
        case readable, timedOut, stopped
    }

    /// Waits until `descriptor` is readable, the reading is stopped or the time is over; -1 means no time limit.
    private func wait(for descriptor: Int32, milliseconds: Int32) -> WaitResult {
        let isReady = Descriptor.wait(for: [port.stopDescriptor, descriptor], milliseconds: milliseconds)
        return isReady[0] ? .stopped : isReady[1] ? .readable : .timedOut
    }

    /// The state of a FIFO or listening socket without a writer.
    private static let waitingForWriter = FeedState.waiting("waiting for a writer")
    /// The state of a listening socket whose connections were cut.
    private static let waitingAfterDisconnect = FeedState.waiting("\(FeedPort.disconnectReason), waiting for a writer")

    private var hasNoWriter: Bool {
        switch input.kind {
        case .fifo, .listening: true
        case .stream, .file: false
        }
    }

    // MARK: - Streams and FIFOs

    private func read(_ stream: inout FeedStream) throws(FeedSourceError) {
        while true {
            switch wait(for: input.descriptor, milliseconds: stream.millisecondsUntilDue) {
            case .stopped: return
            case .timedOut: if !stream.putDueEvents() { return }
            case .readable:
                switch stream.read(input.descriptor) {
                case .bytes: port.setState(.open)
                case .stopped: return
                case .wouldBlock: if input.isFIFO { pause() }
                case .end:
                    guard input.isFollowing, input.isFIFO else {
                        stream.finish()
                        return
                    }
                    stream.finishLine()
                    stream.resetTimes()
                    port.setState(Self.waitingForWriter)
                    // The end of the FIFO lasts until the next writer opens it, so `poll` would not wait.
                    if waitForStop(milliseconds: Self.filePollInterval) { return }
                case .failed(let problem): throw FeedSourceError(input.name, "cannot be read: \(problem)")
                }
            }
        }
    }

    private func pause() { _ = waitForStop(milliseconds: 1) }

    private func waitForStop(milliseconds: Int32) -> Bool {
        wait(for: -1, milliseconds: milliseconds) == .stopped
    }

    // MARK: - Files

    private func read(file path: String, _ stream: inout FeedStream) throws(FeedSourceError) {
        // The file that has replaced the one that was opened first, if any.
        var replacement: OpenFile?
        var file = FollowedFile(.init(device: 0, file: 0, size: 0))
        while true {
            if waitForStop(milliseconds: 0) { return }
            switch stream.read(replacement?.descriptor ?? input.descriptor) {
            case .bytes(let count): file.recordRead(count)
            case .stopped: return
            case .failed(let problem): throw FeedSourceError(input.name, "cannot be read: \(problem)")
            case .end, .wouldBlock:
                guard input.isFollowing else {
                    stream.finish()
                    return
                }
                guard handleFileEnd(path, &replacement, &file, &stream) else { return }
            }
        }
    }

    /// Handles the end of a file that may grow and returns whether to continue.
    private func handleFileEnd(
        _ path: String, _ replacement: inout OpenFile?, _ file: inout FollowedFile, _ stream: inout FeedStream
    ) -> Bool {
        let descriptor = replacement?.descriptor ?? input.descriptor
        guard let open = try? FileStatus(descriptor: descriptor) else { return false }
        let named = (try? FileStatus(of: path)).map(FollowedFile.Status.init)
        switch file.actionAtEnd(open: FollowedFile.Status(open), named: named) {
        case .continueReading: return true
        case .wait:
            guard stream.putDueEvents() else { return false }
            return !waitForStop(milliseconds: Self.filePollInterval)
        case .rewind:
            stream.restart()
            try? Descriptor.seek(descriptor, to: 0)
            return true
        case .reopen:
            // The file may have been deleted again.
            guard let next = try? OpenFile(path, .nonBlocking) else {
                return !waitForStop(milliseconds: Self.filePollInterval)
            }
            stream.finishLine()
            stream.restart()
            replacement = next
            file.reset(to: .init(device: 0, file: 0, size: 0))
            return true
        }
    }

    // MARK: - Sockets

    private func serveSocket() {
        var connections: [Connection] = []
        var connected = 0
        var lonely = Self.waitingForWriter
        var door = AcceptThrottle(maxConnections: Self.maxConnections)
        defer { for index in connections.indices { connections[index].close() } }
        while true {
            let listener = door.canAccept(connections: connections.count) ? input.descriptor : -1
            let isReady = Descriptor.wait(
                for: [port.stopDescriptor, listener]
                    + connections.map { $0.stream.hasFutureEvents ? -1 : $0.descriptor },
                milliseconds: door.pollTimeout(atMost: connections.map(\.stream.millisecondsUntilDue)))
            door.endPause()
            if isReady[0] {
                guard port.consumeDisconnect() else { return }
                for index in connections.indices { connections[index].finish() }
                connections.removeAll { !$0.stream.hasFutureEvents }
                lonely = Self.waitingAfterDisconnect
                port.setState(lonely)
                continue
            }
            for index in connections.indices {
                guard connections[index].stream.putDueEvents() else { return }
                guard isReady[index + 2] else { continue }
                switch connections[index].stream.read(connections[index].descriptor) {
                case .bytes, .wouldBlock: break
                case .stopped: return
                case .end, .failed: connections[index].finish()
                }
            }
            connections.removeAll { $0.descriptor < 0 && !$0.stream.hasFutureEvents }
            if isReady[1] {
                do throws(SystemError) {
                    connections.append(try acceptConnection(number: connected))
                    connected += 1
                    lonely = Self.waitingForWriter
                } catch {
                    door.handleAcceptFailure(error)
                }
            }
            port.setState(connections.isEmpty ? lonely : .open)
        }
    }

    /// A connection of a writer, or the remaining events of a closed one that are not due yet.
    private struct Connection {
        /// The descriptor; negative after the connection is closed.
        private(set) var descriptor: Int32
        var stream: FeedStream

        mutating func finish() {
            guard descriptor >= 0 else { return }
            stream.finish()
            close()
        }

        mutating func close() {
            if descriptor >= 0 { Descriptor.close(descriptor) }
            descriptor = -1
        }
    }

    private func acceptConnection(number: Int) throws(SystemError) -> Connection {
        Connection(
            descriptor: try UnixSocket.accept(input.descriptor),
            stream: FeedStream(name: "\(input.name)#\(number + 1)", number: number, readLoop: self))
    }
}

extension FeedInput {
    fileprivate var isFIFO: Bool {
        if case .fifo = kind { true } else { false }
    }
}
