public import Configuration
import Playback

/// All gifts of a store at one moment: the answer to `GET /gifts`, or the file `catalogue.json` in a folder.
public struct StoreCatalogue: Sendable, Equatable {
    /// Grows with every change; from 0 up.
    public var revision: Int
    /// The gifts; no id is there twice.
    public var gifts: [StoreGift]

    /// A catalogue of `gifts`, of which no two have the same id.
    public init(revision: Int, gifts: [StoreGift]) {
        self.revision = revision
        self.gifts = gifts
    }

    /// Reads a catalogue.
    /// - Parameters:
    ///   - keys: the settings that a gift can have.
    ///   - unknown: what becomes of other settings.
    /// - Throws: `StoreDocumentError` where a member is missing or is not what it should be, or where an id is there twice.
    public init(
        json: [UInt8], keys: [SettingKey] = SettingKey.gift, unknown: UnknownSettings = .ignored
    ) throws(StoreDocumentError) {
        self = try DocumentReader.read(json) { reader throws(StoreDocumentError) in
            try StoreCatalogue(from: &reader, keys: keys, unknown: unknown)
        }
    }

    private init(
        from reader: inout DocumentReader, keys: [SettingKey], unknown: UnknownSettings
    ) throws(StoreDocumentError) {
        var revision: Int?
        var gifts: [StoreGift]?
        try reader.object("a catalogue") { reader, name throws(StoreDocumentError) in
            switch name {
            case "revision": revision = Int(try reader.whole(from: 0))
            case "gifts": gifts = try Self.gifts(from: &reader, keys: keys, unknown: unknown)
            default: try reader.skip()
            }
        }
        guard let revision else { throw reader.mismatch(member: "revision", "a whole number from 0 up") }
        guard let gifts else { throw reader.mismatch(member: "gifts", "a list of gifts") }
        self.init(revision: revision, gifts: gifts)
    }

    private static func gifts(
        from reader: inout DocumentReader, keys: [SettingKey], unknown: UnknownSettings
    ) throws(StoreDocumentError) -> [StoreGift] {
        var gifts: [StoreGift] = []
        var known: Set<String> = []
        try reader.list("a list of gifts") { reader throws(StoreDocumentError) in
            let gift = try StoreGift(from: &reader, keys: keys, unknown: unknown)
            guard known.insert(gift.id).inserted else {
                throw reader.error(member: "id", "expected another id, found \"\(gift.id)\" twice")
            }
            gifts.append(gift)
        }
        return gifts
    }

    /// The catalogue as JSON, without white space; the same catalogue gives the same bytes.
    public var json: [UInt8] {
        var json: [UInt8] = []
        json.beginObject()
        json.add("revision", number: revision)
        json.begin("gifts")
        json.appendList(gifts) { $1.write(to: &$0) }
        json.endObject()
        return json
    }
}
