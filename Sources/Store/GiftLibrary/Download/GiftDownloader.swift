import ExactNumbers
import HTTPClient
import StoreProtocol
import SystemIO

/// Downloads and installs gift versions one by one; it performs the steps that ``PackageDownload`` decides.
struct GiftDownloader: Sendable {
    /// The result for one version.
    enum Outcome {
        case ready
        case failed(isDiskFull: Bool)
        /// The synchronisation was stopped.
        case stopped
        /// The catalogue no longer lists the version.
        case delisted
    }

    let store: LocalStore
    let transfer: any HTTPTransferring
    let rules: RetryRules
    let random: @Sendable () -> UInt64
    let stop: StopSignal
    let report: @Sendable (SyncEvent) -> Void

    /// The pause before the next attempt to get the lock from another program.
    private static let lockRetryInterval: Nanoseconds = .second / 5

    /// Downloads and installs a version, or waits until another program has done so.
    func downloadAndInstall(_ release: Release) throws(LocalStoreError) -> Outcome {
        while !stop.isStopped {
            guard let gift = try store.database.gift(release), gift.isCurrent, gift.state != .withdrawn else {
                return .delisted
            }
            if gift.state == .ready {
                report(.ready(gift.gift))
                return .ready
            }
            let outcome = try store.withLock(of: release) { part throws(LocalStoreError) in
                // The previous owner of the lock may have installed the version.
                guard let now = try store.database.gift(release), now.isCurrent, now.state != .ready else {
                    return Outcome?.none
                }
                return try download(now, into: part)
            }
            if let outcome = outcome.flatMap({ $0 }) { return outcome }
            // Another owner holds the lock; the row will have its result.
            if outcome == nil { store.clock.wait(Self.lockRetryInterval, unless: stop) }
        }
        return .stopped
    }

    private func download(_ stored: StoredGift, into part: PartFile) throws(LocalStoreError) -> Outcome {
        let release = stored.release
        guard !stored.url.isEmpty else {
            return try fail(stored, "package: expected \(expectedURL), found \"\(stored.gift.package)\"")
        }
        try store.database.setDownloading(release, at: store.date)
        let validator = part.size > 0 ? try store.database.validator(of: release) : nil
        var attempt = DownloadAttempt(stored: stored, part: part, downloader: self)
        switch try attempt.run(validator: validator) {
        case .install: return try install(stored, from: part)
        case .failure(let reason, let keepsPart, let isDiskFull):
            if !keepsPart { try? part.remove() }
            return try fail(stored, reason, isDiskFull: isDiskFull)
        case .stopped:
            try store.database.setWanted(release, reason: nil, at: store.date)
            return .stopped
        }
    }

    private var expectedURL: String {
        transfer is FolderTransfer ? "a file below the catalogue's folder" : "an http or https URL"
    }

    private func install(_ stored: StoredGift, from part: PartFile) throws(LocalStoreError) -> Outcome {
        do throws(InstallationError) {
            try store.install(stored.gift, url: stored.url, from: part)
        } catch {
            switch error {
            case .database(let error): throw error
            case .disk(let fault): return try fail(stored, error.reason, isDiskFull: fault.isFull)
            case .package:
                try? part.remove()
                return try fail(stored, error.reason)
            }
        }
        try? part.remove()
        report(.ready(stored.gift))
        return .ready
    }

    private func fail(
        _ stored: StoredGift, _ reason: String, isDiskFull: Bool = false
    ) throws(LocalStoreError) -> Outcome {
        try store.database.setFailed(stored.release, reason, at: store.date)
        report(.failed(stored.gift, reason: reason))
        return .failed(isDiskFull: isDiskFull)
    }
}

/// The result of a download.
enum DownloadResult {
    case install
    case failure(reason: String, keepsPart: Bool, isDiskFull: Bool)
    case stopped
}

/// One download: performs the requests, writes the part file and computes the digest.
struct DownloadAttempt {
    private let stored: StoredGift
    private let part: PartFile
    private let downloader: GiftDownloader
    private var download: PackageDownload
    private var hash = SHA256Hash()
    private var rng: ClosureRandomNumberGenerator

    init(stored: StoredGift, part: PartFile, downloader: GiftDownloader) {
        self.stored = stored
        self.part = part
        self.downloader = downloader
        download = PackageDownload(size: stored.gift.size, digest: stored.gift.sha256, rules: downloader.rules)
        rng = ClosureRandomNumberGenerator(random: downloader.random)
    }

    /// Downloads until the package is complete or the download fails for good.
    mutating func run(validator: String?) throws(LocalStoreError) -> DownloadResult {
        var step = download.begin(keptBytes: part.size, validator: validator)
        var isDiskFull = false
        while !downloader.stop.isStopped {
            do throws(DiskError) {
                switch step {
                case .request(let from, let validator):
                    try truncateAndHash(from)
                    step = try transfer(from: from, validator: validator)
                case .check:
                    try truncateAndHash(part.size)
                    step = download.finishTransfer(digest: hash.digest(), using: &rng)
                case .pause(let time, let reason):
                    downloader.report(.pausing(stored.gift, time, reason: reason))
                    downloader.store.clock.wait(time, unless: downloader.stop)
                    step = download.endPause()
                case .install: return .install
                case .fail(let reason, let keepsPart):
                    return .failure(reason: reason, keepsPart: keepsPart, isDiskFull: isDiskFull)
                }
            } catch {
                isDiskFull = error.isFull
                step = download.handleFailure(.disk(error), using: &rng)
            }
        }
        return .stopped
    }

    /// Truncates the part file to `count` bytes and computes their digest.
    private mutating func truncateAndHash(_ count: Int) throws(DiskError) {
        hash = SHA256Hash()
        try part.truncate(to: count)
        if count > 0 { try part.readAll { hash.update($0) } }
    }

    private mutating func transfer(from: Int, validator: String?) throws(DiskError) -> PackageDownload.Step {
        var headers = ["Accept": "application/zip, application/octet-stream;q=0.9, */*;q=0.1"]
        if let validator { headers["If-Range"] = validator }
        let request = HTTPRequest(
            stored.url, headers: headers, rangeStart: from > 0 ? from : nil,
            limits: HTTPLimits(maxBodyBytes: stored.gift.size + 1))
        let stop = downloader.stop
        do throws(HTTPTransferError) {
            try downloader.transfer.perform(
                request, onHead: { try receive($0) }, onBody: { try receive($0) }, isCancelled: { stop.isStopped })
            return download.finishTransfer(digest: hash.digest(), using: &rng)
        } catch {
            if case .callerFailed(let fault as DiskError) = error { throw fault }
            return download.handleFailure(.transfer(error), using: &rng)
        }
    }

    /// The error that ends a transfer whose response `PackageDownload` refused.
    private struct ResponseRejected: Error {}

    private mutating func receive(_ head: HTTPHead) throws {
        switch download.receiveHead(head) {
        case .reject: throw ResponseRejected()
        case .append: break
        case .startOver: try truncateAndHash(0)
        }
        // The ETag must be stored before the bytes that it describes.
        try downloader.store.database.setValidator(download.receivedValidator, of: stored.release)
        downloader.report(.receiving(stored.gift, bytes: download.receivedBytes))
    }

    private mutating func receive(_ bytes: UnsafeRawBufferPointer) throws {
        guard download.receiveBytes(bytes.count) else { throw ResponseRejected() }
        hash.update(bytes)
        try part.append(bytes)
        downloader.report(.receiving(stored.gift, bytes: download.receivedBytes))
    }
}

/// A random number generator that calls a function.
struct ClosureRandomNumberGenerator: RandomNumberGenerator {
    let random: @Sendable () -> UInt64

    mutating func next() -> UInt64 { random() }
}
