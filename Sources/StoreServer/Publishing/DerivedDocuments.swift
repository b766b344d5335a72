/// Documents that are made of packages when they are first asked for, and kept in memory as long as there is room.
actor DerivedDocuments {
    /// What a document shows of a package.
    enum Form: Hashable {
        /// The package as a dotLottie archive.
        case dotLottie
        /// The animation alone, with its pictures in it.
        case animation
        /// A small picture of it that moves.
        case preview
        /// A small picture of it that doesn't.
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
    private var entries: [Key: Entry] = [:]
    private var uses = 0
    private var size = 0

    /// - Parameter room: bytes that all documents may take.
    init(work: WorkThreads, room: Int) {
        self.work = work
        self.room = room
    }

    /// The document of this form of a version, which is made once however many ask for it.
    func document(
        of id: String, version: Int, as form: Form, _ make: @escaping @Sendable () throws -> EncodedDocument
    ) async throws -> EncodedDocument {
        let key = Key(id: id, version: version, form: form)
        uses += 1
        if let entry = entries[key] {
            entries[key]?.lastUse = uses
            return try await entry.making.value
        }
        let making = Task { [work] in try await work.run(make) }
        entries[key] = Entry(making: making, lastUse: uses)
        do {
            let document = try await making.value
            entries[key]?.size = document.size
            size += document.size
            makeRoom()
            return document
        } catch {
            entries[key] = nil
            throw error
        }
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
