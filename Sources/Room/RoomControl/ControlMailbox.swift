import Synchronization
import SystemIO

/// What the thread of the server and the thread of the stage share: requests that wait, and bytes to send.
final class ControlMailbox: Sendable {
    /// The bytes for a program that are not sent yet.
    fileprivate struct Outbox {
        var bytes: [UInt8] = []
        var topics: Set<ControlTopic> = []
        /// The number of requests that wait for the stage.
        var pendingRequests = 0
        /// Whether the connection must be closed: the program does not read, or it sent no requests.
        var isClosing = false
    }

    private struct Contents {
        var requests: [ControlMessage] = []
        var outboxes: [Int: Outbox] = [:]
    }

    private let contents = Mutex(Contents())
    /// Wakes the stage.
    let requestSignal: WakePipe
    /// Wakes the thread of the server.
    let serverSignal: WakePipe

    /// The most bytes that wait for a program; a program that lets more wait loses its connection.
    static let maxUnsentBytes = 4 << 20
    /// The most requests of a program that wait for the stage; the server reads on when they are answered.
    static let maxPendingRequests = 256
    /// The most requests that the stage takes at once, so that a frame is painted between them.
    static let maxRequestsAtOnce = 512

    init() throws(SystemError) {
        requestSignal = try WakePipe()
        serverSignal = try WakePipe()
    }

    // MARK: - The thread of the server

    func open(_ client: Int) { contents.withLock { $0.outboxes[client] = Outbox() } }

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

    /// What the server can do with a connection now.
    struct Status {
        /// Whether another request can be read.
        var canRead = false
        /// Whether bytes wait to be sent.
        var hasOutput = false
        /// Whether the connection is to be closed.
        var isClosing = true
        /// Whether nothing is to be sent, now or after requests and events.
        var isIdle = true
    }

    func status(of client: Int) -> Status {
        contents.withLock { contents in
            guard let outbox = contents.outboxes[client] else { return Status() }
            return Status(
                canRead: !outbox.isClosing && outbox.pendingRequests < Self.maxPendingRequests,
                hasOutput: !outbox.bytes.isEmpty, isClosing: outbox.isClosing,
                isIdle: outbox.bytes.isEmpty && outbox.topics.isEmpty && outbox.pendingRequests == 0)
        }
    }

    /// Writes as much as the program accepts, and returns whether the connection is still good.
    func write(to client: Int, _ descriptor: Int32) -> Bool {
        contents.withLock { $0.outboxes[client]?.write(to: descriptor) ?? true }
    }

    // MARK: - Both threads

    /// Adds a line to send, with its line break.
    ///
    /// - Parameters:
    ///   - line: The line without its line break.
    ///   - client: The number of the connection.
    ///   - isAnswer: Whether the line answers a request, so that another one can be read.
    ///   - isLast: Whether the connection is closed after the line.
    func send(_ line: [UInt8], to client: Int, isAnswer: Bool = false, isLast: Bool = false) {
        let mustWake = contents.withLock { contents in
            contents.outboxes[client]?.add(line, isAnswer: isAnswer, isLast: isLast) ?? false
        }
        if mustWake { serverSignal.signal() }
    }

    // MARK: - The thread of the stage

    func consumeRequests() -> [ControlMessage] {
        contents.withLock { contents in
            let count = min(contents.requests.count, Self.maxRequestsAtOnce)
            let requests = Array(contents.requests.prefix(count))
            contents.requests.removeFirst(count)
            // More requests wake the stage again.
            if contents.requests.isEmpty { requestSignal.clear() }
            return requests
        }
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
        let mustWake = contents.withLock { contents in
            var mustWake = false
            for (client, outbox) in contents.outboxes where outbox.topics.contains(topic) {
                if contents.outboxes[client]?.add(line, isAnswer: false, isLast: false) == true { mustWake = true }
            }
            return mustWake
        }
        if mustWake { serverSignal.signal() }
    }
}

extension ControlMailbox.Outbox {
    /// Writes as much as the program accepts, and returns whether the connection is still good.
    fileprivate mutating func write(to descriptor: Int32) -> Bool {
        guard !bytes.isEmpty else { return true }
        do throws(SystemError) {
            let count = try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                try Descriptor.writeSome(UnsafeRawBufferPointer(bytes), to: descriptor)
            }
            bytes.removeFirst(count)
            return true
        } catch {
            return error.wouldBlock
        }
    }

    /// Adds a line, and returns whether the server has to be woken for it.
    fileprivate mutating func add(_ line: [UInt8], isAnswer: Bool, isLast: Bool) -> Bool {
        let wasFull = pendingRequests >= ControlMailbox.maxPendingRequests
        if isAnswer { pendingRequests -= 1 }
        guard !isClosing else { return false }
        let wasEmpty = bytes.isEmpty
        guard bytes.count + line.count < ControlMailbox.maxUnsentBytes else {
            bytes = []
            isClosing = true
            return true
        }
        bytes += line
        bytes.append(UInt8(ascii: "\n"))
        isClosing = isLast
        return wasEmpty || wasFull || isLast
    }
}
