import Playback
import StoreDocuments

/// The catalogue as the server writes it down: for players what they read anywhere, and what only the server has to know.
struct CatalogueFile: Equatable {
    var catalogue: StoreCatalogue
    /// The number of the event that told of it.
    var event: Int
    /// The versions that gifts had when they were withdrawn.
    var withdrawn: [String: Int]

    init(catalogue: StoreCatalogue, event: Int, withdrawn: [String: Int]) {
        self.catalogue = catalogue
        self.event = event
        self.withdrawn = withdrawn
    }

    init(json: [UInt8]) throws(StoreDocumentError) {
        catalogue = try StoreCatalogue(json: json)
        (event, withdrawn) = try DocumentReader.read(json) { reader throws(StoreDocumentError) in
            var event = 0
            var withdrawn: [String: Int] = [:]
            try reader.object { reader, name throws(StoreDocumentError) in
                switch name {
                case "event": event = Int(try reader.whole(from: 0))
                case "withdrawn":
                    try reader.list { reader throws(StoreDocumentError) in
                        let (id, version) = try Self.withdrawnGift(from: &reader)
                        withdrawn[id] = version
                    }
                default: try reader.skip()
                }
            }
            return (event, withdrawn)
        }
    }

    private static func withdrawnGift(
        from reader: inout DocumentReader
    ) throws(StoreDocumentError) -> (id: String, version: Int) {
        var id: String?
        var version: Int?
        try reader.object { reader, name throws(StoreDocumentError) in
            switch name {
            case "id": id = try reader.text()
            case "version": version = Int(try reader.whole(from: 1))
            default: try reader.skip()
            }
        }
        guard let id, GiftID.isValid(id) else { throw reader.mismatch(member: "id", GiftID.expectation) }
        guard let version else { throw reader.mismatch(member: "version", "a whole number from 1 up") }
        return (id, version)
    }

    var json: [UInt8] {
        var json = catalogue.json
        json.removeLast()
        json.add("event", number: event)
        if !withdrawn.isEmpty {
            json.begin("withdrawn")
            json.append(UInt8(ascii: "["))
            for (id, version) in withdrawn.sorted(by: { $0.key < $1.key }) {
                if json.last != UInt8(ascii: "[") { json.append(UInt8(ascii: ",")) }
                json.beginObject()
                json.add("id", id)
                json.add("version", number: version)
                json.endObject()
            }
            json.append(UInt8(ascii: "]"))
        }
        json.endObject()
        return json
    }
}

/// The settings as the server writes them down.
struct SettingsFile: Equatable {
    var settings: PublishedSettings
    /// The number of the event that told of them.
    var event: Int

    /// What holds before any settings were published.
    static let initial = SettingsFile(settings: PublishedSettings(revision: 1), event: 1)

    init(settings: PublishedSettings, event: Int) {
        self.settings = settings
        self.event = event
    }

    init(json: [UInt8]) throws(StoreDocumentError) {
        settings = try PublishedSettings(json: json)
        event = try DocumentReader.read(json) { reader throws(StoreDocumentError) in
            var event = 0
            try reader.object { reader, name throws(StoreDocumentError) in
                event = name == "event" ? Int(try reader.whole(from: 0)) : try reader.passed(event)
            }
            return event
        }
    }

    var json: [UInt8] {
        var json = settings.json
        json.removeLast()
        json.add("event", number: event)
        json.endObject()
        return json
    }
}
