import SystemIO
import WebSocket

/// A connected program: its requests that wait for the stage, and the bytes that wait for it.
struct ControlProgram {
    /// How a line becomes bytes.
    enum Framing {
        /// With a line break.
        case lines
        /// As a text message of a server.
        case webSocket
    }

    /// The number of the connection.
    let number: Int
    var framing = Framing.lines
    var topics: Set<ControlTopic> = []
    /// The requests that wait.
    var requests = ControlQueue()
    /// Whether the program has sent a request yet.
    private(set) var hasAsked = false
    /// Whether no more requests are read, and the connection is closed after the answers to those that were.
    var isRefused = false
    /// Whether the connection must be closed: the program does not read, or what it sent are no requests.
    private(set) var isClosing = false
    /// Whether the program can get nothing any more, as it does not receive. What it has sent counts all the same.
    private(set) var cannotSend = false
    /// The bytes that are not sent yet.
    private var bytes: [UInt8] = []
    /// The number of requests that are not answered.
    private var unansweredCount = 0

    /// Creates a program that has sent nothing.
    init(number: Int) { self.number = number }

    /// Adds a request that was read.
    mutating func put(_ request: ControlQueue.Request) {
        requests.append(request)
        unansweredCount += 1
        hasAsked = true
    }

    /// Adds the answer to a request.
    mutating func answer(_ line: [UInt8]) {
        unansweredCount -= 1
        add(line)
    }

    /// Adds a line to send.
    mutating func add(_ line: [UInt8]) {
        guard !isClosing else { return }
        if hasRoom(for: line.count) {
            switch framing {
            case .lines:
                bytes += line
                bytes.append(UInt8(ascii: "\n"))
            case .webSocket: bytes += WebSocketConnection.serverMessage(line)
            }
        }
        if isRefused, unansweredCount == 0 { isClosing = true }
    }

    /// Adds bytes of the protocol itself to send.
    ///
    /// - Parameter isLast: Whether the connection is closed after them.
    mutating func add(bytes: [UInt8], isLast: Bool) {
        guard !isClosing else { return }
        if hasRoom(for: bytes.count) { self.bytes += bytes }
        if isLast { isClosing = true }
    }

    /// Returns whether more bytes can wait; where too many do, the connection is closed. None wait for a program that can
    /// get nothing.
    private mutating func hasRoom(for count: Int) -> Bool {
        guard !cannotSend else { return false }
        if bytes.count + count < ControlMailbox.maxUnsentBytes { return true }
        (bytes, isClosing) = ([], true)
        return false
    }

    /// Sends as much as the program accepts.
    mutating func write(to descriptor: Int32) {
        guard !bytes.send(to: descriptor) else { return }
        (bytes, topics, cannotSend) = ([], [], true)
    }

    /// What the server can do with the connection.
    var status: SocketStatus {
        SocketStatus(
            canReceive: !isClosing && !isRefused && unansweredCount < ControlMailbox.maxPendingRequests,
            hasOutput: !bytes.isEmpty, isClosing: isClosing,
            isIdle: bytes.isEmpty && topics.isEmpty && unansweredCount == 0, givesWay: !hasAsked,
            finishesReading: !isClosing && !isRefused)
    }
}

/// The requests of a program that wait, in order. They are read when their turn comes, as reading takes time too.
struct ControlQueue {
    /// A request that waits.
    enum Request {
        case line(ArraySlice<UInt8>)
        case refused(ControlRefusal)
    }

    private var requests: [Request] = []
    /// The index of the first request that waits.
    private var first = 0

    var count: Int { requests.count - first }

    var isEmpty: Bool { count == 0 }

    mutating func append(_ request: Request) { requests.append(request) }

    mutating func append(_ others: ControlQueue) { requests += others.requests[others.first...] }

    /// Removes the first request.
    mutating func popFirst() -> Request? {
        guard first < requests.count else { return nil }
        defer {
            first += 1
            if first == requests.count {
                requests.removeAll(keepingCapacity: true)
                first = 0
            }
        }
        return requests[first]
    }
}
