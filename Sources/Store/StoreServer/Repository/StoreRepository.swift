public import StoreProtocol
import Synchronization
public import SystemIO

/// The store's state on disk, with all operations that change it.
///
/// The folder is also a catalogue that players can read. Changes happen one after the other, and each replaces one
/// file: `catalogue.json` or `settings.json`. The files that it refers to are written before and never change. So a
/// reader of the folder or of the snapshot in memory sees the old or the new state, and so does a server that starts
/// after a crash.
public final class StoreRepository: Sendable {
    /// What was noticed when the store was opened, a line each: gift kinds that are invalid and left out, and a log of
    /// changes that lacks them.
    public let notices: [String]
    private let folder: StoreFolder
    private let now: @Sendable () -> String
    /// The log of all changes; `nil` for a store without one.
    let audit: AuditLog?
    /// Held during a change.
    private let state: Mutex<StoreFolder.Published>
    private let currentSnapshot: Mutex<StoreSnapshot>
    private let changeHandler = Mutex<(@Sendable (StoreSnapshot) -> Void)?>(nil)

    /// Opens the store in the folder `root`, or creates a store if the folder is empty or missing.
    ///
    /// - Parameters:
    ///   - root: The folder.
    ///   - disk: The file operations.
    ///   - announce: The address of the broker that the catalogue names; `nil` for none.
    ///   - documentKey: The key with which the catalogue and the settings are signed; `nil` for none.
    ///   - now: Returns the current time in the format of RFC 3339.
    ///   - audit: The log of all changes; `nil` for none.
    ///   - gifts: Returns the first gift kinds of a new store.
    /// - Throws: `RepositoryError` if the folder is not a store or its files are damaged.
    public init(
        root: String, disk: any Disk = SystemDisk(), announce: String? = nil,
        documentKey: PublisherPrivateKey? = nil, now: @escaping @Sendable () -> String,
        audit: AuditLog? = nil,
        gifts: () throws(RepositoryError) -> [GiftDraft] = { () throws(RepositoryError) in [] }
    ) throws(RepositoryError) {
        let folder = StoreFolder(root: root, disk: disk, documentKey: documentKey)
        var notices: [String] = []
        let found = try folder.load(notices: &notices)
        try folder.prepare()
        var state: StoreFolder.Published
        if let found {
            state = found
            if let notice = audit?.noticeOfMissingEntries(in: state) { notices.append(notice) }
        } else {
            state = try Self.createStore(folder, with: try gifts(), published: now())
        }
        // The next change writes it to the disk.
        state.catalogue.catalogue.announce = announce
        try folder.signDocuments(state)
        self.notices = notices
        self.folder = folder
        self.now = now
        self.audit = audit
        self.state = Mutex(state)
        currentSnapshot = Mutex(StoreSnapshot(state, previous: nil, documentKey: documentKey))
    }

    /// Checks that the folder `root` is a store, empty or missing, without writing to it.
    ///
    /// - Throws: `RepositoryError` if it has other files, or its catalogue or settings are damaged.
    public static func check(_ root: String) throws(RepositoryError) {
        guard FileStatus.kind(of: root) == .folder else { return }
        var notices: [String] = []
        _ = try StoreFolder(root: root, disk: SystemDisk()).load(notices: &notices, verifiesPackages: false)
    }

    /// Publishes the first gift kinds in one change.
    private static func createStore(
        _ folder: StoreFolder, with drafts: [GiftDraft], published: String
    ) throws(RepositoryError) -> StoreFolder.Published {
        var gifts: [StoreGift] = []
        for draft in drafts {
            let gift = draft.makeGift(version: 1, after: nil, published: published)
            try folder.write(VersionRecord(gift: gift, previous: nil, findings: draft.findings), package: draft.package)
            gifts.append(gift)
        }
        var state = StoreFolder.Published(
            catalogue: CatalogueFile(catalogue: StoreCatalogue(revision: 1, gifts: gifts), event: 0),
            settings: .initial)
        state.catalogue.event = state.event
        try folder.replace(with: state.catalogue)
        return state
    }

    /// The current published state.
    var snapshot: StoreSnapshot { currentSnapshot.withLock { $0 } }

    /// Whether the store's folder can be read now.
    var isReadable: Bool {
        do throws(RepositoryError) {
            return try folder.size(of: StoreLayout.catalogue) != nil
        } catch {
            return false
        }
    }

    /// Sets the function that is called after each change, in order.
    func setChangeHandler(_ body: @escaping @Sendable (StoreSnapshot) -> Void) {
        changeHandler.withLock { $0 = body }
    }

    /// Returns the path of a package.
    func packagePath(of id: String, version: Int) -> String {
        folder.path(StoreLayout.package(of: id, version: version))
    }

    /// Checks that a gift kind's package is on disk and has the listed size.
    ///
    /// - Throws: `RepositoryError` if it is not.
    func verifyPackage(of gift: StoreGift) throws(RepositoryError) { try folder.verifyPackage(of: gift) }

    /// Returns the bytes of a gift kind's package.
    ///
    /// - Throws: `RepositoryError` if the file is missing.
    func package(of gift: StoreGift) throws(RepositoryError) -> [UInt8] {
        let name = StoreLayout.package(of: gift.id, version: gift.version)
        guard let bytes = try folder.contents(of: name) else {
            throw .damagedFile(path: folder.path(name), reason: "expected a package, found none")
        }
        return bytes
    }

    /// Returns the record of a version; `nil` if there is none or the gift kind is withdrawn.
    func record(of id: String, version: Int) throws(RepositoryError) -> VersionRecord? {
        guard GiftID.isValid(id), version > 0, !snapshot.withdrawn.contains(id) else { return nil }
        return try folder.record(of: id, version: version)
    }
}

// MARK: - Changes

extension StoreRepository {
    /// The result of a publication.
    public struct Publication: Sendable {
        /// The gift kind as the catalogue lists it now.
        public let gift: StoreGift
        /// The revision of the catalogue after the change.
        public let revision: Int
        /// Whether the catalogue did not list this id before.
        public let isNew: Bool
    }

    /// Publishes a gift kind under a version that was never used before.
    ///
    /// - Parameters:
    ///   - draft: The gift kind.
    ///   - author: Who makes the change.
    ///   - isExpected: Returns whether the current entry, `nil` if there is none, is the one that the change is based
    ///     on.
    /// - Throws: `RepositoryError` if it is not, or if the change cannot be written.
    public func publish(
        _ draft: GiftDraft, by author: ChangeAuthor = .program, where isExpected: (StoreGift?) -> Bool = { _ in true }
    ) throws(RepositoryError) -> Publication {
        precondition(GiftID.isValid(draft.id), "checked where the request is read")
        return try state.withLock { state throws(RepositoryError) in
            let index = state.catalogue.catalogue.gifts.firstIndex { $0.id == draft.id }
            var previous = index.map { state.catalogue.catalogue.gifts[$0] }
            guard isExpected(previous) else { throw .changedMeanwhile }
            if previous == nil, let version = state.catalogue.catalogue.withdrawn[draft.id] {
                previous = try folder.record(of: draft.id, version: version)?.gift
            }
            let version = max(try folder.lastVersion(of: draft.id), state.catalogue.versionFloor) + 1
            let gift = draft.makeGift(version: version, after: previous, published: now())
            let record = VersionRecord(gift: gift, previous: previous?.version, findings: draft.findings)
            try folder.write(record, package: draft.package)
            var next = state.catalogue
            if let index {
                next.catalogue.gifts[index] = gift
            } else {
                next.catalogue.gifts.append(gift)
            }
            next.catalogue.withdrawn[draft.id] = nil
            try commit(next, to: &state, .init(publishing: gift, as: .publish), by: author)
            return Publication(gift: gift, revision: state.catalogue.catalogue.revision, isNew: index == nil)
        }
    }

    /// Removes a gift kind from the catalogue; its versions are kept.
    ///
    /// - Parameters:
    ///   - id: The id of the gift kind.
    ///   - author: Who makes the change.
    ///   - isExpected: Returns whether the current entry is the one that the change is based on.
    /// - Returns: The revision of the catalogue after the change.
    /// - Throws: `RepositoryError` if there is no such gift kind, its entry is unexpected, or the change cannot be
    ///   written.
    @discardableResult
    public func withdraw(
        _ id: String, by author: ChangeAuthor = .program, where isExpected: (StoreGift?) -> Bool = { _ in true }
    ) throws(RepositoryError) -> Int {
        try state.withLock { state throws(RepositoryError) in
            var next = state.catalogue
            guard let index = next.catalogue.gifts.firstIndex(where: { $0.id == id }) else { throw .noSuchGift(id) }
            guard isExpected(next.catalogue.gifts[index]) else { throw .changedMeanwhile }
            let version = next.catalogue.gifts.remove(at: index).version
            next.catalogue.withdrawn[id] = version
            let change = AuditEntry.Change(action: .withdraw, gift: id, version: version, revision: 0)
            try commit(next, to: &state, change, by: author)
            return state.catalogue.catalogue.revision
        }
    }

    /// Restores the version that the current one replaced, or the last version of a withdrawn gift kind.
    ///
    /// - Parameters:
    ///   - id: The id of the gift kind.
    ///   - author: Who makes the change.
    ///   - isExpected: Returns whether the current entry, `nil` if there is none, is the one that the change is based
    ///     on.
    /// - Throws: `RepositoryError` if there is no earlier version, the entry is unexpected, or the change cannot be
    ///   written.
    public func rollBack(
        _ id: String, by author: ChangeAuthor = .program, where isExpected: (StoreGift?) -> Bool = { _ in true }
    ) throws(RepositoryError) -> Publication {
        try state.withLock { state throws(RepositoryError) in
            var next = state.catalogue
            let gift: StoreGift
            let index = next.catalogue.gifts.firstIndex { $0.id == id }
            if let index {
                let version = next.catalogue.gifts[index].version
                guard let previous = try folder.record(of: id, version: version)?.previous,
                    let record = try folder.record(of: id, version: previous)
                else { throw .noEarlierVersion(id, version: version) }
                guard isExpected(next.catalogue.gifts[index]) else { throw .changedMeanwhile }
                gift = record.gift
                next.catalogue.gifts[index] = gift
            } else {
                guard let version = next.catalogue.withdrawn.removeValue(forKey: id),
                    let record = try folder.record(of: id, version: version)
                else { throw .noSuchGift(id) }
                guard isExpected(nil) else { throw .changedMeanwhile }
                gift = record.gift
                next.catalogue.gifts.append(gift)
            }
            try commit(next, to: &state, .init(publishing: gift, as: .rollBack), by: author)
            return Publication(gift: gift, revision: state.catalogue.catalogue.revision, isNew: index == nil)
        }
    }

    /// Publishes settings under the next revision.
    ///
    /// - Parameters:
    ///   - settings: The settings; their own revision is ignored.
    ///   - author: Who makes the change.
    ///   - isExpected: Returns whether the current settings are those that the change is based on.
    /// - Returns: The state after the change.
    func publish(
        _ settings: PublishedSettings, by author: ChangeAuthor = .program, where isExpected: (StoreSnapshot) -> Bool
    ) throws(RepositoryError) -> StoreSnapshot {
        try state.withLock { state throws(RepositoryError) in
            guard isExpected(snapshot) else { throw .changedMeanwhile }
            var next = state
            next.settings.settings = settings
            next.settings.settings.revision = state.settings.settings.revision + 1
            next.settings.event = next.event
            let change = AuditEntry.Change(from: state.settings.settings, to: next.settings.settings)
            try replace(reloading: &state, change, by: author) { () throws(RepositoryError) in
                try folder.replace(with: next.settings)
            }
            state = next
            return updateSnapshot(state)
        }
    }

    private func commit(
        _ catalogue: CatalogueFile, to state: inout StoreFolder.Published, _ change: AuditEntry.Change,
        by author: ChangeAuthor
    ) throws(RepositoryError) {
        var next = state
        next.catalogue = catalogue
        next.catalogue.catalogue.revision += 1
        next.catalogue.event = next.event
        var change = change
        change.revision = next.catalogue.catalogue.revision
        try replace(reloading: &state, change, by: author) { () throws(RepositoryError) in
            try folder.replace(with: next.catalogue)
        }
        state = next
        updateSnapshot(state)
    }

    /// Replaces one of the two files of the published state with `body`, and reloads the state if that fails. The change
    /// is in the audit log before.
    private func replace(
        reloading state: inout StoreFolder.Published, _ change: AuditEntry.Change, by author: ChangeAuthor,
        _ body: () throws(RepositoryError) -> Void
    ) throws(RepositoryError) {
        do throws(RepositoryError) {
            if let audit {
                try audit.record(change, by: author, at: now(), body)
            } else {
                try body()
            }
        } catch {
            guard case .disk = error else { throw error }
            // The failure may have come before or after the rename; only the disk shows which.
            var notices: [String] = []
            if let found = try? folder.load(notices: &notices), found != state {
                state = found
                updateSnapshot(state)
            }
            throw error
        }
    }

    @discardableResult
    private func updateSnapshot(_ state: StoreFolder.Published) -> StoreSnapshot {
        let snapshot = StoreSnapshot(state, previous: snapshot, documentKey: folder.documentKey)
        currentSnapshot.withLock { $0 = snapshot }
        changeHandler.withLock { $0 }?(snapshot)
        return snapshot
    }
}
