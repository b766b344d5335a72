import JSON
import StoreProtocol

/// The permanent record of a published version: its catalogue entry and the version that it replaced.
///
/// A rollback follows these records from one version to the previous one. There is no separate list of versions that
/// could contradict the catalogue after an interrupted publication.
struct VersionRecord: Equatable {
    let gift: StoreGift
    /// The version that this one replaced; `nil` for the first.
    let previous: Int?

    init(gift: StoreGift, previous: Int?) {
        self.gift = gift
        self.previous = previous
    }

    init(json: [UInt8]) throws(StoreDocumentError) {
        gift = try StoreGift(json: json)
        previous = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var previous: Int?
            try reader.readObject { reader, name throws(JSONError) in
                guard name == "previous" else { return try reader.skipValue() }
                previous = Int(try reader.readInteger(min: 1))
            }
            return previous
        }
    }

    var json: [UInt8] {
        var json = gift.json
        guard let previous else { return json }
        json.removeLast()
        json.add("previous", number: previous)
        json.endObject()
        return json
    }
}
