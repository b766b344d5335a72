import Dispatch
public import HTTPTransfer
import Playback
public import StoreDocuments
import Synchronization

/// Follows a store for a room: fetches what it publishes, and tells what changed.
///
///     let follower = StoreFollower(store: store, source: source, room: "lobby", transfer: CurlTransfer())
///     follower.start()
///     for news in follower.takeNews() { … }       // a few times a second
///     follower.stop()
///
/// It has two threads: one listens for changes and asks for the room's settings, the other keeps the gifts up to date, so
/// that settings don't wait for downloads. What is on the disk already is told first, without the store.
public final class StoreFollower: Sendable {
    let source: StoreSource
    let store: LocalStore
    let transfer: any HTTPTransferring
    let room: String
    let rules: FollowRules
    let random: @Sendable () -> UInt64
    let stopping = StopSignal()
    let news = NewsBox()
    let alarm = Alarm()
    let sync: StoreSync
    private let wanted: Mutex<WantedGifts>
    private let threads = DispatchGroup()
    private let isStarted = Atomic(false)

    /// A follower of `source` for the room of this id, which keeps gifts in `store`; it does nothing before it is started.
    public init(
        store: LocalStore, source: StoreSource, room: String, transfer: any HTTPTransferring,
        rules: FollowRules = .standard, retries: RetryRules = .standard,
        random: @escaping @Sendable () -> UInt64 = { .random(in: 0...(.max)) }
    ) {
        self.store = store
        self.source = source
        self.room = room
        self.transfer = transfer
        self.rules = rules
        self.random = random
        wanted = Mutex(WantedGifts(pause: rules.wantPause))
        sync = StoreSync(store: store, source: source, transfer: transfer, rules: retries, random: random)
    }

    /// Tells what is on the disk, and begins to follow; once.
    public func start() {
        guard isStarted.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        tellWhatIsHere()
        threads.enter()
        WorkerThreads.start("gifts: changes") { [self] in
            listen()
            threads.leave()
        }
        threads.enter()
        WorkerThreads.start("gifts: files") { [self] in
            keepUpToDate()
            threads.leave()
        }
    }

    /// What happened since the last call, in order.
    public func takeNews() -> [StoreNews] { news.take() }

    /// Has a gift fetched at once, before all others: the room waits for it.
    public func want(_ id: String) {
        guard GiftID.isValid(id), wanted.withLock({ $0.want(id, at: store.clock.now) }) else { return }
        sync.want(id)
        alarm.ring()
    }

    /// Ends all of it soon; what was received is kept for the next time. Returns at once.
    public func stop() {
        stopping.stop()
        alarm.ring()
    }

    /// Waits until nothing runs any more.
    func waitUntilStopped() { threads.wait() }
}
