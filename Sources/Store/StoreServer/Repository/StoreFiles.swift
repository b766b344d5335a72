import JSON
import StoreProtocol

/// The file of the catalogue: the part that players read, and data for the server alone.
struct CatalogueFile: Equatable {
    var catalogue: StoreCatalogue
    /// The number of the event that announced the catalogue.
    var event: Int
    /// The versions up to this one are never used again; 0 unless the store was recovered from a copy.
    var versionFloor: Int

    init(catalogue: StoreCatalogue, event: Int, versionFloor: Int = 0) {
        self.catalogue = catalogue
        self.event = event
        self.versionFloor = versionFloor
    }

    /// Creates a catalogue file from JSON as this server writes it.
    init(json: [UInt8]) throws(StoreDocumentError) {
        var rejected: [RejectedGift] = []
        try self.init(json: json, rejected: &rejected)
        if let first = rejected.first { throw first.error }
    }

    /// Creates a catalogue file from JSON and leaves out invalid gift kinds. Such a kind counts as withdrawn if its id
    /// and version are readable.
    init(json: [UInt8], rejected: inout [RejectedGift]) throws(StoreDocumentError) {
        catalogue = try StoreCatalogue(json: json, rejected: &rejected)
        (event, versionFloor) = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var event = 0
            var floor = 0
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "event": event = Int(try reader.readInteger(min: 0))
                case "versionFloor": floor = Int(try reader.readInteger(min: 0))
                default: try reader.skipValue()
                }
            }
            return (event, floor)
        }
        let listed = Set(catalogue.gifts.map(\.id))
        for gift in rejected {
            guard let id = gift.id, let version = gift.version, !listed.contains(id) else { continue }
            catalogue.withdrawn[id] = version
        }
    }

    var json: [UInt8] {
        var json = catalogue.json
        json.removeLast()
        json.add("event", number: event)
        if versionFloor > 0 { json.add("versionFloor", number: versionFloor) }
        json.endObject()
        return json
    }
}

/// The file of the settings.
struct SettingsFile: Equatable {
    var settings: PublishedSettings
    /// The number of the event that announced the settings.
    var event: Int

    /// The settings before any were published.
    static let initial = SettingsFile(settings: PublishedSettings(revision: 1), event: 1)

    init(settings: PublishedSettings, event: Int) {
        self.settings = settings
        self.event = event
    }

    init(json: [UInt8]) throws(StoreDocumentError) {
        settings = try PublishedSettings(json: json)
        event = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var event = 0
            try reader.readObject { reader, name throws(JSONError) in
                guard name == "event" else { return try reader.skipValue() }
                event = Int(try reader.readInteger(min: 0))
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
