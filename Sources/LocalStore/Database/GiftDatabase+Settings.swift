import GRDB
import StoreDocuments

extension GiftDatabase {
    /// The settings of a room that were seen last; nil where there were none, or none that can be read.
    func settings(source: String, room: String) throws(LocalStoreError) -> RoomSettings? {
        let json = try read {
            try String.fetchOne(
                $0, sql: "SELECT settings FROM settings WHERE url = ? AND room = ?", arguments: [source, room])
        }
        return json.flatMap { try? RoomSettings(json: Array($0.utf8)) }
    }

    /// Keeps the settings of a room for a time when the store doesn't answer.
    func keep(_ settings: RoomSettings, source: String, room: String, at date: String) throws(LocalStoreError) {
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO settings (url, room, settings, seen) VALUES (?, ?, ?, ?)",
                arguments: [source, room, String(decoding: settings.json, as: UTF8.self), date])
        }
    }
}
