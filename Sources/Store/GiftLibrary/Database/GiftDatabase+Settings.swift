import SQLite
import StoreProtocol

extension GiftDatabase {
    /// Returns the last known settings of a room; `nil` if there are none or they are unreadable.
    ///
    /// - Parameters:
    ///   - source: The store, of whose addresses the one with the newest settings counts. Settings that were accepted
    ///     without its keys do not.
    ///   - room: The room's id.
    func settings(of source: StoreSource, room: String) throws(LocalStoreError) -> RoomSettings? {
        try read { db in
            var newest: RoomSettings?
            for url in source.allCatalogueURLs {
                let row = try db.rows(
                    "SELECT settings, keys FROM settings WHERE url = ? AND room = ?", [url, room]
                ).first
                guard let row, let json = try? row.decode(String.self, atIndex: 0),
                    source.trusts(try? row.decode(String?.self, atIndex: 1)),
                    let settings = try? RoomSettings(json: Array(json.utf8)),
                    settings.revision > newest?.revision ?? .min
                else { continue }
                newest = settings
            }
            return newest
        }
    }

    /// Returns the ids of the rooms whose settings are stored, sorted.
    func rooms() throws(LocalStoreError) -> [String] {
        try read { try $0.values(String.self, "SELECT DISTINCT room FROM settings ORDER BY room") }
    }

    /// Stores the settings of a room for use while the store does not respond, for each address of the store: the list of
    /// its addresses may change.
    func setSettings(
        _ settings: RoomSettings, of source: StoreSource, room: String, at date: String
    ) throws(LocalStoreError) {
        try write { db in
            for url in source.allCatalogueURLs {
                try db.execute(
                    "INSERT OR REPLACE INTO settings (url, room, settings, seen, keys) VALUES (?, ?, ?, ?, ?)",
                    [url, room, String(decoding: settings.json, as: UTF8.self), date, source.storeKeyList])
            }
        }
    }
}
