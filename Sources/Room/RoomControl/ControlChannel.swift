package import SystemIO

/// A request with the program that made it.
package struct ControlMessage: Sendable {
    /// The number of the program's connection.
    package let client: Int
    /// The request, or the reason why the line is none.
    package let request: Result<ControlRequest, ControlRefusal>
    /// The length of its line, in bytes.
    private var length = 0

    /// Creates a message.
    package init(client: Int, request: Result<ControlRequest, ControlRefusal>) {
        self.client = client
        self.request = request
    }

    /// Reads a request when its turn has come.
    init(client: Int, _ request: ControlQueue.Request) {
        self.client = client
        switch request {
        case .line(let line):
            length = line.count
            self.request = Result { () throws(ControlRefusal) in try ControlRequest(line: line) }
        case .refused(let refusal): self.request = .failure(refusal)
        }
    }

    /// The number of the programs that have gone, which no connection has.
    static let gone = 0

    /// Whether the answer is a document, so that nothing happens without somebody who gets it.
    var isForDocument: Bool {
        if case .success(let request) = request, case .get = request.action { true } else { false }
    }

    /// The work of reading and answering, in about ten microseconds.
    ///
    /// A screenshot takes milliseconds, a state some hundred microseconds, a change of settings or a gift with all that
    /// follows it up to a hundred, and most other requests a few. Reading long lines takes time too, and so does the reason
    /// why a line is no request.
    var work: Int { 1 + length / Self.bytesPerWork + answerWork }

    private static let bytesPerWork = 256

    private var answerWork: Int {
        guard case .success(let request) = request else { return 3 }
        switch request.action {
        case .get(.screenshot): return ControlMailbox.maxWorkAtOnce
        case .get(.state), .get(.gifts): return 30
        case .set, .unset, .send, .line: return 8
        case .control, .seek, .speed: return 2
        case .get(.frames), .subscribe, .unsubscribe: return 0
        }
    }
}

/// The connections of other programs to a running room.
///
/// No call blocks: requests wait in a queue with a limit, and what is sent waits in a buffer with a limit.
package protocol ControlChannel: AnyObject {
    /// Reads requests, and returns those whose turn has come: those of each program in order, and at most as many as are
    /// carried out before the next frame.
    ///
    /// - Parameter ready: The descriptors of the last ``prepareWait()`` after the wait; `nil` if there was none.
    func consumeRequests(ready: ArraySlice<AwaitedDescriptor>?) -> [ControlMessage]

    /// Whether requests wait that were read.
    var hasRequests: Bool { get }

    /// Sends a line to a program, with the next ``flush()``.
    ///
    /// - Parameters:
    ///   - line: The line without its line break.
    ///   - client: The number of the connection; a closed one is ignored.
    func send(_ line: [UInt8], to client: Int)

    /// Begins or ends a subscription of a program.
    func setSubscribed(_ isSubscribed: Bool, to topic: ControlTopic, client: Int)

    /// Returns whether any program has subscribed to a topic.
    func hasSubscribers(to topic: ControlTopic) -> Bool

    /// Sends a line to the subscribers of a topic, with the next ``flush()``.
    func publish(_ line: [UInt8], to topic: ControlTopic)

    /// Sends the lines since the last call.
    func flush()

    /// Returns what to wait for before requests can be read, or more can be sent.
    func prepareWait() -> [AwaitedDescriptor]
}
