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
/// It has two threads. One listens for changes and requests the room's settings; the other downloads gifts. So settings
/// do not wait for downloads. What is already on disk is reported first, without the store.
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
        self.store = store
        self.source = source
        self.room = room
        self.transfer = transfer
        self.rules = rules
        self.random = random
        recentRequests = Mutex(RecentRequests(minInterval: rules.minRequestInterval))
        sync = StoreSync(store: store, source: source, transfer: transfer, rules: retries, random: random)
    }

    /// Reports what is on disk and starts the threads; further calls have no effect.
    public func start() {
        guard isStarted.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        reportLocalState()
        do throws(SystemError) {
            let changes = try SystemThread("gifts: changes") { [self] in listenForChanges() }
            let files = try SystemThread("gifts: files") { [self] in runSyncLoop() }
            threads.withLock { $0 = [changes, files] }
        } catch {
            updates.setStatusLine("store: no thread can be started: \(error)")
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

    /// Requests the end of both threads and returns at once. Partly received packages are kept.
    public func stop() {
        stopSignal.stop()
        syncFlag.set()
    }

    /// Waits until both threads have ended.
    func waitUntilStopped() { for thread in threads.withLock({ $0 }) { thread.join() } }
}
