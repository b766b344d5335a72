import GiftFeed

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A transport for a file, a pipe or a socket.
struct InletTransport: FeedTransport {
    let inlet: FeedInlet
    let isLive: Bool
    let makeAdapter: @Sendable (Int) -> any FeedAdapter

    var name: String { inlet.name }
    var usualOverflow: FeedQueue.Overflow { inlet.usualOverflow }
    /// Whether writers can reconnect, as they can to a listening socket.
    var canBeCut: Bool {
        if case .listening = inlet.kind { true } else { false }
    }

    func run(_ port: FeedPort) throws(FeedSourceError) {
        try FeedReading(inlet: inlet, isLive: isLive, port: port, makeAdapter: makeAdapter).run()
    }
}

/// The work of the reading thread, from the first byte to the last.
struct FeedReading: Sendable {
    let inlet: FeedInlet
    let isLive: Bool
    let port: FeedPort
    let makeAdapter: @Sendable (Int) -> any FeedAdapter

    /// The interval at which the thread checks whether a file has grown, in milliseconds.
    static let fileInterval: Int32 = 100

    /// Reads until the end of the source.
    ///
    /// - Throws: `FeedSourceError` if the source cannot be read.
    func run() throws(FeedSourceError) {
        var stream = FeedStream(name: inlet.name, number: 0, reading: self)
        port.report(isLonely ? Self.lonely : .open)
        switch inlet.kind {
        case .listening: serve()
        case .file(let path): try read(file: path, &stream)
        case .stream, .fifo: try read(&stream)
        }
    }

    /// The reason for which a wait ended.
    private enum Event {
        case readable, timeOut, stopped
    }

    /// Waits until `descriptor` is readable, the reading is stopped or the time is over; -1 means no time limit.
    private func wait(for descriptor: Int32, milliseconds: Int32) -> Event {
        var entries = [
            pollfd(fd: port.stopDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&entries, nfds_t(entries.count), milliseconds)
        if entries[0].revents != 0 { return .stopped }
        return count > 0 && entries[1].revents != 0 ? .readable : .timeOut
    }

    /// The state of a FIFO or listening socket without a writer.
    private static let lonely = FeedState.waiting("nobody writes")
    /// The state of a listening socket whose connections were cut.
    private static let cut = FeedState.waiting("\(FeedPort.cutReason), nobody writes")

    private var isLonely: Bool {
        switch inlet.kind {
        case .fifo, .listening: true
        case .stream, .file: false
        }
    }

    // MARK: - Streams and FIFOs

    private func read(_ stream: inout FeedStream) throws(FeedSourceError) {
        while true {
            switch wait(for: inlet.descriptor, milliseconds: stream.milliseconds) {
            case .stopped: return
            case .timeOut: if !stream.advance() { return }
            case .readable:
                switch stream.read(inlet.descriptor) {
                case .more: port.report(.open)
                case .stopped: return
                case .later: if inlet.isFIFO { pause() }
                case .end:
                    guard inlet.follows, inlet.isFIFO else {
                        stream.finish()
                        return
                    }
                    stream.finishLine()
                    stream.forgetTimes()
                    port.report(Self.lonely)
                    // The end of the FIFO lasts until the next writer opens it, so `poll` would not wait.
                    if isStopped(after: Self.fileInterval) { return }
                case .failed(let problem): throw FeedSourceError(inlet.name, "cannot be read: \(problem)")
                }
            }
        }
    }

    private func pause() { _ = isStopped(after: 1) }

    private func isStopped(after milliseconds: Int32) -> Bool {
        wait(for: -1, milliseconds: milliseconds) == .stopped
    }

    // MARK: - Files

    private func read(file path: String, _ stream: inout FeedStream) throws(FeedSourceError) {
        var descriptor = inlet.descriptor
        defer { if descriptor != inlet.descriptor { close(descriptor) } }
        var file = FollowedFile(.init(device: 0, file: 0, size: 0))
        while true {
            if isStopped(after: 0) { return }
            switch stream.read(descriptor) {
            case .more(let count): file.read(count)
            case .stopped: return
            case .failed(let problem): throw FeedSourceError(inlet.name, "cannot be read: \(problem)")
            case .end, .later:
                guard inlet.follows else {
                    stream.finish()
                    return
                }
                guard follow(path, &descriptor, &file, &stream) else { return }
            }
        }
    }

    /// Handles the end of a file that may grow and returns whether to continue.
    private func follow(
        _ path: String, _ descriptor: inout Int32, _ file: inout FollowedFile, _ stream: inout FeedStream
    ) -> Bool {
        guard let open = FeedInlet.status(of: descriptor) else { return false }
        switch file.atEnd(open: open, named: FeedInlet.status(at: path)) {
        case .readOn: return true
        case .wait:
            guard stream.advance() else { return false }
            return !isStopped(after: Self.fileInterval)
        case .rewind:
            stream.restart()
            lseek(descriptor, 0, SEEK_SET)
            return true
        case .reopen:
            let next = FeedInlet.opened(path)
            // The file may have been deleted again.
            guard next >= 0 else { return !isStopped(after: Self.fileInterval) }
            stream.finishLine()
            stream.restart()
            if descriptor != inlet.descriptor { close(descriptor) }
            descriptor = next
            file.reopened(.init(device: 0, file: 0, size: 0))
            return true
        }
    }

    // MARK: - Sockets

    private func serve() {
        var connections: [Connection] = []
        var connected = 0
        var lonely = Self.lonely
        var door = SocketDoor()
        defer { for connection in connections where connection.descriptor >= 0 { close(connection.descriptor) } }
        while true {
            var entries = [
                pollfd(fd: port.stopDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(
                    fd: door.isWatched(connections: connections.count) ? inlet.descriptor : -1, events: Int16(POLLIN),
                    revents: 0),
            ]
            entries += connections.map {
                pollfd(fd: $0.stream.isAhead ? -1 : $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
            _ = poll(&entries, nfds_t(entries.count), door.wait(atMost: connections.map(\.stream.milliseconds)))
            door.waited()
            if entries[0].revents != 0 {
                guard port.takeCut() else { return }
                for index in connections.indices { connections[index].end() }
                connections.removeAll { !$0.stream.isAhead }
                lonely = Self.cut
                port.report(lonely)
                continue
            }
            for index in connections.indices {
                guard connections[index].stream.advance() else { return }
                guard entries[index + 2].revents != 0 else { continue }
                switch connections[index].stream.read(connections[index].descriptor) {
                case .more, .later: break
                case .stopped: return
                case .end, .failed: connections[index].end()
                }
            }
            connections.removeAll { $0.descriptor < 0 && !$0.stream.isAhead }
            if entries[1].revents != 0 {
                if let connection = accepted(number: connected) {
                    connected += 1
                    connections.append(connection)
                    lonely = Self.lonely
                } else {
                    door.refused(errno)
                }
            }
            port.report(connections.isEmpty ? lonely : .open)
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

        mutating func end() {
            guard descriptor >= 0 else { return }
            stream.finish()
            close(descriptor)
            descriptor = -1
        }
    }

    private func accepted(number: Int) -> Connection? {
        let descriptor = accept(inlet.descriptor, nil, nil)
        guard descriptor >= 0 else { return nil }
        Descriptor.prepare(descriptor)
        return Connection(
            descriptor: descriptor,
            stream: FeedStream(name: "\(inlet.name)#\(number + 1)", number: number, reading: self))
    }
}

extension FeedInlet {
    fileprivate var isFIFO: Bool {
        if case .fifo = kind { true } else { false }
    }
}
