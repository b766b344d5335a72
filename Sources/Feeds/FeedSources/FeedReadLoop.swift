import RoomEvents

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

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
        var entries = [
            pollfd(fd: port.stopDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&entries, nfds_t(entries.count), milliseconds)
        if entries[0].revents != 0 { return .stopped }
        return count > 0 && entries[1].revents != 0 ? .readable : .timedOut
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
        var descriptor = input.descriptor
        defer { if descriptor != input.descriptor { close(descriptor) } }
        var file = FollowedFile(.init(device: 0, file: 0, size: 0))
        while true {
            if waitForStop(milliseconds: 0) { return }
            switch stream.read(descriptor) {
            case .bytes(let count): file.recordRead(count)
            case .stopped: return
            case .failed(let problem): throw FeedSourceError(input.name, "cannot be read: \(problem)")
            case .end, .wouldBlock:
                guard input.isFollowing else {
                    stream.finish()
                    return
                }
                guard handleFileEnd(path, &descriptor, &file, &stream) else { return }
            }
        }
    }

    /// Handles the end of a file that may grow and returns whether to continue.
    private func handleFileEnd(
        _ path: String, _ descriptor: inout Int32, _ file: inout FollowedFile, _ stream: inout FeedStream
    ) -> Bool {
        guard let open = FeedInput.status(of: descriptor) else { return false }
        switch file.actionAtEnd(open: open, named: FeedInput.status(at: path)) {
        case .continueReading: return true
        case .wait:
            guard stream.putDueEvents() else { return false }
            return !waitForStop(milliseconds: Self.filePollInterval)
        case .rewind:
            stream.restart()
            lseek(descriptor, 0, SEEK_SET)
            return true
        case .reopen:
            let next = FeedInput.openFile(path)
            // The file may have been deleted again.
            guard next >= 0 else { return !waitForStop(milliseconds: Self.filePollInterval) }
            stream.finishLine()
            stream.restart()
            if descriptor != input.descriptor { close(descriptor) }
            descriptor = next
            file.reset(to: .init(device: 0, file: 0, size: 0))
            return true
        }
    }

    // MARK: - Sockets

    private func serveSocket() {
        var connections: [Connection] = []
        var connected = 0
        var lonely = Self.waitingForWriter
        var door = AcceptThrottle()
        defer { for connection in connections where connection.descriptor >= 0 { close(connection.descriptor) } }
        while true {
            var entries = [
                pollfd(fd: port.stopDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(
                    fd: door.canAccept(connections: connections.count) ? input.descriptor : -1, events: Int16(POLLIN),
                    revents: 0),
            ]
            entries += connections.map {
                pollfd(fd: $0.stream.hasFutureEvents ? -1 : $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
            _ = poll(
                &entries, nfds_t(entries.count),
                door.pollTimeout(atMost: connections.map(\.stream.millisecondsUntilDue)))
            door.endPause()
            if entries[0].revents != 0 {
                guard port.consumeDisconnect() else { return }
                for index in connections.indices { connections[index].finish() }
                connections.removeAll { !$0.stream.hasFutureEvents }
                lonely = Self.waitingAfterDisconnect
                port.setState(lonely)
                continue
            }
            for index in connections.indices {
                guard connections[index].stream.putDueEvents() else { return }
                guard entries[index + 2].revents != 0 else { continue }
                switch connections[index].stream.read(connections[index].descriptor) {
                case .bytes, .wouldBlock: break
                case .stopped: return
                case .end, .failed: connections[index].finish()
                }
            }
            connections.removeAll { $0.descriptor < 0 && !$0.stream.hasFutureEvents }
            if entries[1].revents != 0 {
                if let connection = acceptConnection(number: connected) {
                    connected += 1
                    connections.append(connection)
                    lonely = Self.waitingForWriter
                } else {
                    door.handleAcceptFailure(errno)
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

        init(descriptor: Int32, stream: FeedStream) {
            self.descriptor = descriptor
            self.stream = stream
        }

        mutating func finish() {
            guard descriptor >= 0 else { return }
            stream.finish()
            close(descriptor)
            descriptor = -1
        }
    }

    private func acceptConnection(number: Int) -> Connection? {
        let descriptor = accept(input.descriptor, nil, nil)
        guard descriptor >= 0 else { return nil }
        Descriptor.prepare(descriptor)
        return Connection(
            descriptor: descriptor,
            stream: FeedStream(name: "\(input.name)#\(number + 1)", number: number, readLoop: self))
    }
}

extension FeedInput {
    fileprivate var isFIFO: Bool {
        if case .fifo = kind { true } else { false }
    }
}
