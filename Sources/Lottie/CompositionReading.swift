extension Composition {
    /// Reads a Lottie document.
    ///
    /// Unknown fields are passed over. What is known but not drawn is listed in `undrawn`.
    /// - Parameters:
    ///   - json: the document's text in UTF-8.
    ///   - slots: values in place of those that the document has for its slots, by the slots' names; names that it does not
    ///     know mean nothing. `slots` of the composition lists those it knows.
    /// - Throws: `LottieError` where the text is no JSON, or a field that matters has the wrong type or value.
    public init(json: [UInt8], slots values: [String: SlotValue] = [:]) throws(LottieError) {
        var (composition, needsLabels) = try Composition.reading(json, slots: values, keepsLabels: false)
        // Few files have expressions that look for things by name: names are read only for those, in a second round.
        if needsLabels { (composition, _) = try Composition.reading(json, slots: values, keepsLabels: true) }
        try composition.validate()
        self = composition
    }

    private static func reading(
        _ json: [UInt8], slots values: [String: SlotValue], keepsLabels: Bool
    ) throws(LottieError) -> (composition: Composition, needsLabels: Bool) {
        var composition = Composition()
        var failure: LottieError?
        let document = DocumentNotes()
        document.keepsLabels = keepsLabels
        document.withSlots(values) {
            json.withUnsafeBufferPointer { bytes in
                do throws(JSONError) {
                    try composition.read(bytes, document)
                } catch {
                    failure = LottieError(error, in: bytes)
                }
            }
        }
        if let failure { throw failure }
        return (composition, document.needsLabels)
    }

    /// Longest side of a composition: far beyond any real one, near enough that areas stay exact.
    private static let longestSide = 100_000.0

    private mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ document: DocumentNotes
    ) throws(JSONError) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            throw JSONError(offset: 0, problem: "expected a Lottie animation, found an empty file")
        }
        var reader = JSONReader(start: start, count: bytes.count, document: document)
        guard try reader.kind() == .object else { throw try reader.mismatch("a Lottie animation") }
        // Colours are read by the version, wherever in the file that stands.
        document.version = try reader.peek("v").map(FormatVersion.init)
        version = document.version
        try reader.object { reader, key throws(JSONError) in try readField(key, from: &reader) }
        try reader.finish()
        slots = document.listedSlots
        hasExpressions = document.hasExpressions
        undrawn = document.undrawn.map { note in
            UndrawnFeature(name: note.name, path: JSONText.path(of: note.offset, in: bytes), count: note.count)
        }
    }

    private mutating func readField(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "nm": name = try reader.name()
        case "w": width = try reader.number("a width")
        case "h": height = try reader.number("a height")
        case "fr": frameRate = try reader.number("a frame rate")
        case "ip": inPoint = try reader.number("a frame")
        case "op": outPoint = try reader.number("a frame")
        case "layers": layers = try reader.layers()
        case "assets":
            if try !reader.null() {
                try reader.array("a list of assets") { reader throws(JSONError) in try readAsset(from: &reader) }
            }
        case "fonts": fonts = try reader.fonts()
        case "chars": glyphs = try reader.glyphs()
        case "markers": try readMarkers(from: &reader)
        case "slots": try reader.slots()
        default: try reader.skip()
        }
    }

    private mutating func readMarkers(from reader: inout JSONReader) throws(JSONError) {
        guard try reader.kind() == .array else { return try reader.skip() }
        try reader.array { reader throws(JSONError) in
            var marker = Marker(name: "", time: 0, duration: 0)
            try reader.object("a marker") { reader, key throws(JSONError) in
                switch key {
                case "cm": marker.name = Marker.name(inComment: try reader.name())
                case "tm": marker.time = try reader.null() ? 0 : try reader.number()
                case "dr": marker.duration = try reader.null() ? 0 : try reader.number()
                default: try reader.skip()
                }
            }
            markers.append(marker)
        }
    }

    private func validate() throws(LottieError) {
        try Self.validate(width, "w", "a width")
        try Self.validate(height, "h", "a height")
        guard frameRate > 0, frameRate <= 100_000 else {
            throw LottieError(
                path: "fr", problem: "expected a frame rate above 0, found \(Self.text(frameRate))")
        }
        guard outPoint > inPoint, outPoint - inPoint < 1e9 else {
            throw LottieError(
                path: "op",
                problem: "expected a frame after the first, \(Self.text(inPoint)), found \(Self.text(outPoint))")
        }
    }

    private static func validate(_ side: Double, _ field: String, _ what: String) throws(LottieError) {
        guard side > 0 else {
            throw LottieError(path: field, problem: "expected \(what) above 0, found \(text(side))")
        }
        guard side <= longestSide else {
            throw LottieError(
                path: field, problem: "expected \(what) up to \(text(longestSide)), found \(text(side))")
        }
    }

    /// A number without a fraction that says nothing.
    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}

extension Marker {
    /// The name in a marker's comment: that of a JSON object with a `name`, that of a line `name: …`, else the text itself,
    /// trimmed (lottie-web, `markerParser.js`).
    fileprivate static func name(inComment comment: String) -> String {
        let text = trimmed(comment[...])
        guard text.hasPrefix("{") else { return name(inLinesOf: text) ?? text }
        let bytes = Array(text.utf8)
        let name = bytes.withUnsafeBufferPointer { buffer -> String? in
            guard let start = buffer.baseAddress else { return nil }
            return try? JSONReader(start: start, count: buffer.count, document: DocumentNotes()).peek("name")
        }
        return name ?? text
    }

    private static func name(inLinesOf text: String) -> String? {
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            if parts.count == 2, trimmed(parts[0]) == "name" { return trimmed(parts[1]) }
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
