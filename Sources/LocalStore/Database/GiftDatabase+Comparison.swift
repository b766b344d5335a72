import GRDB
import StoreDocuments

/// What a catalogue changed.
struct CatalogueComparison: Sendable, Equatable {
    /// Gifts that are new, came in another version, came back, or of which the catalogue says something else.
    var changed: [Release] = []
    /// Gifts that it lists no more.
    var withdrawn: [String] = []
}

extension GiftDatabase {
    /// Makes the rows those of a catalogue: all of them together, so that the time is SQLite's and not that of questions.
    /// - Parameters:
    ///   - urls: where each gift's package is, in the catalogue's order.
    ///   - etag: the catalogue's own, to ask for changes with.
    func take(
        _ catalogue: StoreCatalogue, urls: [String], from source: String, etag: String?, at date: String
    ) throws(LocalStoreError) -> CatalogueComparison {
        try write { db in
            try Self.fillListing(db, catalogue.gifts, urls: urls)
            let comparison = CatalogueComparison(
                changed: try Row.fetchAll(db, sql: Self.changed).map { Release(id: $0[0], version: $0[1]) },
                withdrawn: try String.fetchAll(db, sql: Self.withdrawn))
            for statement in Self.changes {
                try db.execute(sql: statement, arguments: statement.contains(":date") ? ["date": date] : [])
            }
            try db.execute(sql: "DELETE FROM listing")
            try db.execute(sql: "DELETE FROM catalogue")
            try db.execute(
                sql: "INSERT INTO catalogue (url, etag, revision, taken) VALUES (?, ?, ?, ?)",
                arguments: [source, etag, catalogue.revision, date])
            return comparison
        }
    }

    /// The ETag and revision of the catalogue that the rows are those of; nil where it is another source's, or none.
    func lastCatalogue(of source: String) throws(LocalStoreError) -> (etag: String?, revision: Int)? {
        try read { db in
            try Row.fetchOne(db, sql: "SELECT etag, revision FROM catalogue WHERE url = ?", arguments: [source])
                .map { ($0[0], $0[1]) }
        }
    }

    private static func fillListing(_ db: Database, _ gifts: [StoreGift], urls: [String]) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS listing (
                    id TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL,
                    sha256 TEXT NOT NULL, url TEXT NOT NULL, bytes INTEGER NOT NULL, entry TEXT NOT NULL
                ) WITHOUT ROWID
                """)
        let insertion = try db.cachedStatement(
            sql:
                "INSERT OR REPLACE INTO listing (id, version, name, value, sha256, url, bytes, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        for (gift, url) in zip(gifts, urls) {
            try insertion.execute(
                arguments: [
                    gift.id, gift.version, gift.name, gift.value, gift.sha256.hex, url, gift.size,
                    String(decoding: gift.json, as: UTF8.self),
                ])
        }
    }

    private static let changed = """
        SELECT listing.id, listing.version FROM listing
        LEFT JOIN gift ON gift.id = listing.id AND gift.version = listing.version
        WHERE gift.id IS NULL OR NOT gift.current OR gift.entry <> listing.entry
        """

    private static let withdrawn = """
        SELECT DISTINCT id FROM gift
        WHERE state <> 'withdrawn' AND NOT EXISTS (SELECT 1 FROM listing WHERE listing.id = gift.id)
        """

    private static let changes = [
        // What the catalogue lists. A row that says the same already is left alone.
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
        // Gifts that it lists no more.
        """
        UPDATE gift SET state = 'withdrawn', reason = NULL, current = 0, changed = :date
        WHERE state <> 'withdrawn' AND NOT EXISTS (SELECT 1 FROM listing WHERE listing.id = gift.id)
        """,
        // Other versions of gifts that it lists: they go on being played until the listed one is here.
        """
        UPDATE gift SET state = CASE WHEN installed IS NULL THEN 'wanted' ELSE 'ready' END,
            reason = NULL, current = 0, changed = :date
        WHERE (current OR state <> 'ready')
            AND EXISTS (SELECT 1 FROM listing WHERE listing.id = gift.id AND listing.version <> gift.version)
        """,
        "DELETE FROM gift WHERE NOT current AND installed IS NULL AND state <> 'withdrawn'",
    ]
}
