import Playback
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
        previous = try DocumentReader.read(json) { reader throws(StoreDocumentError) in
            var previous: Int?
            try reader.readObject { reader, name throws(StoreDocumentError) in
                previous =
                    name == "previous" ? Int(try reader.readInteger(min: 1)) : try reader.skipValue(returning: previous)
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

extension DocumentReader {
    /// Skips the next value and returns `value`.
    mutating func skipValue<Value>(returning value: Value) throws(StoreDocumentError) -> Value {
        try skipValue()
        return value
    }
}
