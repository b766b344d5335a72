import SQLite
import StoreProtocol

extension StoredGift {
    /// Creates a gift version from a row.
    ///
    /// The values are decoded with `decode`: SQLite stores values of any type in any column, and the row's subscripts
    /// would crash on an unexpected type.
    ///
    /// - Throws: `StoreDocumentError` if the catalogue entry is invalid, `SQLiteError` if another value is invalid.
    init(row: SQLiteRow) throws {
        let entry = try row.decode(String.self, forColumn: "entry")
        let state = try row.decode(String.self, forColumn: "state")
        let unpacked = try row.decode(Int?.self, forColumn: "unpacked")
        // The entry has the version as well, but queries use the column, so it must be readable.
        _ = try row.decode(Int.self, forColumn: "version")
        self.init(
            gift: try StoreGift(json: Array(entry.utf8)), url: try row.decode(String.self, forColumn: "url"),
            state: GiftState(rawValue: state) ?? .failed, reason: try row.decode(String?.self, forColumn: "reason"),
            isCurrent: try row.decode(Bool.self, forColumn: "current"),
            diskBytes: unpacked.map { min(max($0, 0), Self.maxDiskBytes) },
            listedAt: try row.decode(String.self, forColumn: "listed"),
            changedAt: try row.decode(String.self, forColumn: "changed"),
            installedAt: try row.decode(String?.self, forColumn: "installed"),
            lastPlayedAt: try row.decode(String?.self, forColumn: "used"))
    }

    /// The upper bound of a version's size on disk, in bytes: far above any package, so that sums of sizes do not
    /// overflow.
    private static let maxDiskBytes = 1 << 40

    var release: Release { Release(gift) }

    /// Returns the gift versions of all matching rows.
    ///
    /// Unreadable rows are left out; their gift kinds are missing until a new catalogue overwrites the rows.
    static func fetchAll(
        _ db: SQLiteConnection, where condition: String, _ arguments: SQLiteArguments = [], order: String
    ) throws -> [StoredGift] {
        try db.rows(
            "SELECT * FROM gift WHERE \(condition) ORDER BY \(order)", arguments
        ).compactMap { try? StoredGift(row: $0) }
    }
}

extension Release {
    /// Creates a release from a row whose first two columns are the id and the version.
    ///
    /// - Throws: `SQLiteError` if a value is invalid; a caller that reads many rows leaves such a row out.
    init(row: SQLiteRow) throws {
        self.init(id: try row.decode(String.self, atIndex: 0), version: try row.decode(Int.self, atIndex: 1))
    }
}

extension GiftDatabase {
    /// Returns whether the database has no gift kinds.
    func isEmpty() throws(LocalStoreError) -> Bool {
        try read { try $0.value(Bool.self, "SELECT NOT EXISTS (SELECT 1 FROM gift)") ?? true }
    }

    /// Returns all gift versions by id; of each kind the listed version comes first, then the others from the newest
    /// down.
    func gifts() throws(LocalStoreError) -> [StoredGift] {
        try read { try StoredGift.fetchAll($0, where: "true", order: "id, current DESC, version DESC") }
    }

    /// Returns the ids that the catalogue names as withdrawn and of which there is no row, sorted.
    func withdrawnWithoutRow() throws(LocalStoreError) -> [String] {
        try read { try $0.values(String.self, Self.withdrawnWithoutRowQuery) }
    }

    /// Returns the versions of a gift kind; the listed one comes first, then the others from the newest down.
    func versions(of id: String) throws(LocalStoreError) -> [StoredGift] {
        try read {
            try StoredGift.fetchAll($0, where: "id = ?", [id], order: "current DESC, version DESC")
        }
    }

    /// Returns a version of a gift kind; `nil` if there is no row.
    func gift(_ release: Release) throws(LocalStoreError) -> StoredGift? {
        try read {
            try StoredGift.fetchAll($0, where: "id = ? AND version = ?", [release.id, release.version], order: "id")
                .first
        }
    }

    /// Returns the listed versions that are not installed, by id. It returns only names, because there may be very
    /// many.
    func pendingReleases() throws(LocalStoreError) -> [Release] {
        try read { db in
            try db.rows(
                """
                SELECT id, version FROM gift
                WHERE current AND state IN ('wanted', 'downloading', 'failed') ORDER BY id
                """
            ).compactMap { try? Release(row: $0) }
        }
    }

    /// Returns the total size of the packages that are listed but not installed, in bytes.
    func pendingBytes() throws(LocalStoreError) -> Int {
        try read { db in
            // `total` is a floating-point sum; `sum` fails if the integers overflow.
            let bytes = try db.value(
                Double.self,
                """
                SELECT total(bytes) FROM gift
                WHERE current AND state IN ('wanted', 'downloading', 'failed') AND bytes > 0
                """)
            return Int(exactly: min(bytes ?? 0, Double(StoreLimits.maxInteger)).rounded()) ?? 0
        }
    }

    /// Returns the versions that are installed according to the rows.
    func installedReleases() throws(LocalStoreError) -> Set<Release> {
        try read { db in
            Set(
                try db.rows("SELECT id, version FROM gift WHERE installed IS NOT NULL")
                    .compactMap { try? Release(row: $0) })
        }
    }

    /// Returns the ETag of a partly received package.
    func validator(of release: Release) throws(LocalStoreError) -> String? {
        try read {
            try $0.value(
                String.self, "SELECT validator FROM gift WHERE id = ? AND version = ?",
                [release.id, release.version])
        }
    }
}

// MARK: - State of one version

extension GiftDatabase {
    /// Sets a listed version to downloading; has no effect on other versions.
    func setDownloading(_ release: Release, at date: String) throws(LocalStoreError) {
        try update(release, "state = 'downloading', reason = NULL, changed = :date", ["date": date], where: "current")
    }

    /// Sets a listed version to failed, with a reason.
    func setFailed(_ release: Release, _ reason: String, at date: String) throws(LocalStoreError) {
        try update(
            release, "state = 'failed', reason = :reason, changed = :date", ["reason": reason, "date": date],
            where: "current")
    }

    /// Sets a listed version to wanted, with a reason; has no effect if the version is ready.
    func setWanted(_ release: Release, reason: String?, at date: String) throws(LocalStoreError) {
        try update(
            release, "state = 'wanted', reason = :reason, changed = :date", ["reason": reason, "date": date],
            where: "current AND state <> 'ready'")
    }

    /// Stores the ETag of the package that is being received.
    func setValidator(_ validator: String?, of release: Release) throws(LocalStoreError) {
        try update(release, "validator = :validator", ["validator": validator])
    }

    /// Records when a version was played, without waiting for the write.
    func setUsed(_ release: Release, at date: String) {
        writeAsynchronously { db in
            try db.execute(
                "UPDATE gift SET used = ? WHERE id = ? AND version = ?",
                [date, release.id, release.version])
        }
    }

    private func update(
        _ release: Release, _ assignments: String, _ values: SQLiteArguments, where condition: String = "true"
    ) throws(LocalStoreError) {
        try write { db in
            try db.execute(
                "UPDATE gift SET \(assignments) WHERE id = :id AND version = :version AND (\(condition))",
                values.merging(["id": release.id, "version": release.version]))
        }
    }
}

// MARK: - Files on disk

extension GiftDatabase {
    /// Sets a version to installed, with the values of its record.
    ///
    /// The version becomes ready, unless it is withdrawn, or it is the listed version but the catalogue lists another
    /// package; then it is wanted. A version without a row, which was found on disk, gets one.
    ///
    /// - Parameters:
    ///   - record: The record in the version's folder.
    ///   - digest: The digest of the record's file.
    ///   - url: The URL of the package, if known.
    ///   - date: The current time in the format of RFC 3339.
    func setInstalled(
        _ record: InstallationRecord, digest: SHA256Digest, url: String?, at date: String
    ) throws(LocalStoreError) {
        let gift = record.gift
        try write { db in
            try db.execute(
                """
                INSERT INTO gift (id, version, name, value, sha256, url, state, bytes, current, listed, changed,
                    installed, package, record, unpacked, entry)
                VALUES (:id, :version, :name, :value, :package, :url, 'ready', :bytes, 0, :date, :date,
                    :date, :package, :record, :unpacked, :entry)
                ON CONFLICT (id, version) DO UPDATE SET
                    installed = :date, package = :package, record = :record, unpacked = :unpacked, changed = :date,
                    validator = NULL,
                    state = CASE
                        WHEN state = 'withdrawn' THEN state
                        WHEN sha256 = :package OR NOT current THEN 'ready'
                        ELSE 'wanted'
                    END,
                    reason = NULL
                """,
                [
                    "id": gift.id, "version": gift.version, "name": gift.name, "value": gift.value, "url": url ?? "",
                    "bytes": gift.size, "date": date, "package": gift.sha256.hex, "record": digest.hex,
                    "unpacked": record.size, "entry": String(decoding: gift.json, as: UTF8.self),
                ])
        }
    }

    /// Records that a version's folder is gone: a listed version becomes wanted again, a withdrawn one stays withdrawn,
    /// and the row of any other is deleted.
    func setMissing(_ release: Release, reason: String?, at date: String) throws(LocalStoreError) {
        try write { try Self.setMissing($0, release, reason: reason, at: date) }
    }

    static func setMissing(_ db: SQLiteConnection, _ release: Release, reason: String?, at date: String) throws {
        try db.execute(
            "DELETE FROM gift WHERE id = ? AND version = ? AND NOT current AND state <> 'withdrawn'",
            [release.id, release.version])
        try db.execute(
            """
            UPDATE gift SET state = CASE state WHEN 'withdrawn' THEN state ELSE 'wanted' END, reason = ?,
                changed = ?, installed = NULL, package = NULL, record = NULL, unpacked = NULL, used = NULL
            WHERE id = ? AND version = ?
            """,
            [reason, date, release.id, release.version])
    }
}

// MARK: - Queries about files

extension GiftDatabase {
    /// Returns the installed versions of a gift kind that may play; the one to play comes first.
    func playableVersions(of id: String) throws(LocalStoreError) -> [StoredGift] {
        try read {
            try StoredGift.fetchAll(
                $0, where: "id = ? AND installed IS NOT NULL AND state <> 'withdrawn'", [id],
                order: "current DESC, version DESC")
        }
    }

    /// Returns the digest of the record in an installed version's folder.
    func recordDigest(of release: Release) throws(LocalStoreError) -> SHA256Digest? {
        try read {
            try $0.value(
                String.self, "SELECT record FROM gift WHERE id = ? AND version = ?",
                [release.id, release.version])
        }.flatMap { SHA256Digest(hex: $0) }
    }

    /// Returns the versions that a program is downloading, or was downloading when it ended.
    func downloadingReleases() throws(LocalStoreError) -> [Release] {
        try read { db in
            try db.rows("SELECT id, version FROM gift WHERE current AND state = 'downloading'")
                .compactMap { try? Release(row: $0) }
        }
    }
}
