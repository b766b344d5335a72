import Budgets

/// The permanent reason why a document cannot be derived from a package.
struct ImpossibleDocumentError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A cache of documents derived from packages. Each is made at its first request and kept in memory while there is
/// room.
actor DerivedDocumentCache {
    /// The form of a derived document.
    enum Format: Hashable {
        /// The package as a dotLottie archive.
        case dotLottie
        /// The animation alone, with its pictures embedded.
        case animation
        /// A small animated picture.
        case preview
        /// A small still picture.
        case still
    }

    private struct Key: Hashable {
        let id: String
        let version: Int
        let format: Format
    }

    private struct Entry {
        let task: Task<EncodedDocument, any Error>
        var size = 0
        var lastUse: Int
    }

    private let work: WorkThreadPool
    private let capacity: Int
    private let timeLimit: WorkTimeLimit
    private var entries: [Key: Entry] = [:]
    private var useCount = 0
    private var size = 0

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - work: The threads that make documents.
    ///   - capacity: The memory for all documents, in bytes.
    ///   - timeLimit: The time limit for making one document.
    init(
        work: WorkThreadPool, capacity: Int,
        timeLimit: WorkTimeLimit = WorkTimeLimit(limit: .seconds(60), clock: ContinuousClock())
    ) {
        self.work = work
        self.capacity = capacity
        self.timeLimit = timeLimit
    }

    /// The size, in bytes, that a remembered failure counts.
    private static let failureSize = 1_024

    /// Returns a derived document, which is made once for all concurrent requests.
    ///
    /// A thrown `ImpossibleDocumentError` is cached like a document, also if the document is larger than the whole cache.
    /// After any other error, the next request tries again.
    ///
    /// - Parameters:
    ///   - id: The id of the gift kind.
    ///   - version: The version.
    ///   - form: The form of the document.
    ///   - make: Makes the document within the deadline.
    func document(
        of id: String, version: Int, as form: Format,
        _ make: @escaping @Sendable (Budget.Deadline) throws -> EncodedDocument
    ) async throws -> EncodedDocument {
        let key = Key(id: id, version: version, format: form)
        useCount += 1
        if let entry = entries[key] {
            entries[key]?.lastUse = useCount
            return try await entry.task.value
        }
        let making = Task<EncodedDocument, any Error> { [work, timeLimit, capacity] in
            let document = try await timeLimit.run(on: work, make)
            // A document of this size would be made again for every request, because it does not fit the cache.
            guard document.size <= capacity else {
                throw ImpossibleDocumentError(
                    "\(id): expected a document of up to \(capacity >> 20) MB in memory, found more")
            }
            return document
        }
        entries[key] = Entry(task: making, lastUse: useCount)
        do {
            let document = try await making.value
            recordSize(key, size: document.size)
            return document
        } catch let error as ImpossibleDocumentError {
            recordSize(key, size: Self.failureSize)
            throw error
        } catch {
            entries[key] = nil
            throw error
        }
    }

    private func recordSize(_ key: Key, size: Int) {
        entries[key]?.size = size
        self.size += size
        evictLeastRecentlyUsed()
    }

    private func evictLeastRecentlyUsed() {
        while size > capacity,
            let oldest = entries.filter({ $0.value.size > 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            size -= oldest.value.size
            entries[oldest.key] = nil
        }
    }
}
