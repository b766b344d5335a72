import SQLite
import StoreProtocol

extension GiftDatabase {
    /// Returns the last known settings of a room; `nil` if there are none or they are unreadable.
    ///
    /// - Parameters:
    ///   - sources: The URLs of the catalogues of a store's addresses, of which the one with the newest settings counts.
    ///   - room: The room's id.
    func settings(sources: [String], room: String) throws(LocalStoreError) -> RoomSettings? {
        try read { db in
            var newest: RoomSettings?
            for source in sources {
                let json = try db.value(
                    String.self, "SELECT settings FROM settings WHERE url = ? AND room = ?", [source, room])
                guard let settings = json.flatMap({ try? RoomSettings(json: Array($0.utf8)) }),
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
        _ settings: RoomSettings, sources: [String], room: String, at date: String
    ) throws(LocalStoreError) {
        try write { db in
            for source in sources {
                try db.execute(
                    "INSERT OR REPLACE INTO settings (url, room, settings, seen) VALUES (?, ?, ?, ?)",
                    [source, room, String(decoding: settings.json, as: UTF8.self), date])
            }
        }
    }
}
