import Playback
import StoreDocuments

/// A version of a gift as it was published, kept for ever: what the catalogue said of it, and which version it replaced.
///
/// The versions that can be rolled back to are found from one record to the next, so no list of them can disagree with the
/// catalogue, however a publication was broken off.
struct VersionRecord: Equatable {
    let gift: StoreGift
    /// The version it replaced; nil for the first.
    let previous: Int?

    init(gift: StoreGift, previous: Int?) {
        self.gift = gift
        self.previous = previous
    }

    init(json: [UInt8]) throws(StoreDocumentError) {
        gift = try StoreGift(json: json)
        previous = try DocumentReader.read(json) { reader throws(StoreDocumentError) in
            var previous: Int?
            try reader.object { reader, name throws(StoreDocumentError) in
                previous = name == "previous" ? Int(try reader.whole(from: 1)) : try reader.passed(previous)
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
    /// Passes over the next value, and gives `value` back.
    mutating func passed<Value>(_ value: Value) throws(StoreDocumentError) -> Value {
        try skip()
        return value
    }
}
