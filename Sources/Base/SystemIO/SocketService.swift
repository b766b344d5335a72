/// What a server does with its connections. All calls come from the thread that serves them: that of a ``SocketServer``,
/// or that of whoever has ``SocketConnections``.
public protocol SocketService {
    /// A signal that makes a ``SocketServer`` call ``update()``; `nil` for none.
    var signal: WakePipe? { get }

    /// Called after the signal was given and before anything is written.
    mutating func update()

    /// Begins a connection.
    ///
    /// - Parameters:
    ///   - connection: The number of the connection, which no other one has.
    ///   - descriptor: Its descriptor, which the service may write to until ``close(_:)`` returns.
    ///   - listener: The index of the socket that accepted it.
    mutating func open(_ connection: Int, _ descriptor: Int32, acceptedBy listener: Int)

    /// Begins a connection for which there is no place: the other side is to be told so, and then the connection is to be
    /// closed. If many are refused, the oldest of them are closed earlier.
    ///
    /// - Parameters:
    ///   - connection: The number of the connection, which no other one has.
    ///   - listener: The index of the socket that accepted it.
    mutating func refuse(_ connection: Int, acceptedBy listener: Int)

    /// Processes received bytes; none means that the other side sends no more, though it may still read.
    mutating func receive(_ bytes: [UInt8], from connection: Int)

    /// What the server can do with a connection now.
    func status(of connection: Int) -> SocketStatus

    /// Writes as much as the other side accepts, and returns whether the connection is still good.
    mutating func write(to connection: Int, _ descriptor: Int32) -> Bool

    /// Ends a connection, before its descriptor is closed.
    mutating func close(_ connection: Int)
}

extension SocketService {
    /// None.
    public var signal: WakePipe? { nil }

    /// Does nothing.
    public mutating func update() {}
}

/// What a server can do with a connection.
public struct SocketStatus: Equatable, Sendable {
    /// Whether more bytes can be received.
    public var canReceive: Bool
    /// Whether bytes wait to be sent.
    public var hasOutput: Bool
    /// Whether the connection is to be closed when everything is sent.
    public var isClosing: Bool
    /// Whether nothing is to be sent, now or later, unless more bytes are received.
    public var isIdle: Bool
    /// Whether the connection is closed when all places are taken and another program wants to connect: it has not asked
    /// for anything yet, or it does not read.
    public var givesWay: Bool
    /// Whether all that the other side has sent is received, though it may have closed the connection meanwhile.
    public var finishesReading: Bool

    /// Creates a status.
    public init(
        canReceive: Bool, hasOutput: Bool, isClosing: Bool, isIdle: Bool, givesWay: Bool = false,
        finishesReading: Bool = false
    ) {
        self.canReceive = canReceive
        self.hasOutput = hasOutput
        self.isClosing = isClosing
        self.isIdle = isIdle
        self.givesWay = givesWay
        self.finishesReading = finishesReading
    }

    /// The status of a connection that the service does not know.
    public static let closed = SocketStatus(canReceive: false, hasOutput: false, isClosing: true, isIdle: true)
}

extension [UInt8] {
    /// Sends the first bytes over a non-blocking socket and removes those that it accepts.
    ///
    /// - Returns: Whether the connection is still good.
    public mutating func send(to descriptor: Int32) -> Bool {
        guard !isEmpty else { return true }
        do throws(SystemError) {
            let count = try withUnsafeBufferPointer { (bytes) throws(SystemError) in
                try Descriptor.sendSome(UnsafeRawBufferPointer(bytes), to: descriptor)
            }
            removeFirst(count)
            return true
        } catch {
            return error.wouldBlock
        }
    }
}
