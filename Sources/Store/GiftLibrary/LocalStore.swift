import ExactNumbers
public import StoreProtocol
import Synchronization
public import SystemIO

/// The library: the gift kinds on this machine's disk, and the known ones that are not installed yet.
///
///     let store = try LocalStore(home: home)
///     let sync = StoreSync(store: store, source: try StoreSource("http://127.0.0.1:8787"), transfer: CurlTransfer())
///     try sync.run(stop: stop) { print($0) }
///     let composition = try store.loadComposition(of: "rocket")
///
/// Any number of programs may use a library at the same time, and each may end at any moment.
///
/// A version's folder is assembled elsewhere and renamed when it is complete and flushed to the disk; only then does
/// its row become installed. For a removal, the row changes first. So a row with `installed` set always has its folder,
/// and ``reconcile()`` finds folders without such a row. A program that installs or removes a version holds the lock of
/// its part file meanwhile.
public final class LocalStore: Sendable {
    /// The repair of the database at opening, or the reason why the library is read-only, as one line; `nil` if there
    /// is nothing to report.
    public let notice: String?
    /// Whether the library is read-only. Then nothing is repaired, downloaded or removed; installed gift kinds can be
    /// listed and played.
    public let isReadOnly: Bool

    /// The keys of publishers, of which one must have signed each version that plays; none if unsigned ones are accepted.
    public let publisherKeys: [PublisherKey]

    /// The ids of the kinds that are built into the player.
    let builtInKinds: Set<String>

    let layout: LibraryLayout
    let disk: SystemDisk
    let clock: any StoreClock
    /// The source of unique file names.
    let random: @Sendable () -> UInt64
    private let currentDatabase: Mutex<GiftDatabase>
    /// Held while a package is unpacked, because one package may need 128 MB.
    let unpackingLock = Mutex(())

    /// Opens the library in the folder `home` and creates the folder if necessary.
    ///
    /// A damaged database is renamed to `gifts.sqlite.broken` and rebuilt from the files on disk; ``notice`` reports
    /// it.
    ///
    /// - Parameters:
    ///   - home: The folder of the library.
    ///   - publisherKeys: The keys of publishers, if any. Installed versions that none of them has signed are removed; in a
    ///     read-only library they do not play.
    ///   - builtInKinds: The ids of the kinds that are built into the player, which a store may withdraw, too.
    ///   - allowsReadOnly: Whether a library that cannot be written, for example on a full or read-only disk, is opened
    ///     for reading; see ``isReadOnly``.
    ///   - clock: The clock for pauses and dates.
    ///   - systemCalls: The system calls for writing.
    ///   - random: The source of unique file names.
    /// - Throws: `LocalStoreError` if the folder cannot be used.
    public init(
        home: String, publisherKeys: [PublisherKey] = [], builtInKinds: Set<String> = [],
        allowsReadOnly: Bool = false, clock: any StoreClock = SystemStoreClock(),
        systemCalls: SystemCalls = .system,
        random: @escaping @Sendable () -> UInt64 = { .random(in: 0...(.max)) }
    ) throws(LocalStoreError) {
        let home = home.count > 1 && home.hasSuffix("/") ? String(home.dropLast()) : home
        let layout = LibraryLayout(home: home)
        let disk = SystemDisk(systemCalls)
        let opened = try DatabaseOpener(layout: layout, disk: disk).open(allowsReadOnly: allowsReadOnly)
        self.publisherKeys = publisherKeys
        self.builtInKinds = builtInKinds
        self.layout = layout
        self.disk = disk
        self.clock = clock
        self.random = random
        currentDatabase = Mutex(opened.database)
        isReadOnly = opened.condition.isReadOnly
        switch opened.condition {
        case .intact: notice = nil
        case .wasDamaged: notice = Self.repairNotice(layout)
        case .readOnly(let reason): notice = "\(reason); installed gifts can be played, but nothing can be changed"
        }
        // A database that somebody deleted is rebuilt as well.
        if !isReadOnly {
            if try opened.database.isEmpty() { try reconcile() }
            try removeUntrusted(publisherKeys)
        }
    }

    private static func repairNotice(_ layout: LibraryLayout) -> String {
        "\(layout.database): database is corrupt; moved to gifts.sqlite.broken and rebuilt from the gifts on disk"
    }

    var database: GiftDatabase { currentDatabase.withLock { $0 } }

    /// Rebuilds the database if it is damaged.
    ///
    /// - Returns: The fault as one line; `nil` if the database is intact.
    func repairDatabase() throws(LocalStoreError) -> String? {
        if database.isIntact() { return nil }
        if isReadOnly {
            return "\(layout.database): database is corrupt; it cannot be rebuilt, because nothing can be written"
        }
        database.close()
        let anew = try DatabaseOpener(layout: layout, disk: disk).replaceDamaged()
        currentDatabase.withLock { $0 = anew }
        try reconcile()
        return Self.repairNotice(layout)
    }

    /// The current date in the format of the rows.
    var date: String { Timestamp(millisecondsSince1970: clock.millisecondsSince1970).textWithMilliseconds }

    // MARK: - Contents

    /// Returns all known gift versions by id; of each kind the listed version comes first, then the others from the
    /// newest down.
    public func gifts() throws(LocalStoreError) -> [StoredGift] { try database.gifts() }

    /// Returns the versions of one gift kind, in the same order.
    public func versions(of id: String) throws(LocalStoreError) -> [StoredGift] { try database.versions(of: id) }

    /// Returns the ids of built-in kinds that the store has withdrawn and of which the library has no version, sorted.
    /// They do not play.
    public func withdrawnBuiltInKinds() throws(LocalStoreError) -> [String] {
        try database.withdrawnWithoutRow().filter(builtInKinds.contains)
    }

    /// Returns the ids of the rooms of which settings are known, sorted.
    public func knownRooms() throws(LocalStoreError) -> [String] { try database.rooms() }

    /// Whether the catalogue that was read last came from a store of several addresses, one of which is in `source`.
    func knowsMirrors(of source: StoreSource) -> Bool {
        (try? database.lastCatalogue(of: source))?.hasMirrors == true
    }

    /// Returns the last known settings of a room, for use while the store does not respond; `nil` if there are none.
    public func settings(of source: StoreSource, room: String) -> RoomSettings? {
        (try? database.settings(of: source, room: room)).flatMap { $0 }
    }
}
