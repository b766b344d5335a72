import SQLite
import StoreProtocol

extension GiftDatabase {
    /// Returns the last known settings of a room; `nil` if there are none or they are unreadable.
    func settings(source: String, room: String) throws(LocalStoreError) -> RoomSettings? {
        let json = try read {
            try $0.value(String.self, "SELECT settings FROM settings WHERE url = ? AND room = ?", [source, room])
        }
        return json.flatMap { try? RoomSettings(json: Array($0.utf8)) }
    }

    /// Returns the ids of the rooms whose settings are stored, sorted.
    func rooms() throws(LocalStoreError) -> [String] {
        try read { try $0.values(String.self, "SELECT DISTINCT room FROM settings ORDER BY room") }
    }

    /// Stores the settings of a room for use while the store does not respond.
    func setSettings(_ settings: RoomSettings, source: String, room: String, at date: String) throws(LocalStoreError) {
        try write { db in
            try db.execute(
                "INSERT OR REPLACE INTO settings (url, room, settings, seen) VALUES (?, ?, ?, ?)",
                [source, room, String(decoding: settings.json, as: UTF8.self), date])
        }
    }
}
