import SystemIO

/// What waits between a room and the programs that steer it: requests, and bytes to send.
///
/// The programs take turns, one request each, so nobody waits for the many requests of another one.
final class ControlMailbox {
    /// The programs, in the order of their numbers.
    private var programs: [ControlProgram] = []
    /// The requests of programs that have gone. What they change happens all the same.
    private var requestsOfGone = ControlQueue()
    /// The index in ``programs`` of the program whose turn is next; that of the end for those that have gone.
    private var turn = 0

    /// The most bytes that wait for a program; a program that lets more wait loses its connection.
    static let maxUnsentBytes = 4 << 20
    /// The number of requests of a program that are not answered from which no more are read of it.
    static let maxPendingRequests = 256
    /// The number of requests of programs that have gone from which no more requests are read.
    static let maxRequestsOfGone = 4_096
    /// The most work that the stage takes on at once, so that a frame is painted between requests; see
    /// ``ControlMessage/work``.
    static let maxWorkAtOnce = 512

    // MARK: - Connections

    func open(_ client: Int) { programs.append(ControlProgram(number: client)) }

    func close(_ client: Int) {
        guard let index = index(of: client) else { return }
        requestsOfGone.append(programs.remove(at: index).requests)
        if index < turn { turn -= 1 }
    }

    /// Calls `body` with a program, unless it has gone.
    @discardableResult
    func update<Result>(_ client: Int, _ body: (inout ControlProgram) -> Result) -> Result? {
        index(of: client).map { body(&programs[$0]) }
    }

    /// What the server can do with the connection of a program; `nil` if it has gone.
    func status(of client: Int) -> SocketStatus? {
        guard let index = index(of: client) else { return nil }
        var status = programs[index].status
        if status.canReceive { status.canReceive = hasRoom }
        return status
    }

    private func index(of client: Int) -> Int? { programs.firstIndex { $0.number == client } }

    // MARK: - Requests

    /// Whether any request waits.
    var hasRequests: Bool { !requestsOfGone.isEmpty || programs.contains { !$0.requests.isEmpty } }

    /// Whether more requests can be read.
    var hasRoom: Bool { requestsOfGone.count < Self.maxRequestsOfGone }

    /// Removes as many requests as are carried out before the next frame, and returns them without those for documents
    /// that nobody gets, as the program has gone.
    func consumeRequests() -> [ControlMessage] {
        var messages: [ControlMessage] = []
        var work = 0
        while work < Self.maxWorkAtOnce, hasRequests {
            let (client, request) = nextTurn()
            guard let request else { continue }
            let message = ControlMessage(client: client, request)
            guard !message.isForDocument || update(client, { !$0.cannotSend }) == true else {
                update(client) { $0.answer([]) }
                work += 1
                continue
            }
            work += message.work
            messages.append(message)
        }
        return messages
    }

    /// Returns the first request of the program whose turn it is, with its number; the next turn is another one's.
    private func nextTurn() -> (client: Int, request: ControlQueue.Request?) {
        guard turn < programs.count else {
            turn = 0
            return (ControlMessage.gone, requestsOfGone.popFirst())
        }
        turn += 1
        // A program that reads nothing gets no more answers.
        let isGone = programs[turn - 1].isClosing
        return (isGone ? ControlMessage.gone : programs[turn - 1].number, programs[turn - 1].requests.popFirst())
    }

    // MARK: - Subscriptions

    func hasSubscribers(to topic: ControlTopic) -> Bool {
        programs.contains { $0.topics.contains(topic) && !$0.isClosing && !$0.cannotSend }
    }

    func publish(_ line: [UInt8], to topic: ControlTopic) {
        for index in programs.indices where programs[index].topics.contains(topic) { programs[index].add(line) }
    }
}
