public import HTTPClient
public import StoreProtocol
import Synchronization
public import SystemIO

/// Follows a store for a room: downloads what it publishes and reports what changed.
///
///     let follower = StoreFollower(store: store, source: source, room: "lobby", transfer: CurlTransfer())
///     follower.start()
///     for update in follower.consumeUpdates() { … }    // when `wakeUpDescriptor` is readable
///     follower.stop()
///
/// It has three threads. One listens to the store's event stream and requests the room's settings, one listens to the
/// broker that the catalogue names, and one downloads gifts. So settings do not wait for downloads. While announcements of
/// the broker come, there is no event stream; without both the documents are polled. What is
/// already on disk is reported first, without the store.
public final class StoreFollower: Sendable {
    let source: StoreSource
    let store: LocalStore
    let transfer: any HTTPTransferring
    let room: String
    let rules: FollowRules
    let random: @Sendable () -> UInt64
    let stopSignal = StopSignal()
    let updates: UpdateQueue
    let syncFlag = ConditionFlag()
    let sync: StoreSync
    /// The settings, which several threads may offer.
    let knownSettings: Mutex<KnownSettings>
    let broker: BrokerState
    private let recentRequests: Mutex<RecentRequests>
    private let threads = Mutex<[SystemThread]>([])
    private let isStarted = Atomic(false)

    /// Creates a follower, which does nothing before ``start()``.
    ///
    /// - Parameters:
    ///   - store: The library that keeps the gifts.
    ///   - source: The store to follow.
    ///   - room: The id of the room.
    ///   - transfer: The HTTP client.
    ///   - rules: The intervals and timeouts.
    ///   - retries: The rules for downloads.
    ///   - random: The source of randomness for pauses.
    /// - Throws: `SystemError` if the system has no descriptors left.
    public init(
        store: LocalStore, source: StoreSource, room: String, transfer: any HTTPTransferring,
        rules: FollowRules = .standard, retries: RetryRules = .standard,
        random: @escaping @Sendable () -> UInt64 = { .random(in: 0...(.max)) }
    ) throws(SystemError) {
        updates = try UpdateQueue()
        broker = try BrokerState()
        self.store = store
        self.source = source
        self.room = room
        self.transfer = transfer
        self.rules = rules
        self.random = random
        recentRequests = Mutex(RecentRequests(minInterval: rules.minRequestInterval))
        knownSettings = Mutex(
            KnownSettings(
                store.settings(of: source, room: room),
                mayRestart: source.mirrors.isEmpty && source.storeKeys.isEmpty && !store.knowsMirrors(of: source)))
        sync = StoreSync(store: store, source: source, transfer: transfer, rules: retries, random: random)
    }

    /// Reports what is on disk and starts the threads; further calls have no effect.
    public func start() {
        guard isStarted.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        reportLocalState()
        do throws(SystemError) {
            let changes = try SystemThread("gifts: changes") { [self] in listenForChanges() }
            let files = try SystemThread("gifts: files") { [self] in runSyncLoop() }
            let news = try SystemThread("gifts: announcements") { [self] in followAnnouncements() }
            threads.withLock { $0 = [changes, files, news] }
        } catch {
            updates.setProblem("store: no thread can be started: \(error)")
        }
    }

    /// A descriptor that is readable while ``consumeUpdates()`` has something to return.
    public var wakeUpDescriptor: Int32 { updates.wakeUpDescriptor }

    /// Returns what happened since the last call, in order.
    public func consumeUpdates() -> [StoreUpdate] { updates.consumeAll() }

    /// Downloads a gift kind before all others, because the room waits for it.
    public func prioritize(_ id: String) {
        guard GiftID.isValid(id), recentRequests.withLock({ $0.recordRequest(id, at: store.clock.now) }) else { return }
        sync.prioritize(id)
        syncFlag.set()
    }

    /// Requests the end of the threads and returns at once. Partly received packages are kept.
    public func stop() {
        stopSignal.stop()
        syncFlag.set()
        broker.stop.signal()
        broker.mayBeNamed.set()
    }

    /// Waits until the threads have ended.
    func waitUntilStopped() { for thread in threads.withLock({ $0 }) { thread.join() } }
}
