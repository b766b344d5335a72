/// A server for stream sockets with one thread, on which the service runs.
public final class SocketServer: Sendable {
    private let thread: SystemThread
    private let stop: WakePipe

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: The name of the thread in debuggers; only the first 15 bytes count.
    ///   - listeners: The sockets that accept connections.
    ///   - maxConnections: The most connections at once; others wait, unless one gives way (``SocketStatus/givesWay``).
    ///   - service: The service.
    public init(
        _ name: String, listeners: [OpenFile], maxConnections: Int, _ service: some SocketService & Sendable
    ) throws(SystemError) {
        let stop = try WakePipe()
        self.stop = stop
        thread = try SystemThread(name) {
            SocketServerLoop(listeners: listeners, maxConnections: maxConnections, service: service, stop: stop).run()
        }
    }

    deinit { end() }

    /// Closes all connections, after what can be sent at once is sent. A second call has no effect.
    public func end() {
        stop.signal()
        thread.join()
    }
}

/// The work of the thread of a server.
struct SocketServerLoop<Service: SocketService> {
    /// A connection of another program.
    private struct Connection {
        let number: Int
        let descriptor: Int32
        /// Whether the other side sends no more.
        var hasEnded = false
    }

    private let listeners: [OpenFile]
    private var service: Service
    private let stop: WakePipe
    private var connections: [Connection] = []
    private var connectionCount = 0
    private var throttle: AcceptThrottle

    /// The most bytes that are received at once.
    private static var readSize: Int { 16_384 }

    init(listeners: [OpenFile], maxConnections: Int, service: Service, stop: WakePipe) {
        self.listeners = listeners
        self.service = service
        self.stop = stop
        throttle = AcceptThrottle(maxConnections: maxConnections)
    }

    consuming func run() {
        var loop = self
        while loop.step() {}
        for connection in loop.connections {
            _ = loop.service.write(to: connection.number, connection.descriptor)
            loop.close(connection)
        }
    }

    /// Waits for something to do and does it; returns whether to go on.
    private mutating func step() -> Bool {
        let statuses = connections.map { service.status(of: $0.number) }
        let canGiveWay = statuses.contains(where: \.givesWay)
        let canAccept = throttle.canAccept(connections: connections.count - (canGiveWay ? 1 : 0))
        var awaited = [AwaitedDescriptor(stop.descriptor), AwaitedDescriptor(service.signal?.descriptor)]
        awaited += listeners.map { AwaitedDescriptor(canAccept ? $0.descriptor : nil) }
        for (connection, status) in zip(connections, statuses) {
            var wanted: AwaitedDescriptor.Readiness = []
            if status.canReceive, !connection.hasEnded { wanted.insert(.input) }
            if status.hasOutput { wanted.insert(.output) }
            awaited.append(AwaitedDescriptor(connection.descriptor, for: wanted))
        }
        let ready = Descriptor.wait(for: awaited, milliseconds: throttle.pollTimeout(atMost: []))
        throttle.endPause()
        if !ready[0].isEmpty { return false }
        if !ready[1].isEmpty {
            service.signal?.clear()
            service.update()
        }
        serve(
            ready.dropFirst(2 + listeners.count).map(\.self),
            zip(connections, statuses).map { !$0.hasEnded && $1.canReceive })
        for index in listeners.indices where !ready[2 + index].isEmpty { accept(index) }
        return true
    }

    /// Reads from and writes to the connections that are ready, and closes those that have ended.
    private mutating func serve(_ ready: [AwaitedDescriptor.Readiness], _ canReceive: [Bool]) {
        var ended: [Int] = []
        for index in connections.indices {
            var isGood = true
            if !ready[index].subtracting(.output).isEmpty {
                // Where no input is awaited, this is the end of both directions, or a failure.
                isGood = canReceive[index] && receive(index)
            }
            let connection = connections[index]
            if isGood { isGood = service.write(to: connection.number, connection.descriptor) }
            let status = service.status(of: connection.number)
            if !isGood || connection.hasEnded && status.isIdle || status.isClosing && !status.hasOutput {
                ended.append(index)
            }
        }
        for index in ended.reversed() { close(connections.remove(at: index)) }
    }

    /// Receives bytes, and returns whether the connection is still good.
    private mutating func receive(_ index: Int) -> Bool {
        do throws(SystemError) {
            let bytes = try Descriptor.read(connections[index].descriptor, upTo: Self.readSize)
            connections[index].hasEnded = bytes.isEmpty
            service.receive(bytes, from: connections[index].number)
            return true
        } catch {
            return error.wouldBlock
        }
    }

    private mutating func accept(_ listener: Int) {
        guard makeRoom() else { return }
        do throws(SystemError) {
            let descriptor = try UnixSocket.accept(listeners[listener].descriptor)
            connectionCount += 1
            connections.append(Connection(number: connectionCount, descriptor: descriptor))
            service.open(connectionCount, descriptor, acceptedBy: listener)
        } catch {
            throttle.handleAcceptFailure(error)
        }
    }

    /// Closes the oldest connection that gives way, if all places are taken; returns whether there is a place.
    private mutating func makeRoom() -> Bool {
        guard throttle.isFull(connections: connections.count) else { return true }
        guard let index = connections.firstIndex(where: { service.status(of: $0.number).givesWay }) else {
            return false
        }
        close(connections.remove(at: index))
        return true
    }

    private mutating func close(_ connection: Connection) {
        service.close(connection.number)
        Descriptor.close(connection.descriptor)
    }
}
