import ExactNumbers
package import JSON
package import Playback
import PlayerSettings

extension StoreGift {
    /// Reads a gift kind. Members that a player does not need may be missing.
    package init(
        from reader: inout JSONReader, keys: [SettingKey] = SettingKey.gift, unknown: UnknownSettings = .ignore
    ) throws(JSONError) {
        var members = Members()
        try reader.readObject("a gift") { reader, name throws(JSONError) in
            try members.read(name, from: &reader, keys: keys, unknown: unknown)
        }
        self = try members.makeGift(reader)
    }

    /// Returns the id and version of the next value as far as they are valid, even if the rest of the value is not.
    static func readIdentity(_ reader: JSONReader) -> (id: String?, version: Int?) {
        var reader = reader
        var identity: (id: String?, version: Int?)
        // A failure ends the reading; the members before it are enough.
        try? reader.readObject { reader, name throws(JSONError) in
            var ahead = reader
            switch name {
            case "id": identity.id = (try? ahead.readGiftID()) ?? identity.id
            case "version": identity.version = (try? ahead.readInteger(min: 1)).map { Int($0) }
            default: break
            }
            try reader.skipValue(maxDepth: .max)
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
        var format = StoreGift.Format()
        var published = ""
        var symbol: GiftSymbol?
        var settings: [Assignment] = []
        var loop: GiftLoop?
        /// The loop with planned rounds, which goes before the other one, wherever it stands.
        var plannedLoop: GiftLoop?

        mutating func read(
            _ name: JSONKey, from reader: inout JSONReader, keys: [SettingKey], unknown: UnknownSettings
        ) throws(JSONError) {
            switch name {
            case "id": id = try reader.readGiftID()
            case "name": self.name = try reader.readLabel()
            case "version": version = Int(try reader.readInteger(min: 1))
            case "value": value = try reader.readInteger(min: 0)
            case "duration": duration = try reader.readSeconds()
            case "package": package = try reader.readURLReference()
            case "size": size = Int(try reader.readInteger(min: 0, max: Int64(StoreLimits.maxPackageBytes)))
            case "sha256": sha256 = try reader.readDigest()
            case "tags":
                tags = []
                try reader.readArray("a list of texts") { reader throws(JSONError) in
                    guard tags.count < StoreLimits.maxTags else {
                        throw reader.error("expected at most \(StoreLimits.maxTags) tags")
                    }
                    tags.append(try reader.readLabel())
                }
            case "width": format.width = try reader.readMeasure()
            case "height": format.height = try reader.readMeasure()
            case "frameRate": format.frameRate = try reader.readMeasure()
            case "published": published = try reader.readLabel()
            case "sign": symbol = try reader.readSymbol()
            case "loop": loop = try reader.readLoop() ?? loop
            case "rounds": plannedLoop = try reader.readLoop(hasPlannedRounds: true) ?? plannedLoop
            case "settings": settings = try reader.readSettings(keys: keys, unknown: unknown)
            default: try reader.skipValue()
            }
        }

        func makeGift(_ reader: JSONReader) throws(JSONError) -> StoreGift {
            func need<Value>(
                _ value: Value?, _ name: String, _ expected: String
            ) throws(JSONError) -> Value {
                guard let value else { throw reader.mismatchError(member: name, expected) }
                return value
            }
            let id = try need(id, "id", GiftID.expectedForm)
            return StoreGift(
                id: id, name: name ?? id, version: try need(version, "version", "a whole number from 1 up"),
                value: try need(value, "value", "a whole number from 0 up"),
                duration: try need(duration, "duration", "seconds from 0 up"),
                package: try need(package, "package", "a URL"),
                size: try need(size, "size", "a whole number from 0 up"),
                sha256: try need(sha256, "sha256", "64 hexadecimal digits"), tags: tags, format: format,
                published: published, symbol: symbol, settings: settings, loop: plannedLoop ?? loop)
        }
    }
}

extension JSONReader {
    /// The longest URL reference, in bytes; servers refuse longer ones.
    private static let maxReferenceLength = 4_096
    /// The largest width, height and frame rate: far beyond any animation, and far below the limits of number formats.
    private static let maxMeasure = 1_000_000.0

    /// Reads an integer from `least` to `most`.
    package mutating func readInteger(
        min least: Int64, max most: Int64 = StoreLimits.maxInteger
    ) throws(JSONError) -> Int64 {
        let expected = "a whole number from \(least) up"
        let place = offset
        guard let whole = try readExactNumber(expected).integer, whole >= least else {
            throw mismatchError(expected, at: place)
        }
        guard whole <= most else { throw mismatchError("at most \(most)", at: place) }
        return whole
    }

    /// Reads a duration in seconds, rounded to nanoseconds.
    mutating func readSeconds() throws(JSONError) -> Nanoseconds {
        let expected = "seconds from 0 up"
        let place = offset
        guard let time = try readExactNumber(expected).nanoseconds, time >= 0 else {
            throw mismatchError(expected, at: place)
        }
        guard time <= StoreLimits.maxDuration else {
            throw mismatchError("at most \(StoreLimits.maxDuration / .second) seconds", at: place)
        }
        return time
    }

    /// Reads the times at which a loop begins and ends, and the number of its rounds if they are planned.
    fileprivate mutating func readLoop(hasPlannedRounds: Bool = false) throws(JSONError) -> GiftLoop? {
        if try readNull() { return nil }
        let place = offset
        var start: Nanoseconds?
        var end: Nanoseconds?
        var count: Int?
        try readObject("a loop") { reader, name throws(JSONError) in
            switch name {
            case "from": start = try reader.readSeconds()
            case "to": end = try reader.readSeconds()
            case "count" where hasPlannedRounds:
                let range = GiftLoop.plannedRange
                count = Int(try reader.readInteger(min: Int64(range.lowerBound), max: Int64(range.upperBound)))
            default: try reader.skipValue()
            }
        }
        guard let start else { throw mismatchError(member: "from", "seconds from 0 up") }
        guard let end else { throw mismatchError(member: "to", "seconds from 0 up") }
        if hasPlannedRounds, count == nil { throw mismatchError(member: "count", "a whole number from 2 up") }
        guard let loop = GiftLoop(start: start, end: end, plannedRounds: count) else {
            throw error("expected a loop that ends after its beginning", at: place)
        }
        return loop
    }

    /// Reads a number from 0 to a million.
    fileprivate mutating func readMeasure() throws(JSONError) -> Double {
        let expected = "a number from 0 to a million"
        let place = offset
        let measure = try readNumber(expected)
        guard measure >= 0, measure <= Self.maxMeasure else { throw mismatchError(expected, at: place) }
        return measure
    }

    /// Reads a text that is shown, or a name.
    mutating func readLabel(_ expected: String = "a text") throws(JSONError) -> String {
        try validated(label: try readString(expected), expected)
    }

    /// Returns `label`, the string that was read last, if a store may publish it; see ``StoreText``.
    ///
    /// - Throws: `JSONError` if it is too long or has a control character.
    func validated(label: String, _ expected: String) throws(JSONError) -> String {
        if StoreText.isPublishable(label) { return label }
        guard label.utf8.count <= StoreLimits.maxLabelBytes else {
            throw error("expected \(expected) of up to \(StoreLimits.maxLabelBytes) bytes, found \(label.utf8.count)")
        }
        let code = StoreText.firstControlCharacter(in: label).map { String($0.value, radix: 16, uppercase: true) } ?? ""
        let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
        throw error("expected \(expected) without control characters, found U+\(padded)")
    }

    fileprivate mutating func readGiftID() throws(JSONError) -> String {
        let place = offset
        let id = try readString(GiftID.expectedForm)
        guard GiftID.isValid(id) else { throw mismatchError(GiftID.expectedForm, at: place) }
        return id
    }

    fileprivate mutating func readURLReference() throws(JSONError) -> String {
        let expected = "a URL"
        let place = offset
        let reference = try readString(expected)
        guard !reference.isEmpty, reference.utf8.count <= Self.maxReferenceLength,
            reference.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { throw mismatchError(expected, at: place) }
        return reference
    }

    fileprivate mutating func readDigest() throws(JSONError) -> SHA256Digest {
        let expected = "64 hexadecimal digits"
        let place = offset
        guard let digest = SHA256Digest(hex: try readString(expected)) else { throw mismatchError(expected, at: place) }
        return digest
    }

    fileprivate mutating func readSymbol() throws(JSONError) -> GiftSymbol? {
        if try readNull() { return nil }
        var emoji: String?
        var ascii: String?
        try readObject("a sign") { reader, name throws(JSONError) in
            switch name {
            case "emoji": emoji = try reader.readLabel()
            case "ascii": ascii = try reader.readLabel()
            default: try reader.skipValue()
            }
        }
        guard let emoji else { throw mismatchError(member: "emoji", "a text") }
        guard let ascii else { throw mismatchError(member: "ascii", "a text") }
        return GiftSymbol(emoji: emoji, ascii: ascii)
    }
}
