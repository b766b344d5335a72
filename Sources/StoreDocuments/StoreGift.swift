public import Configuration
public import Playback

/// A picture of a gift for a line of text.
public struct GiftSign: Hashable, Sendable {
    /// An emoji, two cells wide.
    public var emoji: String
    /// What stands for it where there are no emoji.
    public var ascii: String

    /// A sign.
    public init(emoji: String, ascii: String) {
        self.emoji = emoji
        self.ascii = ascii
    }
}

/// A gift as a store's catalogue lists it, in its current version.
public struct StoreGift: Hashable, Sendable {
    /// What feeds call it; see ``GiftID``.
    public var id: String
    /// Its name for people.
    public var name: String
    /// Its version, from 1 up.
    public var version: Int
    /// Its price in coins, from 0 up.
    public var value: Int64
    /// How long its animation plays, from 0 up.
    public var duration: Nanoseconds
    /// Where its package is: a URL reference, relative to the catalogue's own URL.
    public var package: String
    /// The package's length in bytes, from 0 up.
    public var size: Int
    /// The package's SHA-256.
    public var sha256: SHA256Digest
    /// What else is known of it, such as `small`, `large` or `fullscreen`.
    public var tags: [String]
    /// Width of its composition; 0 where the catalogue is silent.
    public var width: Double
    /// Height of its composition; 0 where the catalogue is silent.
    public var height: Double
    /// Frames a second; 0 where the catalogue is silent.
    public var frameRate: Double
    /// When the version was published, as RFC 3339 writes it; empty where the catalogue is silent.
    public var published: String
    /// A picture of it for a line of text.
    public var sign: GiftSign?
    /// Settings of playback that belong to this gift; their origin is the store.
    public var settings: [Assignment]

    /// A gift.
    public init(
        id: String, name: String, version: Int, value: Int64, duration: Nanoseconds, package: String, size: Int,
        sha256: SHA256Digest, tags: [String] = [], width: Double = 0, height: Double = 0, frameRate: Double = 0,
        published: String = "", sign: GiftSign? = nil, settings: [Assignment] = []
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.value = value
        self.duration = duration
        self.package = package
        self.size = size
        self.sha256 = sha256
        self.tags = tags
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.published = published
        self.sign = sign
        self.settings = settings
    }

    /// Reads a gift: the answer to `GET /gifts/{id}`, or an element of a catalogue.
    /// - Parameters:
    ///   - keys: the settings that a gift can have.
    ///   - unknown: what becomes of other settings.
    /// - Throws: `StoreDocumentError` where a member is missing or is not what it should be.
    public init(
        json: [UInt8], keys: [SettingKey] = SettingKey.gift, unknown: UnknownSettings = .ignored
    ) throws(StoreDocumentError) {
        self = try DocumentReader.read(json) { reader throws(StoreDocumentError) in
            try StoreGift(from: &reader, keys: keys, unknown: unknown)
        }
    }

    /// The gift as JSON, without white space; the same gift gives the same bytes.
    public var json: [UInt8] {
        var json: [UInt8] = []
        write(to: &json)
        return json
    }

    func write(to json: inout [UInt8]) {
        json.beginObject()
        json.add("id", id)
        json.add("name", name)
        json.add("version", number: version)
        json.add("value", decimal: ExactDecimal(value, digits: 0))
        json.add("duration", decimal: ExactDecimal(seconds: duration))
        json.add("package", package)
        json.add("size", number: size)
        json.add("sha256", sha256.hex)
        json.add("tags", texts: tags)
        json.add("width", double: width)
        json.add("height", double: height)
        json.add("frameRate", double: frameRate)
        json.add("published", published)
        if let sign {
            json.begin("sign")
            json.beginObject()
            json.add("emoji", sign.emoji)
            json.add("ascii", sign.ascii)
            json.endObject()
        }
        if !settings.isEmpty { json.add("settings", settings: settings) }
        json.endObject()
    }
}
