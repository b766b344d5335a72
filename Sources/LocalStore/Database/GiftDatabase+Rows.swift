import GRDB
import StoreDocuments

extension StoredGift {
    /// The gift of a row.
    /// - Throws: `StoreDocumentError` where its `entry` is none.
    init(row: Row) throws {
        let state: String = row["state"]
        self.init(
            gift: try StoreGift(json: Array((row["entry"] as String).utf8)), url: row["url"],
            state: GiftState(rawValue: state) ?? .failed, reason: row["reason"], isCurrent: row["current"],
            diskBytes: row["unpacked"], listed: row["listed"], changed: row["changed"], installed: row["installed"],
            used: row["used"])
    }

    var release: Release { Release(gift) }

    /// The gifts of all rows that a question brings.
    static func fetchAll(
        _ db: Database, where condition: String, _ arguments: StatementArguments = [], order: String
    ) throws -> [StoredGift] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM gift WHERE \(condition) ORDER BY \(order)", arguments: arguments
        ).map { try StoredGift(row: $0) }
    }
}

extension GiftDatabase {
    /// Whether no gift is known.
    func isEmpty() throws(LocalStoreError) -> Bool {
        try read { try Bool.fetchOne($0, sql: "SELECT NOT EXISTS (SELECT 1 FROM gift)") ?? true }
    }

    /// All gifts, the listed version of each first.
    func gifts() throws(LocalStoreError) -> [StoredGift] {
        try read { try StoredGift.fetchAll($0, where: "true", order: "id, current DESC, version DESC") }
    }

    /// The versions of a gift, the listed one first.
    func gifts(_ id: String) throws(LocalStoreError) -> [StoredGift] {
        try read {
            try StoredGift.fetchAll($0, where: "id = ?", [id], order: "current DESC, version DESC")
        }
    }

    /// A version of a gift; nil where there is none.
    func gift(_ release: Release) throws(LocalStoreError) -> StoredGift? {
        try read {
            try StoredGift.fetchAll($0, where: "id = ? AND version = ?", [release.id, release.version], order: "id")
                .first
        }
    }

    /// What the catalogue lists and is not here, in the order of ids: by names alone, as there may be very many.
    func pending() throws(LocalStoreError) -> [Release] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, version FROM gift
                    WHERE current AND state IN ('wanted', 'downloading', 'failed') ORDER BY id
                    """
            ).map { Release(id: $0[0], version: $0[1]) }
        }
    }

    /// How many bytes the packages have that are listed and not here.
    func pendingBytes() throws(LocalStoreError) -> Int {
        try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT coalesce(sum(bytes), 0) FROM gift
                    WHERE current AND state IN ('wanted', 'downloading', 'failed')
                    """) ?? 0
        }
    }

    /// The versions whose folders are there, by what the rows say.
    func installed() throws(LocalStoreError) -> Set<Release> {
        try read { db in
            Set(
                try Row.fetchAll(db, sql: "SELECT id, version FROM gift WHERE installed IS NOT NULL")
                    .map { Release(id: $0[0], version: $0[1]) })
        }
    }

    /// The ETag of what was received of a package.
    func validator(of release: Release) throws(LocalStoreError) -> String? {
        try read {
            try String.fetchOne(
                $0, sql: "SELECT validator FROM gift WHERE id = ? AND version = ?",
                arguments: [release.id, release.version])
        }
    }
}

// MARK: - Changes of one version's state

extension GiftDatabase {
    /// Takes down that somebody fetches a version, unless its state is another matter by now.
    func setDownloading(_ release: Release, at date: String) throws(LocalStoreError) {
        try change(release, "state = 'downloading', reason = NULL, changed = :date", ["date": date], where: "current")
    }

    /// Takes down that a version could not be fetched.
    func setFailed(_ release: Release, _ reason: String, at date: String) throws(LocalStoreError) {
        try change(
            release, "state = 'failed', reason = :reason, changed = :date", ["reason": reason, "date": date],
            where: "current")
    }

    /// Takes down that a version is still, or again, to be fetched.
    func setWanted(_ release: Release, reason: String?, at date: String) throws(LocalStoreError) {
        try change(
            release, "state = 'wanted', reason = :reason, changed = :date", ["reason": reason, "date": date],
            where: "current AND state <> 'ready'")
    }

    /// Keeps the ETag of what is being received.
    func setValidator(_ validator: String?, of release: Release) throws(LocalStoreError) {
        try change(release, "validator = :validator", ["validator": validator])
    }

    /// Takes down when a version was played.
    func setUsed(_ release: Release, at date: String) {
        writeSoon { db in
            try db.execute(
                sql: "UPDATE gift SET used = ? WHERE id = ? AND version = ?",
                arguments: [date, release.id, release.version])
        }
    }

    private func change(
        _ release: Release, _ assignments: String, _ values: StatementArguments, where condition: String = "true"
    ) throws(LocalStoreError) {
        try write { db in
            try db.execute(
                sql: "UPDATE gift SET \(assignments) WHERE id = :id AND version = :version AND (\(condition))",
                arguments: values &+ ["id": release.id, "version": release.version])
        }
    }
}

// MARK: - What is on the disk

extension GiftDatabase {
    /// Takes down that a version's folder is there, with what its record says, and whether that is what the catalogue
    /// lists. A version without a row, found on the disk, gets one.
    func setInstalled(
        _ record: InstalledRecord, digest: SHA256Digest, url: String?, at date: String
    ) throws(LocalStoreError) {
        let gift = record.gift
        try write { db in
            try db.execute(
                sql: """
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
                arguments: [
                    "id": gift.id, "version": gift.version, "name": gift.name, "value": gift.value, "url": url ?? "",
                    "bytes": gift.size, "date": date, "package": gift.sha256.hex, "record": digest.hex,
                    "unpacked": record.size, "entry": String(decoding: gift.json, as: UTF8.self),
                ])
        }
    }

    /// Takes down that a version's folder is there no more: a listed one is wanted again, a withdrawn one stays known as that,
    /// any other is forgotten.
    func setGone(_ release: Release, reason: String?, at date: String) throws(LocalStoreError) {
        try write { try Self.setGone($0, release, reason: reason, at: date) }
    }

    static func setGone(_ db: Database, _ release: Release, reason: String?, at date: String) throws {
        try db.execute(
            sql: "DELETE FROM gift WHERE id = ? AND version = ? AND NOT current AND state <> 'withdrawn'",
            arguments: [release.id, release.version])
        try db.execute(
            sql: """
                UPDATE gift SET state = CASE state WHEN 'withdrawn' THEN state ELSE 'wanted' END, reason = ?,
                    changed = ?, installed = NULL, package = NULL, record = NULL, unpacked = NULL, used = NULL
                WHERE id = ? AND version = ?
                """,
            arguments: [reason, date, release.id, release.version])
    }
}

// MARK: - Questions about files

extension GiftDatabase {
    /// The versions of a gift that are here, the one to play first.
    func playable(_ id: String) throws(LocalStoreError) -> [StoredGift] {
        try read {
            try StoredGift.fetchAll(
                $0, where: "id = ? AND installed IS NOT NULL AND state <> 'withdrawn'", [id],
                order: "current DESC, version DESC")
        }
    }

    /// The digest of what an installed version's folder says of itself.
    func recordDigest(of release: Release) throws(LocalStoreError) -> SHA256Digest? {
        try read {
            try String.fetchOne(
                $0, sql: "SELECT record FROM gift WHERE id = ? AND version = ?",
                arguments: [release.id, release.version])
        }.flatMap { SHA256Digest(hex: $0) }
    }

    /// The versions that some program fetches, or fetched when it ended.
    func downloading() throws(LocalStoreError) -> [Release] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT id, version FROM gift WHERE current AND state = 'downloading'")
                .map { Release(id: $0[0], version: $0[1]) }
        }
    }
}
