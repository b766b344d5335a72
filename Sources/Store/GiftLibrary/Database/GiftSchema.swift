import GRDB

/// The tables of the database and their migrations.
enum GiftSchema {
    /// The migrator that creates the tables or updates those of earlier versions.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("gifts") { try $0.execute(sql: tableStatements) }
        migrator.registerMigration("announcements") {
            try $0.execute(sql: "ALTER TABLE catalogue ADD COLUMN announce TEXT")
        }
        return migrator
    }

    /// The statements that create the tables.
    ///
    /// - `gift`: One row for each version of a gift kind. `sha256`, `url` and `bytes` describe the package that the
    ///   catalogue lists; `entry` is the whole catalogue entry. `current` marks the listed version. `installed` is the
    ///   time of installation; if it is set, the version's folder exists and is complete. `package` is the digest of
    ///   the installed package, `record` the digest of its `installed.json`, and `unpacked` the size of its files in
    ///   bytes. `validator` is the ETag of a partly received package. `listed`, `changed`, `installed` and `used` are
    ///   dates in the format of RFC 3339.
    /// - `catalogue`: The catalogue with which `gift` was last compared; at most one row. `announce` names a broker.
    /// - `settings`: The last known settings by store and room.
    private static let tableStatements = """
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
