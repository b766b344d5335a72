import JSON
public import Playback

/// An invalid entry of a catalogue, which is left out while the rest of the catalogue stays usable.
public struct RejectedGift: Sendable, Equatable {
    /// The id of the gift kind; `nil` if it is unreadable.
    public let id: String?
    /// The version; `nil` if it is unreadable.
    public let version: Int?
    /// The problem and its place in the document.
    public let error: StoreDocumentError
}

/// All gift kinds of a store at one revision: the response to `GET /gifts`, or the file `catalogue.json` of a folder.
public struct StoreCatalogue: Sendable, Equatable {
    /// The revision, 0 or more; it grows with every change.
    public var revision: Int
    /// The gift kinds; their ids are unique.
    public var gifts: [StoreGift]
    /// The address of a broker with retained messages about changes, and the first levels of their topics; `nil` if
    /// there is none.
    public var announce: String?
    /// The last versions of withdrawn gift kinds, by id. Players that never had such a kind from the store do not play
    /// one of the same id that is built into them, either. A listed kind is not withdrawn, whatever this says.
    public var withdrawn: [String: Int]

    /// Creates a catalogue of gift kinds with unique ids.
    public init(revision: Int, gifts: [StoreGift], announce: String? = nil, withdrawn: [String: Int] = [:]) {
        self.revision = revision
        self.gifts = gifts
        self.announce = announce
        self.withdrawn = withdrawn
    }

    /// Creates a catalogue from JSON.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - keys: The settings that a gift kind can have.
    ///   - unknown: How other settings are treated.
    /// - Throws: `StoreDocumentError` if the text is not valid JSON, a member is missing or has a wrong value, or two
    ///   entries have the same id.
    public init(
        json: [UInt8], keys: [SettingKey] = SettingKey.gift, unknown: UnknownSettings = .ignore
    ) throws(StoreDocumentError) {
        self = try JSONReader.readDocument(json) { reader throws(JSONError) in
            try StoreCatalogue(from: &reader, keys: keys, unknown: unknown)
        }
    }

    /// Creates a catalogue from JSON and leaves out invalid entries.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - rejected: Set to the entries left out, in order.
    ///   - keys: The settings that a gift kind can have; others are skipped.
    /// - Throws: `StoreDocumentError` if the document is not a catalogue, or if more than ``StoreLimits/maxRejectedGifts``
    ///   entries are invalid.
    public init(
        json: [UInt8], rejected: inout [RejectedGift], keys: [SettingKey] = SettingKey.gift
    ) throws(StoreDocumentError) {
        var bad: [RejectedGift] = []
        self = try JSONReader.readDocument(json) { reader throws(JSONError) in
            try StoreCatalogue(from: &reader, keys: keys, unknown: .ignore) {
                place, index, error throws(JSONError) in
                guard bad.count < StoreLimits.maxRejectedGifts else { throw error }
                let (id, version) = StoreGift.readIdentity(place)
                let shown = StoreDocumentError(error, in: place.text, path: "gifts[\(index)]", from: place.offset)
                bad.append(RejectedGift(id: id, version: version, error: shown))
            }
        }
        rejected = bad
    }

    /// A closure that receives a reader at an invalid entry, the entry's index and the error; it throws to reject the
    /// whole catalogue.
    private typealias RejectionHandler = (JSONReader, Int, JSONError) throws(JSONError) -> Void

    private init(
        from reader: inout JSONReader, keys: [SettingKey], unknown: UnknownSettings,
        reject: RejectionHandler = { (_, _, error) throws(JSONError) in throw error }
    ) throws(JSONError) {
        var revision: Int?
        var gifts: [StoreGift]?
        var announce: String?
        var withdrawn: [String: Int] = [:]
        try reader.readObject("a catalogue") { reader, name throws(JSONError) in
            switch name {
            case "revision": revision = Int(try reader.readInteger(min: 0))
            case "gifts": gifts = try Self.readGifts(from: &reader, keys: keys, unknown: unknown, reject: reject)
            case "announce": announce = try reader.readNull() ? nil : reader.readLabel("the address of a broker")
            case "withdrawn":
                try reader.readArray("a list of withdrawn gifts") { reader throws(JSONError) in
                    let (id, version) = try Self.withdrawnGift(from: &reader)
                    withdrawn[id] = version
                }
            default: try reader.skipValue()
            }
        }
        guard let revision else { throw reader.mismatchError(member: "revision", "a whole number from 0 up") }
        guard let gifts else { throw reader.mismatchError(member: "gifts", "a list of gifts") }
        self.init(revision: revision, gifts: gifts, announce: announce, withdrawn: withdrawn)
    }

    private static func withdrawnGift(
        from reader: inout JSONReader
    ) throws(JSONError) -> (id: String, version: Int) {
        var id: String?
        var version: Int?
        try reader.readObject { reader, name throws(JSONError) in
            switch name {
            case "id": id = try reader.readString("a text")
            case "version": version = Int(try reader.readInteger(min: 1))
            default: try reader.skipValue()
            }
        }
        guard let id, GiftID.isValid(id) else { throw reader.mismatchError(member: "id", GiftID.expectedForm) }
        guard let version else { throw reader.mismatchError(member: "version", "a whole number from 1 up") }
        return (id, version)
    }

    private static func readGifts(
        from reader: inout JSONReader, keys: [SettingKey], unknown: UnknownSettings, reject: RejectionHandler
    ) throws(JSONError) -> [StoreGift] {
        var gifts: [StoreGift] = []
        var known: Set<String> = []
        var index = 0
        try reader.readArray("a list of gifts") { reader throws(JSONError) in
            _ = reader.peek()
            let place = reader
            do throws(JSONError) {
                let gift = try StoreGift(from: &reader, keys: keys, unknown: unknown)
                guard known.insert(gift.id).inserted else {
                    throw reader.error(member: "id", "expected another id, found \"\(gift.id)\" twice")
                }
                gifts.append(gift)
            } catch {
                try reject(place, index, error)
                reader = place
                // Skipping needs no stack, so there is no depth limit here.
                try reader.skipValue(maxDepth: .max)
            }
            index += 1
        }
        return gifts
    }

    /// The catalogue as JSON without white space; equal catalogues give equal bytes.
    public var json: [UInt8] {
        var json: [UInt8] = []
        json.beginObject()
        json.add("revision", number: revision)
        json.begin("gifts")
        json.appendArray(gifts) { $1.write(to: &$0) }
        if let announce { json.add("announce", announce) }
        if !withdrawn.isEmpty {
            json.begin("withdrawn")
            json.appendArray(withdrawn.sorted { $0.key < $1.key }) { json, gift in
                json.appendObject {
                    $0.add("id", gift.key)
                    $0.add("version", number: gift.value)
                }
            }
        }
        json.endObject()
        return json
    }
}
