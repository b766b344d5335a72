import GRDB
import StoreProtocol

extension GiftDatabase {
    /// Returns the last known settings of a room; `nil` if there are none or they are unreadable.
    func settings(source: String, room: String) throws(LocalStoreError) -> RoomSettings? {
        let json = try read {
            try String.fetchOne(
                $0, sql: "SELECT settings FROM settings WHERE url = ? AND room = ?", arguments: [source, room])
        }
        return json.flatMap { try? RoomSettings(json: Array($0.utf8)) }
    }

    /// Stores the settings of a room for use while the store does not respond.
    func setSettings(_ settings: RoomSettings, source: String, room: String, at date: String) throws(LocalStoreError) {
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO settings (url, room, settings, seen) VALUES (?, ?, ?, ?)",
                arguments: [source, room, String(decoding: settings.json, as: UTF8.self), date])
        }
    }
}
