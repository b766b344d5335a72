/// A server for stream sockets with one thread, on which the service runs.
public final class SocketServer: Sendable {
    private let thread: SystemThread
    private let stop: WakePipe

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: The name of the thread in debuggers; only the first 15 bytes count.
    ///   - listeners: The sockets that accept connections.
    ///   - maxConnections: The most connections at once. Beyond them, one that gives way is closed
    ///     (``SocketStatus/givesWay``), and without such a one the new connection is refused
    ///     (``SocketService/refuse(_:acceptedBy:)``).
    ///   - service: The service.
    public init(
        _ name: String, listeners: [OpenFile], maxConnections: Int, _ service: some SocketService & Sendable
    ) throws(SystemError) {
        let stop = try WakePipe()
        self.stop = stop
        thread = try SystemThread(name) {
            var connections = SocketConnections(listeners: listeners, maxConnections: maxConnections, service)
            while Self.serve(&connections, signal: service.signal, stop: stop) {}
            connections.end()
        }
    }

    deinit { end() }

    /// Closes all connections, after what can be sent at once is sent. A second call has no effect.
    public func end() {
        stop.signal()
        thread.join()
    }

    /// Waits for something to do and does it; returns whether to go on.
    private static func serve(_ connections: inout SocketConnections, signal: WakePipe?, stop: WakePipe) -> Bool {
        var awaited =
            [AwaitedDescriptor(stop.descriptor), AwaitedDescriptor(signal?.descriptor)] + connections.prepare()
        Descriptor.wait(for: &awaited, milliseconds: connections.pollTimeout)
        if !awaited[0].readiness.isEmpty { return false }
        if !awaited[1].readiness.isEmpty {
            signal?.clear()
            connections.update()
        }
        connections.serve(awaited.dropFirst(2))
        return true
    }
}
