public import Budgets
import JSON

extension Composition {
    /// Creates a composition from a Lottie document.
    ///
    /// Unknown fields are ignored. Features that are known and not drawn are listed in `undrawn`.
    ///
    /// - Parameters:
    ///   - json: The text of the document, in UTF-8.
    ///   - values: Values that replace those of the document's slots, by slot id. Ids that the document does not use
    ///     have no effect; `slots` lists those that it uses.
    /// - Throws: `LottieError` if the text is not JSON, or if a required field has a wrong type or value.
    public init(json: [UInt8], slots values: [String: SlotValue] = [:]) throws(LottieError) {
        var budget = Budget(.document)
        try self.init(json: json, slots: values, within: &budget)
    }

    /// Creates a composition as `init(json:slots:)` does, and charges the work to `budget`, which other work may share.
    ///
    /// - Throws: `LottieError` also if the budget is exhausted; `budget.shortage` is then set.
    public init(
        json: [UInt8], slots values: [String: SlotValue] = [:], within budget: inout Budget
    ) throws(LottieError) {
        guard budget.consume(json.count / 4, of: .steps) else {
            throw LottieError(path: "", problem: budget.shortage?.problem ?? "expected less")
        }
        var plan: ReadingPlan? = ReadingPlan()
        var composition = Composition()
        while let current = plan {
            do throws(LottieError) {
                (composition, plan) = try Composition.parse(json, slots: values, current, within: &budget)
            } catch {
                // An error is told as it is found without the search for names.
                if let plain = current.withoutLabels, budget.shortage == nil {
                    _ = try Composition.parse(json, slots: values, plain, within: &budget)
                }
                throw error
            }
        }
        do throws(LottieError) {
            try composition.validate(as: json)
        } catch {
            throw error.located(in: json)
        }
        self = composition
    }

    /// Reads a document as far as `plan` allows, and returns the plan with which it must be read again, if any.
    private static func parse(
        _ json: [UInt8], slots values: [String: SlotValue], _ plan: ReadingPlan, within budget: inout Budget
    ) throws(LottieError) -> (composition: Composition, next: ReadingPlan?) {
        var composition = Composition()
        let document = ReadingContext(plan)
        document.budget = budget.subbudget(.document)
        // Items and bytes are limited per pass, because a further pass discards what the one before made.
        defer { budget.chargeSubbudget(document.budget, excepting: [.items, .bytes]) }
        try document.withSlots(values) { () throws(LottieError) in
            try json.withUnsafeBufferPointer { bytes throws(LottieError) in
                do throws(JSONError) {
                    try composition.read(bytes, document)
                } catch {
                    document.restartWithoutGuess()
                    if document.nextPlan == nil { throw LottieError(error, in: bytes) }
                }
            }
        }
        return (composition, document.nextPlan)
    }

    /// The longest permitted side of a composition: far longer than any real one, and short enough that areas remain
    /// exact.
    private static let maxSideLength = 100_000.0

    private mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ document: ReadingContext
    ) throws(JSONError) {
        guard !bytes.isEmpty else {
            throw JSONError(offset: 0, problem: "expected a Lottie animation, found an empty file")
        }
        var reader = JSONReader(bytes, .lottie, state: document)
        reader.skipByteOrderMark()
        if let found = ForeignContent.name(of: bytes) {
            throw JSONError(offset: 0, problem: "expected a Lottie animation, found \(found)")
        }
        guard try reader.peekKind() == .object else { throw reader.mismatchError("a Lottie animation") }
        // The version decides how colors are read, so it is needed first, wherever in the file it is.
        document.version = try reader.findVersion()
        version = document.version
        try reader.readObject { reader, key throws(JSONError) in try readField(key, from: &reader) }
        try reader.expectEnd()
        try reader.confirmVersion(isAtEnd: true)
        slots = document.allSlots
        hasExpressions = document.hasExpressions
        unsupportedFeatures = document.unsupportedFeatures.map { note in
            UnsupportedFeature(name: note.name, path: JSONPath(of: note.offset, in: bytes).text, count: note.count)
        }
    }

    private mutating func readField(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "v":
            try reader.confirmVersion()
            try reader.skipValue()
        case "nm": name = try reader.readName()
        case "w": width = try reader.readNumber("a width")
        case "h": height = try reader.readNumber("a height")
        case "fr": frameRate = try reader.readNumber("a frame rate")
        case "ip": inPoint = try reader.readNumber("a frame")
        case "op": outPoint = try reader.readNumber("a frame")
        case "layers": layers = try reader.readLayers()
        case "assets":
            if try !reader.readNull() {
                try reader.readArray("a list of assets") { reader throws(JSONError) in
                    try reader.countItem(weight: 4)
                    try readAsset(from: &reader)
                }
            }
        case "fonts": fonts = try reader.readFonts()
        case "chars": glyphs = try reader.readGlyphs()
        case "markers": try readMarkers(from: &reader)
        case "slots": try reader.readSlots()
        default: try reader.skipValue()
        }
    }

    private mutating func readMarkers(from reader: inout JSONReader) throws(JSONError) {
        guard try reader.peekKind() == .array else { return try reader.skipValue() }
        try reader.readArray { reader throws(JSONError) in
            var marker = Marker(name: "", time: 0, duration: 0)
            try reader.readItem("a marker") { reader, key throws(JSONError) in
                switch key {
                case "cm": marker.name = Marker.name(inComment: try reader.readName())
                case "tm": marker.time = try reader.readNull() ? 0 : try reader.readNumber()
                case "dr": marker.duration = try reader.readNull() ? 0 : try reader.readNumber()
                default: try reader.skipValue()
                }
            }
            try reader.countItem()
            markers.append(marker)
        }
    }

    /// The highest permitted frame rate: far above any real one.
    private static let maxFrameRate = 100_000.0

    private func validate(as json: [UInt8]) throws(LottieError) {
        try Self.validate(width, "w", "a width", upTo: Self.maxSideLength, in: json)
        try Self.validate(height, "h", "a height", upTo: Self.maxSideLength, in: json)
        try Self.validate(frameRate, "fr", "a frame rate", upTo: Self.maxFrameRate, in: json)
        let (first, end) = (Self.formatted(inPoint), Self.formatted(outPoint))
        guard outPoint > inPoint else {
            throw LottieError(
                path: "op",
                problem: "expected a frame after the first, \(first), found \(Self.found(outPoint, "op", in: json))")
        }
        guard outPoint - inPoint < 1e9 else {
            throw LottieError(path: "op", problem: "expected fewer than 1000000000 frames, found \(first) to \(end)")
        }
    }

    private static func validate(
        _ number: Double, _ field: StaticString, _ what: String, upTo limit: Double, in json: [UInt8]
    ) throws(LottieError) {
        guard number > 0 else {
            throw LottieError(
                path: "\(field)", problem: "expected \(what) above 0, found \(found(number, field, in: json))")
        }
        guard number <= limit else {
            throw LottieError(
                path: "\(field)", problem: "expected \(what) up to \(formatted(limit)), found \(formatted(number))")
        }
    }

    /// Returns what a document has as one of its own fields, which was read as `number`: 0 if the field is not there, or
    /// if its number is beyond the range of `Double`.
    private static func found(_ number: Double, _ field: StaticString, in json: [UInt8]) -> String {
        guard number == 0 else { return formatted(number) }
        return json.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes, .lottie, state: ReadingContext())
            reader.skipByteOrderMark()
            guard var value = try? reader.lookahead(to: JSONKey(stringLiteral: field)) else { return "none" }
            guard let text = try? value.readString(), Double(text)?.isFinite == false else { return formatted(number) }
            return String(text.prefix(maxFoundLength))
        }
    }

    /// The maximum number of letters of a number in an error.
    private static let maxFoundLength = 40

    /// Formats a number; a whole number has no fraction digits.
    private static func formatted(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}

extension Marker {
    /// Returns the name that a marker's comment contains, without white space at its ends.
    ///
    /// It is the `name` of a JSON object, or the value of a line `name: …`, or else the comment itself (lottie-web,
    /// `markerParser.js`).
    fileprivate static func name(inComment comment: String) -> String {
        let text = trimmed(comment[...])
        guard text.hasPrefix("{") else { return name(inLinesOf: text) ?? text }
        let bytes = Array(text.utf8)
        let name = bytes.withUnsafeBufferPointer { buffer in
            try? JSONReader(buffer, .lottie, state: ReadingContext()).peek("name")
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
