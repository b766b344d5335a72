import SQLite
import StoreProtocol

/// The difference between a new catalogue and the rows of the database.
struct CatalogueComparison: Sendable, Equatable {
    /// Versions that are new, current again, or have another catalogue entry.
    var changed: [Release] = []
    /// The ids of gift kinds that the catalogue no longer lists, and of built-in ones that it names as withdrawn.
    var withdrawn: [String] = []
    /// The ids of built-in kinds that it neither names as withdrawn any more nor lists, and of which there is no row,
    /// sorted. A kind with a row was listed once, and stays withdrawn until it is listed again.
    var returned: [String] = []
}

/// What is known of a catalogue.
struct KnownCatalogue: Sendable {
    /// The ETag, for the next conditional request; `nil` for an unconditional one.
    var etag: String?
    var revision: Int
    /// The address of the broker that announces changes; `nil` if there is none.
    var announce: String?
    /// Whether it came from a store with several addresses, of which a lower revision is out of date.
    var hasMirrors = false
}

extension GiftDatabase {
    /// Updates the rows to match a catalogue.
    ///
    /// It compares all gift kinds with a few statements, so that SQLite does the work instead of one query for each
    /// kind.
    ///
    /// - Parameters:
    ///   - catalogue: The catalogue.
    ///   - urls: The URLs of the packages, in the order of the catalogue.
    ///   - rejected: The catalogue's invalid entries; the rows of these gift kinds stay.
    ///   - builtIn: The ids of the kinds that are built into the player.
    ///   - source: The store, whose keys have been checked.
    ///   - etag: The ETag of the catalogue, for the next conditional request.
    ///   - date: The current time in the format of RFC 3339.
    /// - Returns: The difference between the catalogue and the previous rows.
    func update(
        with catalogue: StoreCatalogue, urls: [String], rejected: [RejectedGift] = [], builtIn: Set<String> = [],
        from source: StoreSource, etag: String?, at date: String
    ) throws(LocalStoreError) -> CatalogueComparison {
        try write { db in
            try Self.fillListing(db, catalogue.gifts, urls: urls)
            try Self.fillRejected(db, rejected)
            var comparison = CatalogueComparison(
                changed: try db.rows(Self.changedQuery).compactMap { try? Release(row: $0) },
                withdrawn: try db.values(String.self, Self.withdrawnQuery))
            let named = try Self.replaceWithdrawn(db, catalogue)
            comparison.withdrawn += named.new.filter(builtIn.contains)
            comparison.returned = named.gone.filter(builtIn.contains)
            for statement in Self.updateStatements {
                try db.execute(statement, ["date": date])
            }
            try db.executeAll("DELETE FROM listing; DELETE FROM unread; DELETE FROM catalogue")
            try db.execute(
                "INSERT INTO catalogue (url, etag, revision, taken, announce, keys) VALUES (?, ?, ?, ?, ?, ?)",
                [source.catalogueList, etag, catalogue.revision, date, catalogue.announce, source.storeKeyList])
            return comparison
        }
    }

    /// Returns what is known of the catalogue that the rows match; `nil` if they match no catalogue of the store.
    ///
    /// Lists of catalogues that have a URL in common are those of one store, whose mirrors have changed.
    ///
    /// One that was accepted without the store's keys counts as none: its revision may be invented.
    func lastCatalogue(of source: StoreSource) throws(LocalStoreError) -> KnownCatalogue? {
        try read { db -> KnownCatalogue? in
            let source = (keys: source, list: source.catalogueList)
            let urls = Set(source.list.split(separator: " "))
            for row in try db.rows("SELECT etag, revision, announce, url, keys FROM catalogue") {
                // An unreadable row counts as none: the next request for the catalogue is unconditional.
                guard let revision = try? row.decode(Int.self, atIndex: 1),
                    let list = try? row.decode(String.self, atIndex: 3)
                else { continue }
                let known = list.split(separator: " ")
                guard !urls.isDisjoint(with: known), source.keys.trusts(try? row.decode(String?.self, atIndex: 4))
                else { continue }
                return KnownCatalogue(
                    // With another list, packages may have other addresses.
                    etag: list == source.list ? try? row.decode(String?.self, atIndex: 0) : nil, revision: revision,
                    announce: try? row.decode(String?.self, atIndex: 2), hasMirrors: known.count > 1)
            }
            return nil
        }
    }

    private static func fillListing(_ db: SQLiteConnection, _ gifts: [StoreGift], urls: [String]) throws {
        try db.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS listing (
                id TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL,
                sha256 TEXT NOT NULL, url TEXT NOT NULL, bytes INTEGER NOT NULL, entry TEXT NOT NULL
            ) WITHOUT ROWID
            """)
        let insertion = try db.statement(
            "INSERT OR REPLACE INTO listing (id, version, name, value, sha256, url, bytes, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        for (gift, url) in zip(gifts, urls) {
            try insertion.execute(
                [
                    gift.id, gift.version, gift.name, gift.value, gift.sha256.hex, url, gift.size,
                    String(decoding: gift.json, as: UTF8.self),
                ])
        }
    }

    /// Stores the ids of invalid entries, except ids that another, valid entry has.
    private static func fillRejected(_ db: SQLiteConnection, _ rejected: [RejectedGift]) throws {
        try db.execute(
            "CREATE TEMP TABLE IF NOT EXISTS unread (id TEXT NOT NULL PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID"
        )
        let insertion = try db.statement(
            """
            INSERT OR IGNORE INTO unread (id, reason)
            SELECT :id, :reason WHERE NOT EXISTS (SELECT 1 FROM listing WHERE id = :id)
            """)
        for gift in rejected {
            guard let id = gift.id else { continue }
            try insertion.execute(["id": id, "reason": gift.error.description])
        }
    }

    /// Stores the ids that a catalogue names as withdrawn, except those that it lists.
    ///
    /// - Returns: The ids of which there is no row: those that the catalogue before did not name, and those that only it
    ///   named and that are not listed now, both sorted.
    private static func replaceWithdrawn(
        _ db: SQLiteConnection, _ catalogue: StoreCatalogue
    ) throws -> (new: [String], gone: [String]) {
        let known = Set(try db.values(String.self, "SELECT id FROM withdrawn"))
        let hidden = try db.values(String.self, withdrawnWithoutRowQuery)
        try db.execute("DELETE FROM withdrawn")
        let insertion = try db.statement(
            """
            INSERT INTO withdrawn (id)
            SELECT :id WHERE NOT EXISTS (SELECT 1 FROM listing WHERE id = :id)
                AND NOT EXISTS (SELECT 1 FROM unread WHERE id = :id)
            """)
        for id in catalogue.withdrawn.keys { try insertion.execute(["id": id]) }
        let named = try db.values(String.self, withdrawnWithoutRowQuery)
        let present = Set(named).union(catalogue.gifts.map(\.id))
        return (named.filter { !known.contains($0) }, hidden.filter { !present.contains($0) })
    }

    /// The query for the ids that the catalogue names as withdrawn and of which there is no row, sorted.
    static let withdrawnWithoutRowQuery = """
        SELECT id FROM withdrawn WHERE NOT EXISTS (SELECT 1 FROM gift WHERE gift.id = withdrawn.id) ORDER BY id
        """

    private static let changedQuery = """
        SELECT listing.id, listing.version FROM listing
        LEFT JOIN gift ON gift.id = listing.id AND gift.version = listing.version
        WHERE gift.id IS NULL OR NOT gift.current OR gift.entry <> listing.entry
        """

    private static let withdrawnQuery = """
        SELECT DISTINCT id FROM gift
        WHERE state <> 'withdrawn' AND NOT EXISTS (SELECT 1 FROM listing WHERE listing.id = gift.id)
            AND NOT EXISTS (SELECT 1 FROM unread WHERE unread.id = gift.id)
        """

    private static let updateStatements = [
        // Entries of the catalogue. A row that already matches stays unchanged.
        """
        INSERT INTO gift (id, version, name, value, sha256, url, state, bytes, current, listed, changed, entry)
        SELECT id, version, name, value, sha256, url, 'wanted', bytes, 1, :date, :date, entry FROM listing WHERE true
        ON CONFLICT (id, version) DO UPDATE SET
            name = excluded.name, value = excluded.value, url = excluded.url, bytes = excluded.bytes,
            entry = excluded.entry, sha256 = excluded.sha256, current = 1, changed = :date,
            validator = CASE WHEN sha256 = excluded.sha256 THEN validator END,
            reason = CASE WHEN current AND sha256 = excluded.sha256 THEN reason END,
            state = CASE
                WHEN installed IS NOT NULL AND package = excluded.sha256 THEN 'ready'
                WHEN current AND sha256 = excluded.sha256 THEN state
                ELSE 'wanted'
            END
        WHERE entry <> excluded.entry OR url <> excluded.url OR NOT current
        """,
        // Gift kinds that are no longer listed.
        """
        UPDATE gift SET state = 'withdrawn', reason = NULL, current = 0, changed = :date
        WHERE state <> 'withdrawn' AND NOT EXISTS (SELECT 1 FROM listing WHERE listing.id = gift.id)
            AND NOT EXISTS (SELECT 1 FROM unread WHERE unread.id = gift.id)
        """,
        // Gift kinds with an invalid entry: they stay, with the error as the reason, until the entry is valid again.
        """
        UPDATE gift SET reason = NULL
        WHERE current AND state = 'ready' AND reason IS NOT NULL AND id IN (SELECT id FROM listing)
        """,
        """
        UPDATE gift SET reason = (SELECT reason FROM unread WHERE unread.id = gift.id)
        WHERE current AND state <> 'withdrawn' AND id IN (SELECT id FROM unread)
        """,
        // Other versions of listed gift kinds: they play until the listed version is installed.
        """
        UPDATE gift SET state = CASE WHEN installed IS NULL THEN 'wanted' ELSE 'ready' END,
            reason = NULL, current = 0, changed = :date
        WHERE (current OR state <> 'ready')
            AND EXISTS (SELECT 1 FROM listing WHERE listing.id = gift.id AND listing.version <> gift.version)
        """,
        "DELETE FROM gift WHERE NOT current AND installed IS NULL AND state <> 'withdrawn'",
    ]
}
