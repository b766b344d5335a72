import Budgets

/// The permanent reason why a document cannot be derived from a package.
struct DocumentImpossible: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A cache of documents derived from packages. Each is made at its first request and kept in memory while there is
/// room.
actor DerivedDocuments {
    /// The form of a derived document.
    enum Form: Hashable {
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
        let form: Form
    }

    private struct Entry {
        let making: Task<EncodedDocument, any Error>
        var size = 0
        var lastUse: Int
    }

    private let work: WorkThreads
    private let room: Int
    private let time: WorkTime
    private var entries: [Key: Entry] = [:]
    private var uses = 0
    private var size = 0

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - work: The threads that make documents.
    ///   - room: The memory for all documents, in bytes.
    ///   - time: The time limit for making one document.
    init(work: WorkThreads, room: Int, time: WorkTime = WorkTime(limit: .seconds(60), clock: ContinuousClock())) {
        self.work = work
        self.room = room
        self.time = time
    }

    /// The size, in bytes, that a remembered failure counts.
    private static let reasonSize = 1_024

    /// Returns a derived document, which is made once for all concurrent requests.
    ///
    /// A thrown `DocumentImpossible` is cached like a document, also if the document is larger than the whole cache.
    /// After any other error, the next request tries again.
    ///
    /// - Parameters:
    ///   - id: The id of the gift kind.
    ///   - version: The version.
    ///   - form: The form of the document.
    ///   - make: Makes the document within the deadline.
    func document(
        of id: String, version: Int, as form: Form,
        _ make: @escaping @Sendable (Budget.Deadline) throws -> EncodedDocument
    ) async throws -> EncodedDocument {
        let key = Key(id: id, version: version, form: form)
        uses += 1
        if let entry = entries[key] {
            entries[key]?.lastUse = uses
            return try await entry.making.value
        }
        let making = Task<EncodedDocument, any Error> { [work, time, room] in
            let document = try await time.run(on: work, make)
            // A document of this size would be made again for every request, because it does not fit the cache.
            guard document.size <= room else {
                throw DocumentImpossible("\(id): expected a document of up to \(room >> 20) MB in memory, found more")
            }
            return document
        }
        entries[key] = Entry(making: making, lastUse: uses)
        do {
            let document = try await making.value
            keep(key, size: document.size)
            return document
        } catch let error as DocumentImpossible {
            keep(key, size: Self.reasonSize)
            throw error
        } catch {
            entries[key] = nil
            throw error
        }
    }

    private func keep(_ key: Key, size: Int) {
        entries[key]?.size = size
        self.size += size
        makeRoom()
    }

    private func makeRoom() {
        while size > room,
            let oldest = entries.filter({ $0.value.size > 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            size -= oldest.value.size
            entries[oldest.key] = nil
        }
    }
}
