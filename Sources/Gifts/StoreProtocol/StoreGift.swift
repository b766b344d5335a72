public import ExactNumbers
import JSON
public import Playback
public import PlayerSettings

/// The symbol of a gift kind in a line of text.
public struct GiftSymbol: Hashable, Sendable {
    /// An emoji, two cells wide.
    public var emoji: String
    /// The replacement without emoji.
    public var ascii: String

    /// Creates a sign.
    public init(emoji: String, ascii: String) {
        self.emoji = emoji
        self.ascii = ascii
    }
}

/// A gift kind in its current version, as a catalogue lists it.
public struct StoreGift: Hashable, Sendable {
    /// The id in feeds; see ``GiftID``.
    public var id: String
    /// The name that viewers see.
    public var name: String
    /// The version, 1 or more.
    public var version: Int
    /// The price in coins, 0 or more.
    public var value: Int64
    /// The duration of the animation, 0 or more, with one round of its loop.
    public var duration: Nanoseconds
    /// The part of the animation that may be repeated; `nil` without one.
    public var loop: GiftLoop?
    /// The URL reference of the package, relative to the URL of the catalogue.
    public var package: String
    /// The size of the package in bytes, 0 or more.
    public var size: Int
    /// The SHA-256 digest of the package.
    public var sha256: SHA256Digest
    /// Further properties, such as `small`, `large` or `fullscreen`.
    public var tags: [String]
    /// The size and the frame rate of the composition.
    public var format: Format
    /// The time of publication in the format of RFC 3339; empty if the catalogue has none.
    public var published: String
    /// The symbol in a line of text.
    public var symbol: GiftSymbol?
    /// The playback settings of this gift kind, with the store as their origin.
    public var settings: [Assignment]

    /// The size and the frame rate of a composition.
    public struct Format: Hashable, Sendable {
        /// The width; 0 if the catalogue has none.
        public var width: Double
        /// The height; 0 if the catalogue has none.
        public var height: Double
        /// The frame rate in frames per second; 0 if the catalogue has none.
        public var frameRate: Double

        /// Creates a format.
        public init(width: Double = 0, height: Double = 0, frameRate: Double = 0) {
            self.width = width
            self.height = height
            self.frameRate = frameRate
        }
    }

    /// Creates a gift kind.
    public init(
        id: String, name: String, version: Int, value: Int64, duration: Nanoseconds, package: String, size: Int,
        sha256: SHA256Digest, tags: [String] = [], format: Format = Format(), published: String = "",
        symbol: GiftSymbol? = nil, settings: [Assignment] = [], loop: GiftLoop? = nil
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
        self.format = format
        self.published = published
        self.symbol = symbol
        self.settings = settings
        self.loop = loop
    }

    /// Creates a gift kind from JSON: the response to `GET /gifts/{id}`, or an element of a catalogue.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - keys: The settings that a gift kind can have.
    ///   - unknown: How other settings are treated.
    /// - Throws: `StoreDocumentError` if the text is not valid JSON, or a member is missing or has a wrong value.
    public init(
        json: [UInt8], keys: [SettingKey] = SettingKey.gift, unknown: UnknownSettings = .ignore
    ) throws(StoreDocumentError) {
        self = try JSONReader.readDocument(json) { reader throws(JSONError) in
            try StoreGift(from: &reader, keys: keys, unknown: unknown)
        }
    }

    /// The gift kind as JSON without white space; equal gift kinds give equal bytes.
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
        json.add("tags", tags)
        json.add("width", double: format.width)
        json.add("height", double: format.height)
        json.add("frameRate", double: format.frameRate)
        json.add("published", published)
        if let symbol {
            json.add("sign") {
                $0.add("emoji", symbol.emoji)
                $0.add("ascii", symbol.ascii)
            }
        }
        if let loop {
            // A player that does not know planned rounds would repeat all of them as one loop.
            json.add(loop.plannedRounds == nil ? "loop" : "rounds") {
                $0.add("from", decimal: ExactDecimal(seconds: loop.start))
                $0.add("to", decimal: ExactDecimal(seconds: loop.end))
                if let count = loop.plannedRounds { $0.add("count", number: count) }
            }
        }
        if !settings.isEmpty { json.add("settings", settings: settings) }
        json.endObject()
    }
}
