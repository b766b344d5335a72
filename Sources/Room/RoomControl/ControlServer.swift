import SystemIO

/// A server at a socket of the Unix domain, to which other programs of the same user connect to steer a room.
///
/// A thread of its own reads and writes. The stage takes requests and gives answers without waiting, so neither a slow
/// nor a dead program delays it.
package final class ControlServer: ControlChannel {
    private let mailbox: ControlMailbox
    private let path: String
    private let thread: SystemThread
    private let stop: WakePipe

    /// The most programs at once; others wait.
    package static let maxClients = 16

    /// Listens at a path and starts the thread.
    ///
    /// - Parameter path: The path, where no file must exist, or the socket of a program that has ended.
    /// - Throws: `ControlServerError` if another program listens there, or the socket cannot be made.
    package init(at path: String) throws(ControlServerError) {
        let listener = try Self.listen(at: path)
        do throws(SystemError) {
            let mailbox = try ControlMailbox()
            let stop = try WakePipe()
            self.mailbox = mailbox
            self.stop = stop
            self.path = path
            thread = try SystemThread("control") {
                ControlServerLoop(listener: listener, mailbox: mailbox, stop: stop).run()
            }
        } catch {
            try? FileSystem.removeFile(path)
            throw ControlServerError(path, "cannot be opened: \(error)")
        }
    }

    deinit { end() }

    /// Closes all connections, after what can be sent at once is sent, and removes the socket.
    package func end() {
        stop.signal()
        thread.join()
        try? FileSystem.removeFile(path)
    }

    package func consumeRequests() -> [ControlMessage] { mailbox.consumeRequests() }

    package func send(_ line: [UInt8], to client: Int) { mailbox.send(line, to: client, isAnswer: true) }

    package func setSubscribed(_ isSubscribed: Bool, to topic: ControlTopic, client: Int) {
        mailbox.setSubscribed(isSubscribed, to: topic, client: client)
    }

    package func hasSubscribers(to topic: ControlTopic) -> Bool { mailbox.hasSubscribers(to: topic) }

    package func publish(_ line: [UInt8], to topic: ControlTopic) { mailbox.publish(line, to: topic) }

    package var wakeUpDescriptor: Int32? { mailbox.requestSignal.descriptor }

    /// Listens at a path; the socket of a program that has ended is replaced, no other file is.
    private static func listen(at path: String) throws(ControlServerError) -> OpenFile {
        let other: OpenFile?
        do throws(UnixSocketError) {
            other = try UnixSocket.connectIfListening(to: path)
        } catch {
            throw ControlServerError(path, error.description)
        }
        guard other == nil else { throw ControlServerError(path, "another program listens there") }
        do throws(SystemError) {
            return try UnixSocket.listen(at: path)
        } catch {
            throw ControlServerError(path, "cannot be opened: \(error)")
        }
    }
}

/// The error that a socket for other programs cannot be opened, in one line.
package struct ControlServerError: Error, Equatable, CustomStringConvertible {
    /// The path and the problem.
    package let description: String

    init(_ path: String, _ problem: String) { description = "\(path): \(problem)" }
}

/// The work of the thread of a server.
struct ControlServerLoop {
    let listener: OpenFile
    let mailbox: ControlMailbox
    let stop: WakePipe
    private var connections: [ControlConnection] = []
    private var connectionCount = 0
    private var throttle = AcceptThrottle(maxConnections: ControlServer.maxClients)

    init(listener: OpenFile, mailbox: ControlMailbox, stop: WakePipe) {
        self.listener = listener
        self.mailbox = mailbox
        self.stop = stop
    }

    consuming func run() {
        var loop = self
        while loop.step() {}
        for connection in loop.connections {
            _ = loop.mailbox.write(to: connection.number, connection.descriptor)
            loop.close(connection)
        }
    }

    /// Waits for something to do and does it; returns whether to go on.
    private mutating func step() -> Bool {
        let statuses = connections.map { mailbox.status(of: $0.number) }
        let canAccept = throttle.canAccept(connections: connections.count)
        var awaited = [
            AwaitedDescriptor(stop.descriptor), AwaitedDescriptor(mailbox.serverSignal.descriptor),
            AwaitedDescriptor(canAccept ? listener.descriptor : nil),
        ]
        for (connection, status) in zip(connections, statuses) {
            var wanted: AwaitedDescriptor.Readiness = []
            if status.canRead, !connection.hasEnded { wanted.insert(.input) }
            if status.hasOutput { wanted.insert(.output) }
            awaited.append(AwaitedDescriptor(connection.descriptor, for: wanted))
        }
        let ready = Descriptor.wait(for: awaited, milliseconds: throttle.pollTimeout(atMost: []))
        throttle.endPause()
        if !ready[0].isEmpty { return false }
        if !ready[1].isEmpty { mailbox.serverSignal.clear() }
        serve(ready.dropFirst(3).map(\.self), zip(connections, statuses).map { !$0.hasEnded && $1.canRead })
        if !ready[2].isEmpty { accept() }
        return true
    }

    /// Reads from and writes to the connections that are ready, and closes those that have ended.
    private mutating func serve(_ ready: [AwaitedDescriptor.Readiness], _ canRead: [Bool]) {
        var ended: [Int] = []
        for index in connections.indices {
            var isGood = true
            if !ready[index].subtracting(.output).isEmpty {
                // Where no input is awaited, this is the end of both directions, or a failure.
                isGood = canRead[index] && read(index)
            }
            let connection = connections[index]
            if isGood { isGood = mailbox.write(to: connection.number, connection.descriptor) }
            let status = mailbox.status(of: connection.number)
            if !isGood || connection.hasEnded && status.isIdle || status.isClosing && !status.hasOutput {
                ended.append(index)
            }
        }
        for index in ended.reversed() { close(connections.remove(at: index)) }
    }

    /// Reads requests, and returns whether the connection is still good.
    private mutating func read(_ index: Int) -> Bool {
        let client = connections[index].number
        var messages: [ControlMessage] = []
        let result = connections[index].read { line in
            messages.append(
                ControlMessage(
                    client: client,
                    request: Result { () throws(ControlRefusal) in try ControlRequest(line: line) }))
        }
        mailbox.put(messages, from: client)
        switch result {
        case .open, .ended: return true
        case .failed: return false
        case .tooLong:
            let refusal = ControlRefusal(
                "expected a line of at most \(ControlConnection.maxLineLength) bytes, found a longer one")
            mailbox.send(ControlAnswer.refused(refusal, id: nil), to: client, isLast: true)
            return true
        }
    }

    private mutating func accept() {
        do throws(SystemError) {
            let descriptor = try UnixSocket.accept(listener.descriptor)
            connectionCount += 1
            connections.append(ControlConnection(number: connectionCount, descriptor: descriptor))
            mailbox.open(connectionCount)
        } catch {
            throttle.handleAcceptFailure(error)
        }
    }

    private func close(_ connection: ControlConnection) {
        Descriptor.close(connection.descriptor)
        mailbox.close(connection.number)
    }
}
