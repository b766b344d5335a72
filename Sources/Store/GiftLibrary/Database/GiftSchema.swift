import SQLite

/// The tables of the database and their migrations.
enum GiftSchema {
    /// The changes of the tables since the first version, with the names under which a database lists what it has.
    private static let migrations: [(name: String, statements: String)] = [
        ("gifts", tableStatements),
        ("announcements", "ALTER TABLE catalogue ADD COLUMN announce TEXT"),
        // Without its ETag, an unchanged catalogue is read once more.
        ("withdrawals", "CREATE TABLE withdrawn (id TEXT NOT NULL PRIMARY KEY); UPDATE catalogue SET etag = NULL"),
        ("document keys", "ALTER TABLE catalogue ADD COLUMN keys TEXT; ALTER TABLE settings ADD COLUMN keys TEXT"),
    ]

    /// How the tables of a database compare with those of this program.
    enum Age {
        /// An earlier version of the program made them, or there are none.
        case earlier
        case current
        /// A later version of the program made them.
        case later
    }

    /// Returns the age of a database's tables.
    static func age(_ db: SQLiteConnection) throws(SQLiteError) -> Age {
        let present = try presentMigrations(db)
        let known = migrations.map(\.name)
        if !present.isSubset(of: known) { return .later }
        return present.count == known.count ? .current : .earlier
    }

    /// Creates the tables, or updates those of an earlier version, in a transaction of the caller.
    static func migrate(_ db: SQLiteConnection) throws(SQLiteError) {
        try db.execute("CREATE TABLE IF NOT EXISTS \(listName) (identifier TEXT NOT NULL PRIMARY KEY)")
        let present = try presentMigrations(db)
        for migration in migrations where !present.contains(migration.name) {
            try db.executeAll(migration.statements)
            try db.execute("INSERT INTO \(listName) (identifier) VALUES (?)", [migration.name])
        }
    }

    /// The table with the names of the migrations that a database has; the name is that of the library which made the
    /// first databases.
    private static let listName = "grdb_migrations"

    private static func presentMigrations(_ db: SQLiteConnection) throws(SQLiteError) -> Set<String> {
        let hasList = try db.value(
            Bool.self, "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)", [listName])
        guard hasList == true else { return [] }
        return Set(try db.values(String.self, "SELECT identifier FROM \(listName)"))
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
    /// - `withdrawn`: The ids that this catalogue names as withdrawn.
    /// - `settings`: The last known settings by store and room.
    ///
    /// In both, `keys` are those of which one had to have signed the document, with a space between.
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
