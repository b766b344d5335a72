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
    let addresses: StoreAddresses
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
        let places = places(of: stored)
        var reason = "every address delivered wrong packages"
        for (index, place) in places.enumerated() {
            let validator = part.size > 0 ? try store.database.validator(of: release) : nil
            var attempt = DownloadAttempt(
                stored: stored, place: place, part: part, downloader: self,
                rules: rules(isLast: index == places.count - 1))
            switch try attempt.run(validator: validator) {
            case .install:
                addresses.recordSuccess(of: place.address)
                return try install(stored, from: part)
            case .failure(let problem, let keepsPart, let isDiskFull):
                if !keepsPart { try? part.truncate(to: 0) }
                if isDiskFull || index == places.count - 1, !keepsPart { try? part.remove() }
                if isDiskFull { return try fail(stored, problem, isDiskFull: true) }
                addresses.record(attempt.hasWrongPackage ? .lie : .unavailable, of: place.address)
                reason = problem
            case .stopped:
                try store.database.setWanted(release, reason: nil, at: store.date)
                return .stopped
            }
        }
        return try fail(stored, reason)
    }

    /// A place of a package.
    struct Place {
        let address: StoreAddresses.Address
        let url: String
    }

    /// Returns where the package may be, in the order in which to ask.
    private func places(of stored: StoredGift) -> [Place] {
        let ordered = addresses.ordered()
        if addresses.count == 1 { return ordered.map { Place(address: $0, url: stored.url) } }
        return ordered.compactMap { address in
            let source = address.source
            return source.packageURL(stored.gift.package, base: source.catalogueURL).map {
                Place(address: address, url: $0)
            }
        }
    }

    /// Returns the rules for one address: as long as there are others, two attempts are enough to tell an error of the
    /// transmission from a wrong package.
    private func rules(isLast: Bool) -> RetryRules {
        var rules = rules
        if !isLast { rules.maxAttempts = min(rules.maxAttempts, 2) }
        return rules
    }

    private var expectedURL: String {
        addresses.ordered().first?.source.folder != nil
            ? "a file below the catalogue's folder" : "an http or https URL"
    }

    private func install(_ stored: StoredGift, from part: PartFile) throws(LocalStoreError) -> Outcome {
        do throws(InstallationError) {
            try store.install(stored.gift, url: stored.url, from: part, trusted: addresses.publisherKeys)
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
    private let place: GiftDownloader.Place
    private let part: PartFile
    private let downloader: GiftDownloader
    /// Whether the whole package came, with other bytes than the catalogue announces.
    private(set) var hasWrongPackage = false
    private var download: PackageDownload
    private var hash = SHA256Hash()
    private var rng: ClosureRandomNumberGenerator

    init(
        stored: StoredGift, place: GiftDownloader.Place, part: PartFile, downloader: GiftDownloader, rules: RetryRules
    ) {
        self.stored = stored
        self.place = place
        self.part = part
        self.downloader = downloader
        download = PackageDownload(size: stored.gift.size, digest: stored.gift.sha256, rules: rules)
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
                    step = finishTransfer()
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

    private mutating func finishTransfer() -> PackageDownload.Step {
        let digest = hash.digest()
        hasWrongPackage = download.receivedBytes == stored.gift.size && digest != stored.gift.sha256
        return download.finishTransfer(digest: digest, using: &rng)
    }

    private mutating func transfer(from: Int, validator: String?) throws(DiskError) -> PackageDownload.Step {
        var headers = ["Accept": "application/zip, application/octet-stream;q=0.9, */*;q=0.1"]
        if let validator { headers["If-Range"] = validator }
        let request = HTTPRequest(
            place.url, headers: headers, rangeStart: from > 0 ? from : nil,
            limits: HTTPLimits(maxBodyBytes: stored.gift.size + 1))
        let stop = downloader.stop
        do throws(HTTPTransferError) {
            try place.address.transfer.perform(
                request, onHead: { try receive($0) }, onBody: { try receive($0) }, isCancelled: { stop.isStopped })
            return finishTransfer()
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
