import GiftFeed

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Brings what is in a file or comes by a pipe or a socket.
struct InletTransport: FeedTransport {
    let inlet: FeedInlet
    let isLive: Bool
    let makeAdapter: @Sendable (Int) -> any FeedAdapter

    var name: String { inlet.name }
    var usualOverflow: FeedQueue.Overflow { inlet.usualOverflow }
    /// Those who write into a socket may come again.
    var canBeCut: Bool {
        if case .listening = inlet.kind { true } else { false }
    }

    func run(_ port: FeedPort) throws(FeedSourceError) {
        try FeedReading(inlet: inlet, isLive: isLive, port: port, makeAdapter: makeAdapter).run()
    }
}

/// What the reading thread does, from the first byte to the last.
struct FeedReading: Sendable {
    let inlet: FeedInlet
    let isLive: Bool
    let port: FeedPort
    let makeAdapter: @Sendable (Int) -> any FeedAdapter

    /// How often it looks whether a file has grown.
    static let fileInterval: Int32 = 100
    /// Somebody who can't be let in, as the system has no descriptors left, is tried again after so many milliseconds.
    static let doorRest: Int32 = 100
    /// Most who are connected at a time; others wait.
    static let mostConnections = 16

    /// Reads until the end, and throws why that came early.
    func run() throws(FeedSourceError) {
        var stream = FeedStream(name: inlet.name, number: 0, reading: self)
        port.report(isLonely ? Self.lonely : .open)
        switch inlet.kind {
        case .listening: serve()
        case .file(let path): try read(file: path, &stream)
        case .stream, .fifo: try read(&stream)
        }
    }

    /// Why a wait is over.
    private enum Event {
        case readable, timeOut, stopped
    }

    /// Waits until `descriptor` can be read, something that is held back is due, or the reading is stopped.
    private func wait(for descriptor: Int32, milliseconds: Int32) -> Event {
        var entries = [
            pollfd(fd: port.stopDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&entries, nfds_t(entries.count), milliseconds)
        if entries[0].revents != 0 { return .stopped }
        return count > 0 && entries[1].revents != 0 ? .readable : .timeOut
    }

    /// How a pipe or a socket stands that somebody else has still to open.
    private static let lonely = FeedState.waiting("nobody writes")
    /// How a socket stands whose writers have been sent away.
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
                    // The end lasts until the next one opens it.
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

    /// Does what comes at the end of a file that grows; whether to read on.
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
            // It may be gone again.
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
        var rests = false
        defer { for connection in connections where connection.descriptor >= 0 { close(connection.descriptor) } }
        while true {
            let takes = !rests && connections.count < Self.mostConnections
            var entries = [
                pollfd(fd: port.stopDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: takes ? inlet.descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            entries += connections.map {
                pollfd(fd: $0.stream.isAhead ? -1 : $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
            let waits = connections.map(\.stream.milliseconds) + (rests ? [Self.doorRest] : [])
            _ = poll(&entries, nfds_t(entries.count), waits.filter { $0 >= 0 }.min() ?? -1)
            rests = false
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
                    // Else they still stand there, and would be heard again at once.
                    rests = ![EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED].contains(errno)
                }
            }
            port.report(connections.isEmpty ? lonely : .open)
        }
    }

    /// Somebody who writes, or has written what is not due yet.
    private struct Connection {
        /// Below 0 once it is closed.
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
