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
    /// Follows the announcements of a broker, if the catalogue names one, until the follower is stopped.
    ///
    /// While they come, no event stream is open; see `listenForChanges()`.
    func followAnnouncements() {
        var chance = ClosureRandomNumberGenerator(random: random)
        var state = AnnouncedState(room: room)
        var attempt = 0
        var failures = 0
        while !stopSignal.isStopped {
            guard let text = try? store.database.lastCatalogue(of: source.catalogueURL)?.announce,
                let addresses = AnnouncedAddresses(text, room: room)
            else {
                broker.mayBeNamed.wait(timeout: .nanoseconds(rules.pollInterval))
                continue
            }
            // From here on, a lower revision is out of date: the store's revisions never fall.
            knownSettings.withLock { $0.forbidRestart() }
            do throws(MQTTError) {
                try listen(to: addresses.node(attempt: attempt), &state) { failures = 0 }
            } catch {
                guard !error.leavesCallPending else { return }
            }
            broker.announces.store(false, ordering: .releasing)
            attempt += 1
            failures = min(failures + 1, 32)
            store.clock.wait(rules.announcements.randomDelay(after: failures, using: &chance), unless: stopSignal)
        }
    }

    /// Listens to one node until the connection ends or the follower is stopped.
    private func listen(
        to node: MQTTAddress, _ state: inout AnnouncedState, opened: () -> Void
    ) throws(MQTTError) {
        let connection = try MQTTConnection(node, id: "", isClean: true, certificateFile: nil)
        guard try connection.open(stopDescriptor: broker.stop.descriptor) else { return }
        var listener = AnnouncementListener(
            connection, prefix: node.topic, room: room, state: state, at: SystemClock.monotonicNanoseconds)
        defer {
            state = listener.receivedState
            listener.disconnect()
        }
        while !stopSignal.isStopped {
            let readiness = Descriptor.wait(
                for: [try listener.awaitedDescriptor, AwaitedDescriptor(broker.stop.descriptor)], milliseconds: 1_000)
            let now = SystemClock.monotonicNanoseconds
            for action in try listener.work(readiness[0], at: now) { perform(action) }
            guard listener.isLive(at: now), !broker.announces.load(ordering: .relaxed) else { continue }
            broker.announces.store(true, ordering: .releasing)
            updates.setConnection(failure: nil)
            opened()
        }
    }

    private func perform(_ action: AnnouncedState.Action) {
        switch action {
        case .settings(let settings):
            knownSettings.withLock { $0.announce(settings.revision) }
            _ = offer(settings)
        case .catalogue(let revision):
            sync.requireRevision(revision)
            syncFlag.set()
        case .subscribeAgain: break
        }
    }
}
