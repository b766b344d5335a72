import ExactNumbers
public import MQTTClient
import StoreProtocol
import Synchronization
public import SystemIO

/// A thread that announces a store's state to a broker, and goes on at another node of it when one fails.
public final class StoreAnnouncer: Sendable {
    /// The longest pause before another attempt to connect.
    private static let maxPause: Nanoseconds = 2 * .second
    private static let minPause: Nanoseconds = .second / 5

    /// The addresses for players, without users and passwords.
    public let announcedAddresses: String
    private let addresses: [MQTTAddress]
    private let changes: WakePipe
    private let stopPipe: WakePipe
    private let state = Mutex<(revision: Int, settings: PublishedSettings)?>(nil)
    private let thread = Mutex<SystemThread?>(nil)
    private let log: @Sendable (String) -> Void

    /// Creates an announcer.
    ///
    /// - Parameters:
    ///   - addresses: The nodes of the broker, with the same prefix as their topic.
    ///   - log: Receives lines about the connection.
    /// - Throws: `SystemError` if the system has no descriptors left.
    public init(_ addresses: [MQTTAddress], log: @escaping @Sendable (String) -> Void) throws(SystemError) {
        self.addresses = addresses
        self.log = log
        announcedAddresses = addresses.map(\.description).joined(separator: " ")
        changes = try WakePipe()
        stopPipe = try WakePipe()
    }

    /// Starts the thread, or announces another state.
    func announce(_ snapshot: StoreSnapshot) {
        state.withLock { $0 = (snapshot.catalogue.revision, snapshot.settings) }
        changes.signal()
        thread.withLock { thread in
            if thread == nil { thread = try? SystemThread("announcements") { [self] in run() } }
        }
    }

    /// Ends the thread.
    func stop() {
        stopPipe.signal()
        thread.withLock { $0 }?.join()
    }

    private func run() {
        var plan = AnnouncementPlan()
        var attempt = 0
        var pause = Self.minPause
        var lastProblem = ""
        while !stopPipe.isSignalled {
            let address = addresses[attempt % addresses.count]
            attempt += 1
            do throws(MQTTError) {
                try keepConnection(to: address, &plan) {
                    pause = Self.minPause
                    lastProblem = ""
                    log("announces to \(address)")
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

    /// Announces over one connection until the announcer is stopped.
    private func keepConnection(
        to address: MQTTAddress, _ plan: inout AnnouncementPlan, opened: () -> Void
    ) throws(MQTTError) {
        let connection = try MQTTConnection(address, id: "", isClean: true, certificateFile: nil)
        guard try connection.open(stopDescriptor: stopPipe.descriptor) else { return }
        defer { connection.disconnect() }
        let deadline = SystemClock.monotonicNanoseconds + 5 * .second
        var isOpen = false
        while !stopPipe.isSignalled {
            let now = SystemClock.monotonicNanoseconds
            if isOpen {
                if plan.isStuck(at: now) { throw MQTTError("the broker acknowledges nothing") }
                try publish(plan.takeMessages(at: now), over: connection, prefix: address.topic)
            } else if now >= deadline {
                throw MQTTError("the broker does not answer")
            }
            let wait = isOpen ? max(0, plan.nextTime - now) : .second / 10
            let events = try connection.step(
                descriptors: [stopPipe.descriptor, changes.descriptor],
                milliseconds: Duration.nanoseconds(wait).pollMilliseconds
            ) { _ in }
            if changes.isSignalled { changes.clear() }
            if let state = state.withLock({ $0 }) {
                plan.setState(catalogueRevision: state.revision, settings: state.settings)
            }
            for event in events {
                switch event {
                case .connected(let refusal?): throw refusal
                case .connected(nil):
                    isOpen = true
                    plan.beginConnection(at: SystemClock.monotonicNanoseconds)
                    opened()
                case .published(let count): plan.acknowledge(count, at: SystemClock.monotonicNanoseconds)
                case .subscribed: break
                }
            }
        }
    }

    private func publish(
        _ messages: [AnnouncementPlan.Message], over connection: MQTTConnection, prefix: String
    ) throws(MQTTError) {
        for message in messages {
            try connection.publish(
                message.announcement.payload, to: "\(prefix)/\(message.announcement.topic)",
                qualityOfService: message.isRetained ? 1 : 0, isRetained: message.isRetained)
        }
    }
}
