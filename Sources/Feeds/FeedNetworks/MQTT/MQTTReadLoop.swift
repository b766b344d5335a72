import FeedSources
import MQTTClient
import RoomEvents
import SystemIO

/// The work of the reading thread with one connection after the other.
struct MQTTReadLoop {
    let port: FeedPort
    let name: String
    var converter: MQTTMessageConverter
    let options: MQTTTransport.Options
    /// The topics and the reception of a publication with numbers; nil for one that relies on the broker.
    var publication: (topics: PublicationTopics, reception: PublicationReception)?
    /// The time of the last state of a publication that goes on; nil before.
    private var heardAt: Duration?
    private var reports: [ReceptionReport] = []

    /// The time after which a node is left that sends no states any more.
    private static let maxSilence: Duration = .seconds(4)

    /// Creates the loop.
    init(
        port: FeedPort, name: String, converter: MQTTMessageConverter, options: MQTTTransport.Options,
        publication: (PublicationTopics, PublicationReception)? = nil
    ) {
        self.port = port
        self.name = name
        self.converter = converter
        self.options = options
        self.publication = publication
    }

    /// Subscribes and puts events into the port until the port is stopped.
    ///
    /// - Parameters:
    ///   - connection: An open network connection to the broker.
    ///   - opened: Called when the broker has granted the subscription.
    /// - Throws: `MQTTError` if the connection ends or the broker refuses it.
    mutating func run(with connection: MQTTConnection, opened: () -> Void) throws(MQTTError) {
        let deadline = port.now + MQTTConnection.timeout
        var isOpen = false
        var isWanted = true
        heardAt = nil
        converter.beginConnection()
        while isWanted, !port.isStopped {
            isWanted = port.put(converter.advance(to: port.now))
            if !isOpen, port.now >= deadline { throw MQTTError("the broker does not answer") }
            if let heardAt, port.now - heardAt >= Self.maxSilence { throw MQTTError("the broker is silent") }
            let due = [isOpen ? nil : deadline, converter.nextDue].compactMap { $0 }.min()
            let wait = due.map { ($0 - port.now).pollMilliseconds } ?? 1_000
            let events = try connection.step(descriptors: [port.stopDescriptor], milliseconds: wait) { message in
                if !putEvents(of: message) { isWanted = false }
            }
            try sendReports(over: connection)
            for event in events {
                switch event {
                case .connected(nil): try subscribe(over: connection)
                case .connected(let refusal?): throw refusal
                case .subscribed(isGranted: false): throw MQTTError("the subscription is refused", isTemporary: false)
                case .subscribed(isGranted: true):
                    isOpen = true
                    opened()
                case .published: break
                }
            }
        }
    }

    private func subscribe(over connection: MQTTConnection) throws(MQTTError) {
        guard let topics = publication?.topics else { return try connection.subscribe() }
        try connection.subscribe(
            to: [topics.events, topics.repetitions, topics.states], qualityOfService: 0)
    }

    /// Tells the publishers what has come and what is missing.
    private mutating func sendReports(over connection: MQTTConnection) throws(MQTTError) {
        guard let topics = publication?.topics else { return }
        for report in reports { try connection.publish(report.json, to: topics.reports, qualityOfService: 0) }
        reports = []
    }

    /// Handles a message of a publication with numbers.
    ///
    /// - Returns: Whether it is an event that has not come before.
    private mutating func isNewEvent(_ message: MQTTDelivery) -> Bool {
        guard let topics = publication?.topics else { return true }
        let now = port.now
        if message.topic == topics.states {
            guard let state = PublicationState(json: message.payload) else { return false }
            heardAt = state.isFinished ? nil : now
            let result = publication?.reception.receive(state, at: now)
            if let report = result?.report { reports.append(report) }
            if let lost = result?.lost, lost > 0 {
                let events = lost == 1 ? "1 event is" : "\(lost) events are"
                let problem = "\(events) lost: the publisher has no copy any more"
                port.put(FeedFault(source: name, line: 0, error: FeedLineError(problem: problem)))
            }
            return false
        }
        // Events without a number come from another publisher.
        guard let number = EventNumber(line: message.payload) else { return true }
        return publication?.reception.receive(number, at: now) ?? true
    }

    /// Puts the events of a message into the port and returns whether the port still accepts events.
    private mutating func putEvents(of message: MQTTDelivery) -> Bool {
        guard isNewEvent(message) else { return true }
        converter.maxAge = options.maxAge()
        let taken = converter.receive(message, at: port.now, date: options.date())
        for fault in taken.faults { port.put(FeedFault(source: name, line: fault.message, error: fault.error)) }
        if taken.expired.events > 0 {
            port.recordDropped(.expired, count: taken.expired.events, gifts: taken.expired.gifts)
        }
        if taken.duplicates.events > 0 {
            port.recordDropped(.duplicate, count: taken.duplicates.events, gifts: taken.duplicates.gifts)
        }
        return taken.events.isEmpty || port.put(taken.events)
    }
}
