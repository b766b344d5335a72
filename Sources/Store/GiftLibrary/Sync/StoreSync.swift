public import HTTPClient
import Synchronization
public import SystemIO

/// A synchronisation with a store's catalogue: it downloads new versions and withdraws kinds that are gone.
///
///     let sync = StoreSync(store: store, source: try StoreSource("http://127.0.0.1:8787"), transfer: CurlTransfer())
///     let summary = try sync.run(stop: StopSignal()) { event in … }
public final class StoreSync: Sendable {
    /// The number of parallel downloads: enough to use the line while one waits for its response, and few enough for a
    /// phone.
    public static let maxParallelDownloads = 4

    /// The store.
    public let source: StoreSource
    let store: LocalStore
    /// The store's addresses.
    let addresses: StoreAddresses
    /// The highest announced revision of the catalogue; a lower one is out of date.
    let announcedRevision = Atomic(0)
    private let rules: RetryRules
    private let random: @Sendable () -> UInt64
    private let queue = DownloadQueue()

    /// Creates a synchronisation from `source` into `store`.
    ///
    /// - Parameters:
    ///   - store: The library.
    ///   - source: The store.
    ///   - transfer: The HTTP client; unused for a folder.
    ///   - rules: The rules for retrying downloads.
    ///   - random: The source of randomness for pauses.
    public init(
        store: LocalStore, source: StoreSource, transfer: any HTTPTransferring, rules: RetryRules = .standard,
        random: @escaping @Sendable () -> UInt64 = { .random(in: 0...(.max)) }
    ) {
        self.store = store
        self.source = source
        addresses = StoreAddresses(source, transfer: transfer, store: store)
        self.rules = rules
        self.random = random
    }

    /// Downloads a gift kind before all others, in this run or the next.
    public func prioritize(_ id: String) { queue.prioritize(id) }

    /// Requires a revision of the catalogue that the store has announced: caches and mirrors may still have an older one.
    func requireRevision(_ revision: Int) {
        if addresses.count == 1 {
            // A store that began anew announces lower revisions.
            announcedRevision.store(revision, ordering: .relaxed)
        } else {
            announcedRevision.max(revision, ordering: .relaxed)
        }
    }

    /// Begins another stream of announcements: an only store may have begun anew.
    func beginStream() {
        if addresses.count == 1 { announcedRevision.store(0, ordering: .relaxed) }
    }

    /// Downloads the catalogue and all listed versions that are not installed.
    ///
    /// - Parameters:
    ///   - stop: Ends the run early. Partly received packages are kept.
    ///   - report: Called with events, from several threads.
    /// - Returns: The numbers of the run.
    /// - Throws: `SyncError` if the catalogue is not available, the library cannot be used, or the run was stopped.
    public func run(
        stop: StopSignal, report: @escaping @Sendable (SyncEvent) -> Void = { _ in }
    ) throws(SyncError) -> SyncSummary {
        var summary = SyncSummary()
        try withStoreErrors { () throws(LocalStoreError) in
            try store.reconcile()
            try store.removeUntrusted(addresses.publisherKeys)
        }
        try updateCatalogue(&summary, stop: stop, report: report)
        // Parts of versions that the catalogue no longer lists are useless.
        try withStoreErrors { () throws(LocalStoreError) in try store.removeUnfinishedFiles() }
        let (pending, bytes) = try withStoreErrors { () throws(LocalStoreError) in
            (try store.database.pendingReleases(), try store.database.pendingBytes())
        }
        report(.compared(gifts: pending.count, bytes: bytes))
        queue.replaceAll(with: pending)
        try downloadAll(&summary, count: pending.count, stop: stop, report: report)
        if stop.isStopped { throw .stopped }
        return summary
    }

    private func downloadAll(
        _ summary: inout SyncSummary, count: Int, stop: StopSignal, report: @escaping @Sendable (SyncEvent) -> Void
    ) throws(SyncError) {
        let fetch = GiftDownloader(
            store: store, addresses: addresses, rules: rules, random: random, stop: stop, report: report)
        let outcomes = Mutex<(ready: Int, failed: Int, isFull: Bool, error: LocalStoreError?)>((0, 0, false, nil))
        let queue = queue
        SystemThread.runInParallel(min(Self.maxParallelDownloads, count), "gifts") {
            // On a full disk, other gifts would fail as well.
            while !stop.isStopped, outcomes.withLock({ !$0.isFull && $0.error == nil }), let release = queue.popNext() {
                do throws(LocalStoreError) {
                    let outcome = try fetch.downloadAndInstall(release)
                    outcomes.withLock { outcomes in
                        switch outcome {
                        case .ready: outcomes.ready += 1
                        case .failed(let isDiskFull):
                            outcomes.failed += 1
                            outcomes.isFull = outcomes.isFull || isDiskFull
                        case .stopped, .delisted: break
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
        summary.failed += result.failed
        summary.isDiskFull = result.isFull
        summary.remaining = queue.count
    }

    /// Performs an operation on the library and converts its errors.
    func withStoreErrors<Value>(_ body: () throws(LocalStoreError) -> Value) throws(SyncError) -> Value {
        do throws(LocalStoreError) {
            return try body()
        } catch {
            throw .store(error)
        }
    }
}
