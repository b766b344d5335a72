public import HTTPTransfer
import Synchronization

/// A pass over a store's catalogue: what is new is fetched, what is gone is withdrawn.
///
///     let sync = StoreSync(store: store, source: try StoreSource("http://127.0.0.1:8787"), transfer: CurlTransfer())
///     let summary = try sync.run(stop: StopSignal()) { event in … }
public final class StoreSync: Sendable {
    /// Packages fetched at once: enough to fill a line while one of them waits for its answer, and few enough for a phone.
    public static let downloads = 4

    /// Where gifts come from.
    public let source: StoreSource
    let store: LocalStore
    let transfer: any HTTPTransferring
    private let rules: RetryRules
    private let random: @Sendable () -> UInt64
    private let queue = FetchQueue()

    /// A pass over `source` into `store`.
    /// - Parameters:
    ///   - transfer: asks a store on the network; a folder is read without it.
    ///   - rules: when a download is tried again.
    ///   - random: chance, for the pauses.
    public init(
        store: LocalStore, source: StoreSource, transfer: any HTTPTransferring, rules: RetryRules = .standard,
        random: @escaping @Sendable () -> UInt64 = { .random(in: 0...(.max)) }
    ) {
        self.store = store
        self.source = source
        self.transfer = source.folder.map { FolderTransfer(root: $0, disk: store.disk) } ?? transfer
        self.rules = rules
        self.random = random
    }

    /// Has a gift fetched before all others, in this pass or the next.
    public func want(_ id: String) { queue.want(id) }

    /// Fetches the catalogue and everything that it lists and that is not here.
    /// - Parameters:
    ///   - stop: ends it soon. What was received is kept for the next pass.
    ///   - report: takes what happens, from several threads.
    public func run(
        stop: StopSignal, report: @escaping @Sendable (SyncEvent) -> Void = { _ in }
    ) throws(SyncError) -> SyncSummary {
        var summary = SyncSummary()
        try inStore { () throws(LocalStoreError) in try store.reconcile() }
        try takeCatalogue(&summary, stop: stop, report: report)
        // What was received of versions that the catalogue has left behind is of no use to anybody.
        try inStore { () throws(LocalStoreError) in try store.sweepIncoming() }
        let (pending, bytes) = try inStore { () throws(LocalStoreError) in
            (try store.database.pending(), try store.database.pendingBytes())
        }
        report(.compared(gifts: pending.count, bytes: bytes))
        queue.fill(pending)
        try fetchAll(&summary, count: pending.count, stop: stop, report: report)
        if stop.isStopped { throw .stopped }
        return summary
    }

    private func fetchAll(
        _ summary: inout SyncSummary, count: Int, stop: StopSignal, report: @escaping @Sendable (SyncEvent) -> Void
    ) throws(SyncError) {
        let fetch = GiftFetch(
            store: store, transfer: transfer, rules: rules, random: random, stop: stop, report: report)
        let outcomes = Mutex<(ready: Int, failed: Int, isFull: Bool, error: LocalStoreError?)>((0, 0, false, nil))
        let queue = queue
        WorkerThreads.run(min(Self.downloads, count), "gifts") {
            // A full disk takes no other gift either.
            while !stop.isStopped, outcomes.withLock({ !$0.isFull && $0.error == nil }), let release = queue.next() {
                do throws(LocalStoreError) {
                    let outcome = try fetch.run(release)
                    outcomes.withLock { outcomes in
                        switch outcome {
                        case .ready: outcomes.ready += 1
                        case .failed(let isDiskFull):
                            outcomes.failed += 1
                            outcomes.isFull = outcomes.isFull || isDiskFull
                        case .stopped, .gone: break
                        }
                    }
                } catch {
                    outcomes.withLock { $0.error = error }
                }
            }
        }
        let result = outcomes.withLock { $0 }
        if let error = result.error { throw .store(error) }
        summary.ready = result.ready
        summary.failed = result.failed
        summary.isDiskFull = result.isFull
        summary.left = queue.count
    }

    /// Does something with the local store.
    func inStore<Value>(_ body: () throws(LocalStoreError) -> Value) throws(SyncError) -> Value {
        do throws(LocalStoreError) {
            return try body()
        } catch {
            throw .store(error)
        }
    }
}
