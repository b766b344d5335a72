import ExactNumbers
public import MQTTClient
import StoreProtocol
import Synchronization
public import SystemIO

/// The threads that announce a store's state to a broker: one for each node, which speaks to the listening players, and
/// one for what the broker keeps for later ones, which goes on at another node when one fails.
public final class StoreAnnouncer: Sendable {
    /// The longest pause before another attempt to connect.
    private static let maxPause: Nanoseconds = 2 * .second
    private static let minPause: Nanoseconds = .second / 5
    /// The time in which a broker must accept a connection; a cluster that elects a leader needs up to nine seconds.
    private static let openingTimeout: Nanoseconds = 10 * .second

    /// The addresses for players, without users and passwords.
    public let announcedAddresses: String
    private let addresses: [MQTTAddress]
    /// What wakes the threads: that of each node, and then the one for what is kept.
    private let changes: [WakePipe]
    private let stopPipe: WakePipe
    private let content = Mutex<AnnouncedContent?>(nil)
    private let threads = Mutex<[SystemThread]>([])
    private let log: @Sendable (String) -> Void

    /// Creates an announcer.
    ///
    /// - Parameters:
    ///   - addresses: The nodes of the broker, with the same prefix as their topic.
    ///   - log: Receives lines about the connections.
    /// - Throws: `SystemError` if the system has no descriptors left.
    public init(_ addresses: [MQTTAddress], log: @escaping @Sendable (String) -> Void) throws(SystemError) {
        self.addresses = addresses
        self.log = log
        announcedAddresses = addresses.map(\.description).joined(separator: " ")
        var changes: [WakePipe] = []
        for _ in 0...addresses.count { changes.append(try WakePipe()) }
        self.changes = changes
        stopPipe = try WakePipe()
    }

    /// Starts the threads, or announces another state.
    func announce(_ snapshot: StoreSnapshot) {
        setContent(
            AnnouncedContent(
                catalogueRevision: snapshot.catalogue.revision, settings: snapshot.settings,
                documentKey: snapshot.documentKey))
    }

    /// Starts the threads, or announces other content.
    func setContent(_ new: AnnouncedContent) {
        content.withLock { $0 = new }
        for change in changes { change.signal() }
        threads.withLock { threads in
            guard threads.isEmpty else { return }
            for (rank, address) in addresses.enumerated() {
                if let thread = try? SystemThread(
                    "announcements",
                    { [self] in
                        var plan = AnnouncementPlan(rank: rank)
                        run(at: [address], changes[rank], &plan, isReported: true)
                    })
                {
                    threads.append(thread)
                }
            }
            if let thread = try? SystemThread(
                "kept news",
                { [self] in
                    var plan = RetentionPlan()
                    run(at: addresses, changes[addresses.count], &plan, isReported: false)
                })
            {
                threads.append(thread)
            }
        }
    }

    /// Ends the threads.
    func stop() {
        stopPipe.signal()
        for thread in threads.withLock({ $0 }) { thread.join() }
    }

    /// Follows a rule over one connection after the other, until the announcer is stopped.
    ///
    /// - Parameter isReported: Whether a new connection is worth a line of the log; there are two to each node.
    private func run(
        at addresses: [MQTTAddress], _ changes: WakePipe, _ rule: inout some AnnouncementRule, isReported: Bool
    ) {
        var attempt = 0
        var pause = Self.minPause
        var lastProblem = ""
        while !stopPipe.isSignalled {
            let address = addresses[attempt % addresses.count]
            attempt += 1
            do throws(MQTTError) {
                try keepConnection(to: address, changes, &rule) {
                    pause = Self.minPause
                    lastProblem = ""
                    if isReported { log("announces to \(address)") }
                }
                return
            } catch {
                let problem = "\(address): \(error.reason)"
                if problem != lastProblem { log(problem) }
                lastProblem = problem
            }
            Descriptor.wait(for: [stopPipe.descriptor], milliseconds: Duration.nanoseconds(pause).pollMilliseconds)
            pause = min(pause * 2, Self.maxPause)
        }
    }

    /// Follows a rule over one connection until the announcer is stopped.
    private func keepConnection(
        to address: MQTTAddress, _ changes: WakePipe, _ rule: inout some AnnouncementRule, opened: () -> Void
    ) throws(MQTTError) {
        let connection = try MQTTConnection(address, id: "", isClean: true, certificateFile: nil)
        guard try connection.open(stopDescriptor: stopPipe.descriptor) else { return }
        defer { connection.disconnect() }
        let deadline = SystemClock.monotonicNanoseconds + Self.openingTimeout
        let prefix = address.topic + "/"
        var isOpen = false
        var newerRevision: Int?
        while !stopPipe.isSignalled {
            let now = SystemClock.monotonicNanoseconds
            if changes.isSignalled { changes.clear() }
            if let content = content.withLock({ $0 }) { rule.setContent(content, at: now) }
            if isOpen {
                try perform(&rule, over: connection, prefix: prefix, at: now)
                reportNewer(rule.newerRevision, than: &newerRevision, at: address)
            } else if now >= deadline {
                throw MQTTError("the broker does not answer")
            }
            let wait = isOpen ? max(0, rule.nextTime - now) : .second / 10
            let events = try connection.step(
                descriptors: [stopPipe.descriptor, changes.descriptor],
                milliseconds: Duration.nanoseconds(wait).pollMilliseconds
            ) { message in
                guard message.topic.hasPrefix(prefix) else { return }
                let announcement = StoreAnnouncement(
                    topic: String(message.topic.dropFirst(prefix.count)), payload: Array(message.payload))
                rule.receive(announcement, isKept: message.isRetained, at: SystemClock.monotonicNanoseconds)
            }
            for event in events {
                switch event {
                case .connected(let refusal?): throw refusal
                case .connected(nil):
                    isOpen = true
                    rule.beginConnection(at: SystemClock.monotonicNanoseconds)
                    opened()
                case .subscribed(isGranted: true): rule.receiveSubscription(at: SystemClock.monotonicNanoseconds)
                case .subscribed(isGranted: false): throw MQTTError("the subscription is refused")
                case .published: break
                }
            }
        }
    }

    /// Performs what a rule demands now.
    private func perform(
        _ rule: inout some AnnouncementRule, over connection: MQTTConnection, prefix: String, at now: Nanoseconds
    ) throws(MQTTError) {
        let steps: [AnnouncementStep]
        do throws(AnnouncementFault) {
            steps = try rule.takeSteps(at: now)
        } catch {
            throw MQTTError(error.reason)
        }
        if let revisions = rule.keptRevisions { setKept(revisions) }
        for step in steps {
            switch step {
            case .subscribe(let topics):
                try connection.subscribe(to: topics.map { prefix + $0 }, qualityOfService: 0)
            case .publish(let message):
                try connection.publish(message.payload, to: prefix + message.topic, qualityOfService: 0)
            case .keep(let message, let isAcknowledged):
                try connection.publish(
                    message.payload, to: prefix + message.topic, qualityOfService: isAcknowledged ? 1 : 0,
                    isRetained: true)
            }
        }
    }

    /// Tells the threads of the nodes that the broker keeps all documents of these revisions.
    private func setKept(_ revisions: StoreRevisions) {
        let isNew = content.withLock { content in
            guard content?.isKept == false, content?.revisions == revisions else { return false }
            content?.isKept = true
            return true
        }
        if isNew { for change in changes { change.signal() } }
    }

    private func reportNewer(_ revision: Int?, than known: inout Int?, at address: MQTTAddress) {
        guard revision != known else { return }
        known = revision
        guard let revision else { return }
        log("\(address): another store is ahead, at revision \(revision), and this one is not heard")
    }
}
