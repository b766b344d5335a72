import Synchronization
import SystemIO
import WebSocket

/// What the thread of the server and the thread of the stage share: requests that wait, and bytes to send.
final class ControlMailbox: Sendable {
    /// How a line becomes bytes.
    enum Framing {
        /// With a line break.
        case lines
        /// As a text message of a server.
        case webSocket
    }

    /// The bytes for a program that are not sent yet.
    fileprivate struct Outbox {
        /// The descriptor of the connection.
        let descriptor: Int32
        var framing = Framing.lines
        var bytes: [UInt8] = []
        var topics: Set<ControlTopic> = []
        /// The number of requests that wait for the stage.
        var pendingRequests = 0
        /// Whether the connection must be closed: the program does not read, or what it sent are no requests.
        var isClosing = false
        /// Whether the program sends no more requests.
        var hasEnded = false
        /// Whether no more requests are read, and the connection is closed after the answers to those that were.
        var isRefused = false
        /// Whether the thread of the server must look at the connection, whether or not bytes remain to be sent.
        var needsServer = false
    }

    private struct Contents {
        var requests: [ControlMessage] = []
        var outboxes: [Int: Outbox] = [:]

        /// Removes the first requests, as many as are carried out before the next frame, and returns them without those for
        /// documents that nobody gets, as the program has gone.
        mutating func takeRequests() -> [ControlMessage] {
            var (taken, count, work) = ([ControlMessage](), 0, 0)
            while count < requests.count, work < ControlMailbox.maxWorkAtOnce {
                let request = requests[count]
                count += 1
                if request.isForDocument, outboxes[request.client]?.isClosing ?? true { continue }
                work += request.work
                taken.append(request)
            }
            requests.removeFirst(count)
            return taken
        }
    }

    private let contents = Mutex(Contents())
    /// Wakes the stage.
    let requestSignal: WakePipe
    /// Wakes the thread of the server.
    let serverSignal: WakePipe

    /// The most bytes that wait for a program; a program that lets more wait loses its connection.
    static let maxUnsentBytes = 4 << 20
    /// The number of requests of a program that wait for the stage from which the server reads no more of it, until they
    /// are answered.
    static let maxPendingRequests = 256
    /// The number of requests of all programs that wait for the stage from which the server reads no more.
    static let maxWaitingRequests = 4_096
    /// The most work that the stage takes on at once, so that a frame is painted between requests; see
    /// ``ControlMessage/work``.
    static let maxWorkAtOnce = 512

    init() throws(SystemError) {
        requestSignal = try WakePipe()
        serverSignal = try WakePipe()
    }

    // MARK: - The thread of the server

    func open(_ client: Int, _ descriptor: Int32) {
        contents.withLock { $0.outboxes[client] = Outbox(descriptor: descriptor) }
    }

    func close(_ client: Int) { contents.withLock { _ = $0.outboxes.removeValue(forKey: client) } }

    /// Adds requests, in the order in which they were read.
    func put(_ requests: [ControlMessage], from client: Int) {
        guard !requests.isEmpty else { return }
        contents.withLock { contents in
            contents.requests += requests
            contents.outboxes[client]?.pendingRequests += requests.count
        }
        requestSignal.signal()
    }

    /// Sets how lines for a program become bytes.
    func setFraming(_ framing: Framing, of client: Int) {
        contents.withLock { $0.outboxes[client]?.framing = framing }
    }

    /// Ends the reading of a program's requests; its connection is closed after the answers.
    ///
    /// - Parameter refusal: The reason, which is the last answer.
    func refuse(_ refusal: ControlRefusal, of client: Int) {
        contents.withLock { $0.outboxes[client]?.isRefused = true }
        put([ControlMessage(client: client, request: .failure(refusal))], from: client)
    }

    /// Notes that a program sends no more requests; it may still read.
    func setEnded(_ client: Int) { contents.withLock { $0.outboxes[client]?.hasEnded = true } }

    /// Adds bytes of the protocol itself to send.
    ///
    /// - Parameter isLast: Whether the connection is closed after them.
    func sendBytes(_ bytes: [UInt8], to client: Int, isLast: Bool = false) {
        contents.withLock { contents in
            guard let outbox = contents.outboxes[client], !outbox.isClosing else { return }
            let hasRoom = outbox.bytes.count + bytes.count < Self.maxUnsentBytes
            if hasRoom { contents.outboxes[client]?.bytes += bytes } else { contents.outboxes[client]?.bytes = [] }
            contents.outboxes[client]?.isClosing = isLast || !hasRoom
        }
    }

    /// What the server can do with a connection now.
    func status(of client: Int) -> SocketStatus {
        contents.withLock { contents in
            guard let outbox = contents.outboxes[client] else { return .closed }
            let hasRoom =
                outbox.pendingRequests < Self.maxPendingRequests && contents.requests.count < Self.maxWaitingRequests
            return SocketStatus(
                canReceive: !outbox.isClosing && !outbox.isRefused && hasRoom,
                hasOutput: !outbox.bytes.isEmpty, isClosing: outbox.isClosing,
                isIdle: outbox.bytes.isEmpty && outbox.topics.isEmpty && outbox.pendingRequests == 0)
        }
    }

    /// Writes as much as the program accepts, and returns whether the connection is still good.
    func write(to client: Int, _ descriptor: Int32) -> Bool {
        contents.withLock { $0.outboxes[client]?.bytes.send(to: descriptor) ?? true }
    }

    // MARK: - The thread of the stage

    /// Adds the answer to a request, to be sent with the next ``flush()``.
    ///
    /// - Parameters:
    ///   - line: The line without its line break.
    ///   - client: The number of the connection.
    func answer(_ line: [UInt8], to client: Int) {
        contents.withLock { $0.outboxes[client]?.add(line, isAnswer: true) }
    }

    func consumeRequests() -> [ControlMessage] {
        let (requests, mustWake) = contents.withLock { contents in
            let waiting = contents.requests.count
            let requests = contents.takeRequests()
            // More requests wake the stage again.
            if contents.requests.isEmpty { requestSignal.clear() }
            let isFull = contents.requests.count >= Self.maxWaitingRequests
            return (requests, waiting >= Self.maxWaitingRequests && !isFull)
        }
        // The server reads on.
        if mustWake { serverSignal.signal() }
        return requests
    }

    func setSubscribed(_ isSubscribed: Bool, to topic: ControlTopic, client: Int) {
        contents.withLock { contents in
            if isSubscribed {
                contents.outboxes[client]?.topics.insert(topic)
            } else {
                contents.outboxes[client]?.topics.remove(topic)
            }
        }
    }

    func hasSubscribers(to topic: ControlTopic) -> Bool {
        contents.withLock { $0.outboxes.values.contains { $0.topics.contains(topic) && !$0.isClosing } }
    }

    func publish(_ line: [UInt8], to topic: ControlTopic) {
        contents.withLock { contents in
            for (client, outbox) in contents.outboxes where outbox.topics.contains(topic) {
                contents.outboxes[client]?.add(line, isAnswer: false)
            }
        }
    }

    /// Sends what was added, as far as the programs accept it at once; the thread of the server sends the rest.
    ///
    /// Without this the server's thread would be woken for each answer, which costs more than the answer.
    func flush() {
        let mustWake = contents.withLock { contents in
            var mustWake = false
            for (client, outbox) in contents.outboxes where !outbox.bytes.isEmpty || outbox.needsServer {
                // The server finds a failed connection when it writes itself.
                _ = contents.outboxes[client]?.bytes.send(to: outbox.descriptor)
                if contents.outboxes[client]?.bytes.isEmpty == false || outbox.needsServer { mustWake = true }
                contents.outboxes[client]?.needsServer = false
            }
            return mustWake
        }
        if mustWake { serverSignal.signal() }
    }
}

extension ControlMailbox.Outbox {
    /// Adds a line.
    fileprivate mutating func add(_ line: [UInt8], isAnswer: Bool) {
        if isAnswer {
            // Where too many requests waited, the server reads on; where no more come, it closes the connection.
            let wasFull = pendingRequests >= ControlMailbox.maxPendingRequests
            pendingRequests -= 1
            needsServer = needsServer || wasFull || hasEnded && pendingRequests == 0
        }
        guard !isClosing else { return }
        guard bytes.count + line.count < ControlMailbox.maxUnsentBytes else {
            bytes = []
            isClosing = true
            needsServer = true
            return
        }
        switch framing {
        case .lines:
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
        case .webSocket: bytes += WebSocketConnection.serverMessage(line)
        }
        isClosing = isRefused && pendingRequests == 0
        needsServer = needsServer || isClosing
    }
}
