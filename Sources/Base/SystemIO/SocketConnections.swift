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
        /// Whether it was accepted only to be told that all places are taken.
        var isRefused = false
        /// The bytes that were received and discarded since everything was sent; `nil` before that.
        var discardedCount: Int?

        /// Whether the service has ended it, so that only its end is awaited.
        var isLeaving: Bool { discardedCount != nil }
        /// Whether it takes a place.
        var hasPlace: Bool { !isRefused && !isLeaving }
    }

    private let listeners: [OpenFile]
    // The type of the service is not a parameter of this type: without it, no call looks up types while the program runs.
    private var service: any SocketService
    private var connections: [Connection] = []
    private var connectionCount = 0
    private var throttle: AcceptThrottle
    /// The most connections at once.
    private let maxConnections: Int

    /// The most bytes that are received at once.
    private static let readSize = 16_384
    /// The most connections at once that take no place: they are told that all places are taken, or have got everything.
    static let maxWithoutPlace = 8
    /// The most bytes that are discarded of a connection that has got everything.
    private static let maxDiscarded = 1 << 20

    /// Creates a server without connections.
    ///
    /// - Parameters:
    ///   - listeners: The sockets that accept connections.
    ///   - maxConnections: The most connections at once. Beyond them, one that gives way is closed
    ///     (``SocketStatus/givesWay``), and without such a one the new connection is refused
    ///     (``SocketService/refuse(_:acceptedBy:)``).
    ///   - service: The service.
    public init(listeners: [OpenFile], maxConnections: Int, _ service: any SocketService) {
        self.listeners = listeners
        self.service = service
        self.maxConnections = maxConnections
        // A new connection takes the place of one that gives way or is refused, so all but failures are accepted.
        throttle = AcceptThrottle(maxConnections: maxConnections + Self.maxWithoutPlace + 1)
    }

    /// The longest wait, in milliseconds; negative for no limit.
    var pollTimeout: Int32 { throttle.pollTimeout(atMost: []) }

    /// Notes what is awaited, and returns it: first the sockets that accept connections.
    public mutating func prepare() -> [AwaitedDescriptor] {
        var awaited: [AwaitedDescriptor] = []
        awaited.reserveCapacity(listeners.count + connections.count)
        for listener in listeners { awaited.append(AwaitedDescriptor(listener.descriptor)) }
        for index in connections.indices {
            guard !connections[index].isLeaving else {
                awaited.append(AwaitedDescriptor(connections[index].descriptor))
                continue
            }
            let status = service.status(of: connections[index].number)
            connections[index].isAwaitingInput = status.canReceive && !connections[index].hasEnded
            var wanted: AwaitedDescriptor.Readiness = []
            if connections[index].isAwaitingInput { wanted.insert(.input) }
            if status.hasOutput { wanted.insert(.output) }
            awaited.append(AwaitedDescriptor(connections[index].descriptor, for: wanted))
        }
        if !throttle.canAccept(connections: connections.count) {
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
            guard !connections[index].isLeaving else {
                if !ready[first + index].readiness.isEmpty, !discard(index) { ended.append(index) }
                continue
            }
            let isGood =
                ready[first + index].readiness.subtracting(.output).isEmpty
                || (connections[index].isAwaitingInput ? receive(index) : outlivesEnd(index))
            if !isGood || !write(index) { ended.append(index) }
        }
        close(ended)
        closeExcess()
        for index in listeners.indices where !ready[ready.startIndex + index].readiness.isEmpty { accept(index) }
    }

    /// Sends what the other sides accept without waiting, and closes the connections that have ended.
    public mutating func flush() {
        close(connections.indices.filter { !write($0) })
        closeExcess()
    }

    /// Calls ``SocketService/update()``.
    mutating func update() { service.update() }

    /// Closes all connections, after what can be sent at once is sent.
    public mutating func end() {
        flush()
        close(Array(connections.indices))
    }

    // MARK: - One connection

    /// Returns whether a connection goes on whose other side has closed both directions, or that has failed, while no
    /// input was awaited.
    private func outlivesEnd(_ index: Int) -> Bool {
        !connections[index].hasEnded && service.status(of: connections[index].number).finishesReading
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

    /// Sends bytes, and returns whether the connection goes on.
    private mutating func write(_ index: Int) -> Bool {
        let connection = connections[index]
        guard !connection.isLeaving else { return true }
        guard service.write(to: connection.number, connection.descriptor) else { return false }
        let status = service.status(of: connection.number)
        guard status.isClosing, !status.hasOutput else { return !(connection.hasEnded && status.isIdle) }
        return !connection.hasEnded && leave(index)
    }

    /// Ends a connection in one direction, and returns whether the other direction is still open.
    ///
    /// If a socket is closed while received bytes wait, the other side may lose what was sent last.
    ///
    /// - SeeAlso: RFC 9112, section 9.6.
    private mutating func leave(_ index: Int) -> Bool {
        do throws(SystemError) {
            try Descriptor.endSending(over: connections[index].descriptor)
        } catch {
            return false
        }
        service.close(connections[index].number)
        connections[index].discardedCount = 0
        return true
    }

    /// Discards received bytes, and returns whether more may follow.
    private mutating func discard(_ index: Int) -> Bool {
        do throws(SystemError) {
            let count = try Descriptor.read(connections[index].descriptor, upTo: Self.readSize).count
            let total = (connections[index].discardedCount ?? 0) + count
            connections[index].discardedCount = total
            return count > 0 && total <= Self.maxDiscarded
        } catch {
            return error.wouldBlock
        }
    }

    private mutating func accept(_ listener: Int) {
        do throws(SystemError) {
            let descriptor = try UnixSocket.accept(listeners[listener].descriptor)
            let isRefused = !makeRoom()
            connectionCount += 1
            connections.append(
                Connection(number: connectionCount, descriptor: descriptor, isRefused: isRefused))
            if isRefused {
                service.refuse(connectionCount, acceptedBy: listener)
            } else {
                service.open(connectionCount, descriptor, acceptedBy: listener)
            }
        } catch {
            throttle.handleAcceptFailure(error)
        }
    }

    /// Closes the oldest connection that gives way, if all places are taken; returns whether there is a place.
    private mutating func makeRoom() -> Bool {
        guard connections.count(where: \.hasPlace) >= maxConnections else { return true }
        guard
            let index = connections.firstIndex(where: { $0.hasPlace && service.status(of: $0.number).givesWay })
        else {
            closeExcess(room: 1)
            return false
        }
        close([index])
        return true
    }

    /// Closes the oldest connections without a place, if there are too many.
    ///
    /// - Parameter room: The number of such connections that will follow.
    private mutating func closeExcess(room: Int = 0) {
        guard connections.count > Self.maxWithoutPlace - room else { return }
        let others = connections.indices.filter { !connections[$0].hasPlace }
        close(Array(others.prefix(max(others.count + room - Self.maxWithoutPlace, 0))))
    }

    /// Closes connections.
    ///
    /// - Parameter indices: Their indices, in ascending order.
    private mutating func close(_ indices: [Int]) {
        for index in indices.reversed() {
            let connection = connections.remove(at: index)
            if !connection.isLeaving { service.close(connection.number) }
            Descriptor.close(connection.descriptor)
        }
    }
}
