import JSON
import StoreProtocol

/// The permanent record of a published version: its catalogue entry, the version that it replaced, and what was found
/// in it.
///
/// A rollback follows these records from one version to the previous one. There is no separate list of versions that
/// could contradict the catalogue after an interrupted publication.
struct VersionRecord: Equatable {
    let gift: StoreGift
    /// The version that this one replaced; `nil` for the first.
    let previous: Int?
    /// What the lint found, as a JSON array; `nil` for a version that was not linted, as all were once.
    let findings: [UInt8]?

    init(gift: StoreGift, previous: Int?, findings: [UInt8]? = nil) {
        self.gift = gift
        self.previous = previous
        self.findings = findings
    }

    init(json: [UInt8]) throws(StoreDocumentError) {
        gift = try StoreGift(json: json)
        (previous, findings) = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var previous: Int?
            var findings: [UInt8]?
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "previous": previous = Int(try reader.readInteger(min: 1))
                case "findings": findings = Array(try reader.readRawValue())
                default: try reader.skipValue()
                }
            }
            return (previous, findings)
        }
    }

    var json: [UInt8] {
        var json = gift.json
        guard previous != nil || findings != nil else { return json }
        json.removeLast()
        if let previous { json.add("previous", number: previous) }
        if let findings {
            json.begin("findings")
            json += findings
        }
        json.endObject()
        return json
    }
}
