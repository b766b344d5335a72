public import StoreDocuments
import Synchronization

/// What the store keeps on disk, and the only one who changes it.
///
/// The folder is itself a catalogue that players can read. Changes are made one after the other, each by replacing one file,
/// `catalogue.json` or `settings.json`; what that file will name was written before and never changes. So a reader, of the
/// folder or of the snapshot in memory, sees the old state or the new one, and so does whoever starts after a crash.
public final class StoreRepository: Sendable {
    private let folder: StoreFolder
    private let now: @Sendable () -> String
    /// Held while a change is made.
    private let state: Mutex<StoreFolder.Published>
    private let published: Mutex<StoreSnapshot>
    private let listener = Mutex<(@Sendable (StoreSnapshot) -> Void)?>(nil)

    /// Opens the store in the folder `root`; where that is empty or missing, a new store begins with some gifts.
    /// - Parameters:
    ///   - now: tells the time, as RFC 3339 writes it.
    ///   - gifts: makes the gifts that a new store begins with.
    /// - Throws: `RepositoryError` where the folder is not that of a store, or where its files are broken.
    public init(
        root: String, disk: any StoreDisk = SystemDisk(), now: @escaping @Sendable () -> String,
        gifts: () throws(RepositoryError) -> [GiftDraft] = { () throws(RepositoryError) in [] }
    ) throws(RepositoryError) {
        let folder = StoreFolder(root: root, disk: disk)
        let found = try folder.load()
        try folder.prepare()
        let state: StoreFolder.Published
        if let found {
            state = found
        } else {
            state = try Self.begin(folder, with: try gifts(), published: now())
        }
        self.folder = folder
        self.now = now
        self.state = Mutex(state)
        published = Mutex(StoreSnapshot(state, before: nil))
    }

    /// Publishes the first gifts, all at once.
    private static func begin(
        _ folder: StoreFolder, with drafts: [GiftDraft], published: String
    ) throws(RepositoryError) -> StoreFolder.Published {
        var gifts: [StoreGift] = []
        for draft in drafts {
            let gift = draft.gift(version: 1, after: nil, published: published)
            try folder.write(VersionRecord(gift: gift, previous: nil), package: draft.package)
            gifts.append(gift)
        }
        var state = StoreFolder.Published(
            catalogue: CatalogueFile(catalogue: StoreCatalogue(revision: 1, gifts: gifts), event: 0, withdrawn: [:]),
            settings: .initial)
        state.catalogue.event = state.event
        try folder.replace(StoreLayout.catalogue, with: state.catalogue.json)
        return state
    }

    /// All that is published now.
    var snapshot: StoreSnapshot { published.withLock { $0 } }

    /// Calls `body` after each change, in order.
    func onChange(_ body: @escaping @Sendable (StoreSnapshot) -> Void) {
        listener.withLock { $0 = body }
    }

    /// The place of a package on disk.
    func packagePath(of id: String, version: Int) -> String {
        folder.path(StoreLayout.package(of: id, version: version))
    }

    /// The bytes of a gift's package.
    /// - Throws: `RepositoryError` where the file is not there.
    func package(of gift: StoreGift) throws(RepositoryError) -> [UInt8] {
        let name = StoreLayout.package(of: gift.id, version: gift.version)
        guard let bytes = try folder.contents(of: name) else {
            throw .brokenFile(path: folder.path(name), reason: "expected a package, found none")
        }
        return bytes
    }

    /// What was published as this version; nil where there was none, or where the gift is withdrawn.
    func record(of id: String, version: Int) throws(RepositoryError) -> VersionRecord? {
        guard GiftID.isValid(id), version > 0, !snapshot.withdrawn.contains(id) else { return nil }
        return try folder.record(of: id, version: version)
    }
}

// MARK: - Changes

extension StoreRepository {
    /// A gift that was published, and whether there was none of its id before.
    public struct Publication: Sendable {
        /// The gift as the catalogue lists it now.
        public let gift: StoreGift
        /// The catalogue's revision that has it.
        public let revision: Int
        /// Whether the catalogue had no gift of this id before.
        public let isNew: Bool
    }

    /// Publishes a gift in a version that was never used before.
    /// - Parameter isExpected: whether the gift so far, or that there is none, is what the change was made for.
    public func publish(
        _ draft: GiftDraft, where isExpected: (StoreGift?) -> Bool = { _ in true }
    ) throws(RepositoryError) -> Publication {
        precondition(GiftID.isValid(draft.id), "checked where the request is read")
        return try state.withLock { state throws(RepositoryError) in
            let place = state.catalogue.catalogue.gifts.firstIndex { $0.id == draft.id }
            var previous = place.map { state.catalogue.catalogue.gifts[$0] }
            guard isExpected(previous) else { throw .changedMeanwhile }
            if previous == nil, let version = state.catalogue.withdrawn[draft.id] {
                previous = try folder.record(of: draft.id, version: version)?.gift
            }
            let version = try folder.lastVersion(of: draft.id) + 1
            let gift = draft.gift(version: version, after: previous, published: now())
            try folder.write(VersionRecord(gift: gift, previous: previous?.version), package: draft.package)
            var next = state.catalogue
            if let place {
                next.catalogue.gifts[place] = gift
            } else {
                next.catalogue.gifts.append(gift)
            }
            next.withdrawn[draft.id] = nil
            try commit(next, to: &state)
            return Publication(gift: gift, revision: state.catalogue.catalogue.revision, isNew: place == nil)
        }
    }

    /// Takes a gift out of the catalogue; its versions are kept.
    /// - Returns: the catalogue's revision without it.
    @discardableResult
    public func withdraw(_ id: String) throws(RepositoryError) -> Int {
        try state.withLock { state throws(RepositoryError) in
            var next = state.catalogue
            guard let place = next.catalogue.gifts.firstIndex(where: { $0.id == id }) else { throw .noSuchGift(id) }
            next.withdrawn[id] = next.catalogue.gifts.remove(at: place).version
            try commit(next, to: &state)
            return state.catalogue.catalogue.revision
        }
    }

    /// Goes back to the version that was there before the present one; of a withdrawn gift to the one it was withdrawn in.
    public func rollBack(_ id: String) throws(RepositoryError) -> Publication {
        try state.withLock { state throws(RepositoryError) in
            var next = state.catalogue
            let gift: StoreGift
            let place = next.catalogue.gifts.firstIndex { $0.id == id }
            if let place {
                let version = next.catalogue.gifts[place].version
                guard let previous = try folder.record(of: id, version: version)?.previous,
                    let record = try folder.record(of: id, version: previous)
                else { throw .noEarlierVersion(id, version: version) }
                gift = record.gift
                next.catalogue.gifts[place] = gift
            } else {
                guard let version = next.withdrawn.removeValue(forKey: id),
                    let record = try folder.record(of: id, version: version)
                else { throw .noSuchGift(id) }
                gift = record.gift
                next.catalogue.gifts.append(gift)
            }
            try commit(next, to: &state)
            return Publication(gift: gift, revision: state.catalogue.catalogue.revision, isNew: place == nil)
        }
    }

    /// Publishes settings, whose revision is counted on from the present one.
    /// - Parameter isExpected: whether the settings so far are those that the change was made for.
    func publish(
        _ settings: PublishedSettings, where isExpected: (StoreSnapshot) -> Bool
    ) throws(RepositoryError) -> StoreSnapshot {
        try state.withLock { state throws(RepositoryError) in
            guard isExpected(snapshot) else { throw .changedMeanwhile }
            var next = state
            next.settings.settings = settings
            next.settings.settings.revision = state.settings.settings.revision + 1
            next.settings.event = next.event
            try replace(StoreLayout.settings, with: next.settings.json, reloading: &state)
            state = next
            return tell(state)
        }
    }

    private func commit(
        _ catalogue: CatalogueFile, to state: inout StoreFolder.Published
    ) throws(RepositoryError) {
        var next = state
        next.catalogue = catalogue
        next.catalogue.catalogue.revision += 1
        next.catalogue.event = next.event
        try replace(StoreLayout.catalogue, with: next.catalogue.json, reloading: &state)
        state = next
        tell(state)
    }

    /// Replaces one of the two files that say what is published.
    private func replace(
        _ name: String, with json: [UInt8], reloading state: inout StoreFolder.Published
    ) throws(RepositoryError) {
        do throws(RepositoryError) {
            try folder.replace(name, with: json)
        } catch {
            // The disk failed before the file had its new name or after it: only the disk knows.
            if let found = try? folder.load(), found != state {
                state = found
                tell(state)
            }
            throw error
        }
    }

    @discardableResult
    private func tell(_ state: StoreFolder.Published) -> StoreSnapshot {
        let snapshot = StoreSnapshot(state, before: snapshot)
        published.withLock { $0 = snapshot }
        listener.withLock { $0 }?(snapshot)
        return snapshot
    }
}
