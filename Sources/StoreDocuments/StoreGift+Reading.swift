import Configuration
import Playback

extension StoreGift {
    /// Reads a gift kind. Members that a player does not need may be missing.
    init(
        from reader: inout DocumentReader, keys: [SettingKey], unknown: UnknownSettings
    ) throws(StoreDocumentError) {
        var members = Members()
        try reader.object("a gift") { reader, name throws(StoreDocumentError) in
            try members.read(name, from: &reader, keys: keys, unknown: unknown)
        }
        self = try members.gift(reader)
    }

    /// Returns the id and version of the next value as far as they are valid, even if the rest of the value is not.
    static func identity(_ reader: DocumentReader) -> (id: String?, version: Int?) {
        var reader = reader
        var identity: (id: String?, version: Int?)
        // A failure ends the reading; the members before it are enough.
        try? reader.object { reader, name throws(StoreDocumentError) in
            var ahead = reader
            switch name {
            case "id": identity.id = (try? ahead.giftID()) ?? identity.id
            case "version": identity.version = (try? ahead.whole(from: 1)).map { Int($0) }
            default: break
            }
            try reader.passOver(levels: .max)
        }
        return identity
    }

    /// The members of a gift kind that have been read so far.
    private struct Members {
        var id: String?
        var name: String?
        var version: Int?
        var value: Int64?
        var duration: Nanoseconds?
        var package: String?
        var size: Int?
        var sha256: SHA256Digest?
        var tags: [String] = []
        var width = 0.0
        var height = 0.0
        var frameRate = 0.0
        var published = ""
        var sign: GiftSign?
        var settings: [Assignment] = []

        mutating func read(
            _ name: String, from reader: inout DocumentReader, keys: [SettingKey], unknown: UnknownSettings
        ) throws(StoreDocumentError) {
            switch name {
            case "id": id = try reader.giftID()
            case "name": self.name = try reader.label()
            case "version": version = Int(try reader.whole(from: 1))
            case "value": value = try reader.whole(from: 0)
            case "duration": duration = try reader.seconds()
            case "package": package = try reader.reference()
            case "size": size = Int(try reader.whole(from: 0, upTo: Int64(StoreLimits.packageBytes)))
            case "sha256": sha256 = try reader.digest()
            case "tags":
                tags = []
                try reader.list("a list of texts") { reader throws(StoreDocumentError) in
                    guard tags.count < StoreLimits.tags else {
                        throw reader.error("expected at most \(StoreLimits.tags) tags")
                    }
                    tags.append(try reader.label())
                }
            case "width": width = try reader.measure()
            case "height": height = try reader.measure()
            case "frameRate": frameRate = try reader.measure()
            case "published": published = try reader.label()
            case "sign": sign = try reader.sign()
            case "settings": settings = try reader.settings(keys: keys, unknown: unknown)
            default: try reader.skip()
            }
        }

        func gift(_ reader: DocumentReader) throws(StoreDocumentError) -> StoreGift {
            func need<Value>(
                _ value: Value?, _ name: String, _ expected: String
            ) throws(StoreDocumentError) -> Value {
                guard let value else { throw reader.mismatch(member: name, expected) }
                return value
            }
            let id = try need(id, "id", GiftID.expectation)
            return StoreGift(
                id: id, name: name ?? id, version: try need(version, "version", "a whole number from 1 up"),
                value: try need(value, "value", "a whole number from 0 up"),
                duration: try need(duration, "duration", "seconds from 0 up"),
                package: try need(package, "package", "a URL"),
                size: try need(size, "size", "a whole number from 0 up"),
                sha256: try need(sha256, "sha256", "64 hexadecimal digits"), tags: tags, width: width, height: height,
                frameRate: frameRate, published: published, sign: sign, settings: settings)
        }
    }
}

extension DocumentReader {
    /// The longest URL reference, in bytes; servers refuse longer ones.
    private static let longestReference = 4_096
    /// The largest width, height and frame rate: far beyond any animation, and far below the limits of number formats.
    private static let largestMeasure = 1_000_000.0

    /// Reads an integer from `least` to `most`.
    package mutating func whole(
        from least: Int64, upTo most: Int64 = StoreLimits.wholeNumber
    ) throws(StoreDocumentError) -> Int64 {
        let expected = "a whole number from \(least) up"
        let place = offset
        guard let whole = try number(expected).whole, whole >= least else { throw mismatch(expected, at: place) }
        guard whole <= most else { throw mismatch("at most \(most)", at: place) }
        return whole
    }

    /// Reads a duration in seconds, rounded to nanoseconds.
    mutating func seconds() throws(StoreDocumentError) -> Nanoseconds {
        let expected = "seconds from 0 up"
        let place = offset
        guard let time = try number(expected).scaled(places: 9), time >= 0 else { throw mismatch(expected, at: place) }
        guard time <= StoreLimits.duration else {
            throw mismatch("at most \(StoreLimits.duration / .second) seconds", at: place)
        }
        return time
    }

    /// Reads a number from 0 to a million.
    fileprivate mutating func measure() throws(StoreDocumentError) -> Double {
        let expected = "a number from 0 to a million"
        let place = offset
        guard let measure = try double(expected), measure >= 0, measure <= Self.largestMeasure else {
            throw mismatch(expected, at: place)
        }
        return measure
    }

    /// Reads a text that is shown, or a name.
    mutating func label(_ expected: String = "a text") throws(StoreDocumentError) -> String {
        try check(label: try text(expected), expected)
    }

    /// Returns `label`, the string that was read last, if a store may publish it; see ``StoreText``.
    ///
    /// - Throws: `StoreDocumentError` if it is too long or has a control character.
    func check(label: String, _ expected: String) throws(StoreDocumentError) -> String {
        if StoreText.isPublishable(label) { return label }
        guard label.utf8.count <= StoreLimits.labelBytes else {
            throw error("expected \(expected) of up to \(StoreLimits.labelBytes) bytes, found \(label.utf8.count)")
        }
        let code = StoreText.firstControl(in: label).map { String($0.value, radix: 16, uppercase: true) } ?? ""
        let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
        throw error("expected \(expected) without control characters, found U+\(padded)")
    }

    fileprivate mutating func giftID() throws(StoreDocumentError) -> String {
        let place = offset
        let id = try text(GiftID.expectation)
        guard GiftID.isValid(id) else { throw mismatch(GiftID.expectation, at: place) }
        return id
    }

    fileprivate mutating func reference() throws(StoreDocumentError) -> String {
        let expected = "a URL"
        let place = offset
        let reference = try text(expected)
        guard !reference.isEmpty, reference.utf8.count <= Self.longestReference,
            reference.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { throw mismatch(expected, at: place) }
        return reference
    }

    fileprivate mutating func digest() throws(StoreDocumentError) -> SHA256Digest {
        let expected = "64 hexadecimal digits"
        let place = offset
        guard let digest = SHA256Digest(hex: try text(expected)) else { throw mismatch(expected, at: place) }
        return digest
    }

    fileprivate mutating func sign() throws(StoreDocumentError) -> GiftSign? {
        if null() { return nil }
        var emoji: String?
        var ascii: String?
        try object("a sign") { reader, name throws(StoreDocumentError) in
            switch name {
            case "emoji": emoji = try reader.label()
            case "ascii": ascii = try reader.label()
            default: try reader.skip()
            }
        }
        guard let emoji else { throw mismatch(member: "emoji", "a text") }
        guard let ascii else { throw mismatch(member: "ascii", "a text") }
        return GiftSign(emoji: emoji, ascii: ascii)
    }
}
