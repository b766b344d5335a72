public import StoreDocuments
import Synchronization

/// The gifts on this machine's disk, and what is known of those that are not here yet.
///
///     let store = try LocalStore(home: home)
///     let sync = StoreSync(store: store, source: try StoreSource("http://127.0.0.1:8787"), transfer: CurlTransfer())
///     try sync.run(stop: stop) { print($0) }
///     let composition = store.playable("rocket")?.composition
///
/// Any number of programs may use a store at once, and any of them may end at any moment. A version's folder is put together
/// elsewhere and renamed when it is whole and on the disk, and only then does its row say so; on the way out the row goes
/// first. So a row that says `installed` always has its folder, and ``reconcile()`` finds the folders without such a row.
/// Whoever brings or removes a version has the lock of its part for as long.
public final class LocalStore: Sendable {
    /// The store's folder.
    public var home: String { layout.home }
    /// What had to be mended when the store was opened, in one line; nil where all was well.
    public let notice: String?

    let layout: StoreLayout
    let disk: Disk
    let clock: any StoreClock
    /// For names that nobody else takes.
    let random: @Sendable () -> UInt64
    private let current: Mutex<GiftDatabase>
    /// One package is unpacked at a time: it may have 128 MB.
    let unpacking = Mutex(())

    /// Opens the store in the folder `home`, which is made where there is none.
    ///
    /// A damaged database is moved aside to `gifts.sqlite.broken` and made anew from what is on the disk; ``notice`` says so.
    /// - Throws: `LocalStoreError` where the folder can't be used.
    public init(
        home: String, clock: any StoreClock = SystemStoreClock(), calls: SystemCalls = .system,
        random: @escaping @Sendable () -> UInt64 = { .random(in: 0...(.max)) }
    ) throws(LocalStoreError) {
        let home = home.count > 1 && home.hasSuffix("/") ? String(home.dropLast()) : home
        let layout = StoreLayout(home: home)
        let disk = Disk(calls)
        do throws(DiskError) {
            for folder in [layout.gifts, layout.incoming] { try disk.makeFolders(folder) }
        } catch {
            throw LocalStoreError(error)
        }
        let opened = try DatabaseOpening(layout: layout, disk: disk).open()
        self.layout = layout
        self.disk = disk
        self.clock = clock
        self.random = random
        current = Mutex(opened.database)
        notice = opened.wasBroken ? Self.mended(layout) : nil
        // A database that somebody removed is made anew as well.
        if try opened.database.isEmpty() { try reconcile() }
    }

    private static func mended(_ layout: StoreLayout) -> String {
        "\(layout.database): no whole database; moved aside as gifts.sqlite.broken, and made anew from the gifts on disk"
    }

    var database: GiftDatabase { current.withLock { $0 } }

    /// Makes the database anew where it is damaged, and says so.
    func mendDatabase() throws(LocalStoreError) -> String? {
        if database.isWhole() { return nil }
        database.close()
        let anew = try DatabaseOpening(layout: layout, disk: disk).reopen()
        current.withLock { $0 = anew }
        try reconcile()
        return Self.mended(layout)
    }

    /// The date, as rows have it.
    var date: String { DateText.text(milliseconds: clock.milliseconds) }

    // MARK: - What is there

    /// All gifts that are known, by their ids; of each the version that the catalogue lists first, then the later before the
    /// earlier ones.
    public func gifts() throws(LocalStoreError) -> [StoredGift] { try database.gifts() }

    /// The versions of one gift, in the same order.
    public func gifts(_ id: String) throws(LocalStoreError) -> [StoredGift] { try database.gifts(id) }

    /// The settings that were seen last of a room, to begin with while a store doesn't answer; nil before.
    public func settings(of source: StoreSource, room: String) -> RoomSettings? {
        (try? database.settings(source: source.description, room: room)).flatMap { $0 }
    }
}
