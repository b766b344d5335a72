import GRDB

/// The tables, and how those of earlier versions become today's.
enum GiftSchema {
    /// Brings a database up to date.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("gifts") { try $0.execute(sql: gifts) }
        return migrator
    }

    /// - `gift`: a row for a gift and version. `sha256`, `url` and `bytes` are those of the package that the catalogue lists,
    ///   `entry` is all that it says of the gift. `current` is the version that it lists. Where `installed` says when, the
    ///   version's folder is there and whole; `package` is the digest it came with, `record` that of its `installed.json`,
    ///   `unpacked` the bytes of its files. `validator` is the ETag of what was received in part.
    ///   `listed`, `changed`, `installed` and `used` are dates in RFC 3339.
    /// - `catalogue`: the one that `gift` was held against last, at most one row.
    /// - `settings`: those seen last, by store and room.
    private static let gifts = """
        CREATE TABLE gift (
            id TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (version > 0),
            name TEXT NOT NULL,
            value INTEGER NOT NULL,
            sha256 TEXT NOT NULL,
            url TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('wanted', 'downloading', 'ready', 'failed', 'withdrawn')),
            reason TEXT,
            bytes INTEGER NOT NULL,
            current INTEGER NOT NULL,
            listed TEXT NOT NULL,
            changed TEXT NOT NULL,
            installed TEXT,
            used TEXT,
            package TEXT,
            record TEXT,
            unpacked INTEGER,
            validator TEXT,
            entry TEXT NOT NULL,
            PRIMARY KEY (id, version),
            CHECK (state <> 'ready' OR installed IS NOT NULL)
        ) WITHOUT ROWID;
        CREATE INDEX pending ON gift (id) WHERE current AND state IN ('wanted', 'downloading', 'failed');
        CREATE TABLE catalogue (url TEXT NOT NULL PRIMARY KEY, etag TEXT, revision INTEGER NOT NULL, taken TEXT NOT NULL);
        CREATE TABLE settings (
            url TEXT NOT NULL, room TEXT NOT NULL, settings TEXT NOT NULL, seen TEXT NOT NULL, PRIMARY KEY (url, room)
        );
        """
}
