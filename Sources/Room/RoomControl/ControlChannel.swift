/// A request with the program that made it.
package struct ControlMessage: Sendable {
    /// The number of the program's connection.
    package let client: Int
    /// The request, or the reason why the line is none.
    package let request: Result<ControlRequest, ControlRefusal>

    /// Creates a message.
    package init(client: Int, request: Result<ControlRequest, ControlRefusal>) {
        self.client = client
        self.request = request
    }

    /// Whether the answer is a document, so that nothing happens without somebody who gets it.
    var isForDocument: Bool {
        if case .success(let request) = request, case .get = request.action { true } else { false }
    }

    /// The work of the answer, as a number of requests that change a setting.
    ///
    /// A screenshot takes milliseconds, a state some hundred microseconds, and most other requests a few.
    var work: Int {
        guard case .success(let request) = request, case .get(let document) = request.action else { return 1 }
        switch document {
        case .screenshot: return ControlMailbox.maxWorkAtOnce
        case .state, .gifts: return 16
        case .frames: return 1
        }
    }
}

/// The connections of other programs to a running room.
///
/// No call blocks: requests wait in a queue with a limit, and what is sent waits in a buffer with a limit.
package protocol ControlChannel: AnyObject {
    /// Returns the requests since the last call, in order, at most as many as are carried out before the next frame.
    func consumeRequests() -> [ControlMessage]

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

    /// A descriptor that is readable while requests wait; `nil` if the room must look for them.
    var wakeUpDescriptor: Int32? { get }
}
