/// The connections of a server for stream sockets, without a thread: whoever waits for other things too can serve them.
///
/// No call blocks.
public struct SocketConnections {
    /// A connection of another program.
    private struct Connection {
        let number: Int
        let descriptor: Int32
        /// Whether the other side sends no more.
        var hasEnded = false
        /// Whether bytes were awaited of it.
        var isAwaitingInput = false
    }

    private let listeners: [OpenFile]
    // The type of the service is not a parameter of this type: without it, no call looks up types while the program runs.
    private var service: any SocketService
    private var connections: [Connection] = []
    private var connectionCount = 0
    private var throttle: AcceptThrottle

    /// The most bytes that are received at once.
    private static let readSize = 16_384

    /// Creates a server without connections.
    ///
    /// - Parameters:
    ///   - listeners: The sockets that accept connections.
    ///   - maxConnections: The most connections at once; others wait, unless one gives way (``SocketStatus/givesWay``).
    ///   - service: The service.
    public init(listeners: [OpenFile], maxConnections: Int, _ service: any SocketService) {
        self.listeners = listeners
        self.service = service
        throttle = AcceptThrottle(maxConnections: maxConnections)
    }

    /// The longest wait, in milliseconds; negative for no limit.
    var pollTimeout: Int32 { throttle.pollTimeout(atMost: []) }

    /// Notes what is awaited, and returns it: first the sockets that accept connections.
    public mutating func prepare() -> [AwaitedDescriptor] {
        var awaited: [AwaitedDescriptor] = []
        awaited.reserveCapacity(listeners.count + connections.count)
        var canGiveWay = false
        for listener in listeners { awaited.append(AwaitedDescriptor(listener.descriptor)) }
        for index in connections.indices {
            let status = service.status(of: connections[index].number)
            canGiveWay = canGiveWay || status.givesWay
            connections[index].isAwaitingInput = status.canReceive && !connections[index].hasEnded
            var wanted: AwaitedDescriptor.Readiness = []
            if connections[index].isAwaitingInput { wanted.insert(.input) }
            if status.hasOutput { wanted.insert(.output) }
            awaited.append(AwaitedDescriptor(connections[index].descriptor, for: wanted))
        }
        if !throttle.canAccept(connections: connections.count - (canGiveWay ? 1 : 0)) {
            for index in listeners.indices { awaited[index] = AwaitedDescriptor(nil) }
        }
        return awaited
    }

    /// Accepts, receives and sends what can be without waiting, and closes the connections that have ended.
    public mutating func serve() {
        var awaited = prepare()
        Descriptor.wait(for: &awaited, milliseconds: 0)
        serve(awaited[...])
    }

    /// Does the same as ``serve()``, without asking the system what is ready.
    ///
    /// - Parameter ready: The descriptors of the last ``prepare()``, after a wait. If a connection was opened or closed
    ///   since then, the system is asked again.
    public mutating func serve(_ ready: ArraySlice<AwaitedDescriptor>) {
        guard ready.count == listeners.count + connections.count,
            zip(ready.dropFirst(listeners.count), connections).allSatisfy({ $0.descriptor == $1.descriptor })
        else { return serve() }
        throttle.endPause()
        let first = ready.startIndex + listeners.count
        var ended: [Int] = []
        for index in connections.indices {
            // Where no input is awaited, input is the end of both directions, or a failure.
            let isGood =
                ready[first + index].readiness.subtracting(.output).isEmpty
                || connections[index].isAwaitingInput && receive(index)
            if !isGood || !write(index) { ended.append(index) }
        }
        close(ended)
        for index in listeners.indices where !ready[ready.startIndex + index].readiness.isEmpty { accept(index) }
    }

    /// Sends what the other sides accept without waiting, and closes the connections that have ended.
    public mutating func flush() { close(connections.indices.filter { !write($0) }) }

    /// Calls ``SocketService/update()``.
    mutating func update() { service.update() }

    /// Closes all connections, after what can be sent at once is sent.
    public mutating func end() {
        flush()
        close(Array(connections.indices))
    }

    // MARK: - One connection

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

    /// Sends bytes, and returns whether the connection goes on.
    private mutating func write(_ index: Int) -> Bool {
        let connection = connections[index]
        guard service.write(to: connection.number, connection.descriptor) else { return false }
        let status = service.status(of: connection.number)
        return !(connection.hasEnded && status.isIdle || status.isClosing && !status.hasOutput)
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
        close([index])
        return true
    }

    /// Closes connections.
    ///
    /// - Parameter indices: Their indices, in ascending order.
    private mutating func close(_ indices: [Int]) {
        for index in indices.reversed() {
            let connection = connections.remove(at: index)
            service.close(connection.number)
            Descriptor.close(connection.descriptor)
        }
    }
}
