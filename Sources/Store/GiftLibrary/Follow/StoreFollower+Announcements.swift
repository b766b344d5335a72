import ExactNumbers
import MQTTClient
import StoreProtocol
import Synchronization
import SystemIO

/// What the threads of a follower know of the broker that announces a store's changes.
struct BrokerState: ~Copyable {
    /// Set when the catalogue may name a broker.
    let mayBeNamed = ConditionFlag()
    /// Signalled when the follower is stopped.
    let stop: WakePipe
    /// Whether announcements come, so that no event stream is needed.
    let announces = Atomic(false)

    init() throws(SystemError) { stop = try WakePipe() }
}

extension StoreFollower {
    /// The interval at which the catalogue is looked at for other addresses of the broker.
    private static let lookInterval: Nanoseconds = 30 * .second

    /// Follows the announcements of a broker, if the catalogue names one, until the follower is stopped.
    ///
    /// While they come, no event stream is open; see `listenForChanges()`.
    func followAnnouncements() {
        var state = AnnouncedState(room: room, storeKeys: source.storeKeys)
        while !stopSignal.isStopped {
            guard let addresses = announcedAddresses else {
                broker.mayBeNamed.wait(timeout: .nanoseconds(rules.pollInterval))
                continue
            }
            // From here on, a lower revision is out of date: the store's revisions never fall.
            knownSettings.withLock { $0.forbidRestart() }
            var receiver = AnnouncementReceiver(
                addresses, room: room, state: state, pauses: rules.announcements, random: random)
            listen(with: &receiver, at: addresses)
            state = receiver.state
        }
    }

    private var announcedAddresses: AnnouncedAddresses? {
        (try? store.database.lastCatalogue(of: source)?.announce)
            .flatMap { $0 }.flatMap { AnnouncedAddresses($0, room: room) }
    }

    /// Listens until the catalogue names other addresses or the follower is stopped.
    private func listen(with receiver: inout AnnouncementReceiver, at addresses: AnnouncedAddresses) {
        defer {
            broker.announces.store(false, ordering: .releasing)
            receiver.disconnect()
        }
        var nextLook = SystemClock.monotonicNanoseconds + Self.lookInterval
        var readiness = receiver.awaitedDescriptors.map { _ in AwaitedDescriptor.Readiness() }
        while !stopSignal.isStopped {
            let now = SystemClock.monotonicNanoseconds
            for action in receiver.work(readiness, at: now) { perform(action) }
            let isLive = receiver.isLive(at: now)
            if isLive != broker.announces.load(ordering: .relaxed) {
                broker.announces.store(isLive, ordering: .releasing)
                if isLive { updates.setConnection(failure: nil) }
            }
            if now >= nextLook {
                guard announcedAddresses == addresses else { return }
                nextLook = now + Self.lookInterval
            }
            let wait = min(receiver.retryTime.map { max($0 - now, 0) } ?? .second, .second)
            readiness = Descriptor.wait(
                for: receiver.awaitedDescriptors + [AwaitedDescriptor(broker.stop.descriptor)],
                milliseconds: Duration.nanoseconds(wait).pollMilliseconds)
        }
    }

    private func perform(_ action: AnnouncedState.Action) {
        switch action {
        case .settings(let settings):
            knownSettings.withLock { $0.announce(settings.revision) }
            offer(settings)
        case .catalogue(let revision):
            sync.requireRevision(revision)
            syncFlag.set()
        case .subscribeAgain: break
        }
    }
}
