import JSON

extension JSONReader {
    /// Reads the content of a text layer.
    mutating func readTextLayer() throws(JSONError) -> TextLayer {
        var layer = TextLayer()
        guard try peekKind() == .object else {
            try skipValue()
            return layer
        }
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "d": layer.documents = try reader.readTextDocuments(script: &layer.script)
            case "a":
                try reader.readArray("a list of text animators") { reader throws(JSONError) in
                    try reader.countItem(weight: 16)
                    layer.animators.append(try reader.readTextAnimator())
                }
            case "p": layer.path = try reader.readTextPath()
            case "m": try reader.readTextOptions(into: &layer)
            default: try reader.skipValue()
            }
        }
        return layer
    }

    private mutating func readTextDocuments(script: inout ScriptedText?) throws(JSONError) -> [TextLayer.Document] {
        var documents: [TextLayer.Document] = []
        var slot: SlotReference?
        try readItem("a text") { reader, key throws(JSONError) in
            switch key {
            case "k":
                if try reader.peekKind() == .object {
                    // Files before version 4.4.14 have one text without a time.
                    documents = [TextLayer.Document(time: 0, text: try reader.readTextDocument())]
                } else {
                    try reader.readArray("a list of texts") { reader throws(JSONError) in
                        try reader.countItem(weight: 4)
                        documents.append(try reader.readTimedDocument())
                    }
                }
            case "x" where try reader.peekKind() == .string:
                script = try reader.readScript().map { ScriptedText($0) }
            case "sid": slot = try reader.readSlot(.text)
            default: try reader.skipValue()
            }
        }
        let sorted = documents.sortedByTime()
        guard let slot else { return sorted }
        return try readSlotValue(slot) { reader throws(JSONError) in try reader.readSlotDocuments(basedOn: sorted) }
    }

    /// Reads the value of a text slot: texts with times, or one text for all times. Missing fields keep the values of
    /// the file.
    private mutating func readSlotDocuments(basedOn own: [TextLayer.Document]) throws(JSONError) -> [TextLayer.Document]
    {
        var documents: [TextLayer.Document] = []
        guard var value = try lookahead(to: "k") else { return try readUntimedDocuments(basedOn: own) }
        if try value.peekKind() == .object {
            try readItem { reader, key throws(JSONError) in
                if key == "k" {
                    documents = try reader.readUntimedDocuments(basedOn: own)
                } else {
                    try reader.skipValue()
                }
            }
            return documents
        }
        var layer = TextLayer()
        layer.documents = own
        try readItem { reader, key throws(JSONError) in
            guard key == "k" else { return try reader.skipValue() }
            try reader.readArray("a list of texts") { reader throws(JSONError) in
                let time = try reader.peekNumber("t") ?? 0
                documents.append(
                    try reader.readTimedDocument(basedOn: layer.document(at: time)?.text ?? TextDocument()))
            }
        }
        return documents.isEmpty ? own : documents.sortedByTime()
    }

    /// Reads a text or some of its fields, and applies them to each text of the file.
    private mutating func readUntimedDocuments(basedOn own: [TextLayer.Document]) throws(JSONError) -> [TextLayer
        .Document]
    {
        var documents = own.isEmpty ? [TextLayer.Document()] : own
        let value = self
        for index in documents.indices {
            self = value
            documents[index].text = try readTextDocument(basedOn: documents[index].text)
            try countSlotBytes(since: value.offset)
        }
        return documents
    }

    private mutating func readTimedDocument(
        basedOn own: TextDocument = TextDocument()
    ) throws(JSONError) -> TextLayer.Document {
        var document = TextLayer.Document()
        try readItem("a text") { reader, key throws(JSONError) in
            switch key {
            case "t": document.time = try reader.readNumber()
            case "s": document.text = try reader.readTextDocument(basedOn: own)
            default: try reader.skipValue()
            }
        }
        return document
    }

    private mutating func readTextDocument(basedOn own: TextDocument = TextDocument()) throws(JSONError) -> TextDocument
    {
        var text = own
        try readItem("a text") { reader, key throws(JSONError) in
            switch key {
            case "t": text.text = try reader.readString()
            case "f": text.font = try reader.readString()
            case "s": text.size = try reader.readNumber()
            case "fc": text.fill = try reader.readOptionalColor()
            case "sc": text.stroke = try reader.readOptionalColor()
            case "sw": text.strokeWidth = try reader.readNumber()
            case "of": text.strokesOverFill = try reader.readBool()
            case "lh": text.lineHeight = try reader.readNumber()
            case "ls": text.baselineShift = try reader.readNumber()
            case "tr": text.tracking = try reader.readNumber()
            case "j":
                let justification = try reader.readKind(of: "text: justification", in: 0...2)
                text.justification = justification == 1 ? .right : justification == 2 ? .center : .left
            case "ca": text.capitals = try reader.readInteger().flatMap(TextDocument.Capitals.init) ?? .regular
            case "ps": text.boxPosition = try reader.readNull() ? nil : try Vector.read(from: &reader)
            case "sz": text.boxSize = try reader.readNull() ? nil : try Vector.read(from: &reader)
            // Skottie's own fields, in which 0 is what every player does.
            case "sk_vj" where try reader.peekKind() == .number:
                if try reader.readNumber() != 0 { reader.recordUnsupported("text: vertical alignment in its box") }
            case "sk_rs" where try reader.peekKind() == .number:
                if try reader.readNumber() != 0 { reader.recordUnsupported("text: size that is fitted to its box") }
            default: try reader.skipValue()
            }
        }
        return text
    }

    /// Reads a color; an empty list means no color.
    private mutating func readOptionalColor() throws(JSONError) -> Color? {
        guard try peekKind() == .array else {
            try skipValue()
            return nil
        }
        let numbers = try [Float].read(from: &self)
        return numbers.count < 3 ? nil : Color(numbers[0], numbers[1], numbers[2], 1)
    }

    private mutating func readTextPath() throws(JSONError) -> TextPath? {
        guard try peekKind() == .object else {
            try skipValue()
            return nil
        }
        var path = TextPath()
        var hasMask = false
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "m":
                hasMask = try reader.peekKind() == .number
                if hasMask { path.mask = try reader.readInteger() ?? 0 } else { try reader.skipValue() }
            case "f": path.firstMargin = try reader.readProperty(0)
            case "r": path.isReversed = try reader.readProperty(0)
            case "p": path.isPerpendicular = try reader.readProperty(1)
            case "a": path.forcesAlignment = try reader.readProperty(0)
            default: try reader.skipValue()
            }
        }
        return hasMask ? path : nil
    }

    private mutating func readTextOptions(into layer: inout TextLayer) throws(JSONError) {
        guard try peekKind() == .object else { return try skipValue() }
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "g": layer.anchorGrouping = try reader.readInteger().flatMap(TextAnchorGrouping.init) ?? .characters
            case "a": layer.groupingAlignment = try reader.readProperty(.zero)
            default: try reader.skipValue()
            }
        }
    }

    private mutating func readTextAnimator() throws(JSONError) -> TextAnimator {
        var animator = TextAnimator()
        try readItem("a text animator") { reader, key throws(JSONError) in
            switch key {
            case "a":
                try reader.readItem { reader, key throws(JSONError) in
                    try reader.readAnimatedField(key, of: &animator)
                }
            case "s":
                if try reader.peekKind() == .object {
                    animator.selector = try reader.readTextSelector()
                } else {
                    try reader.skipValue()
                }
            case "nm": animator.name = try reader.readName()
            default: try reader.skipValue()
            }
        }
        return animator
    }

    private mutating func readAnimatedField(_ key: JSONKey, of animator: inout TextAnimator) throws(JSONError) {
        switch key {
        case "p": animator.position = try readPosition()
        case "a": animator.anchor = try readPosition()
        case "s": animator.scale = try readProperty(Vector(100, 100, 100))
        case "r", "rz": animator.rotation = try readProperty(0)
        case "rx": animator.rotationX = try readProperty(0)
        case "ry": animator.rotationY = try readProperty(0)
        case "sk": animator.skew = try readProperty(0)
        case "sa": animator.skewAxis = try readProperty(0)
        case "o": animator.opacity = try readProperty(100)
        case "fc": animator.fill.color = try readProperty(Color(0, 0, 0, 1))
        case "sc": animator.stroke = try readProperty(Color(0, 0, 0, 1))
        case "sw": animator.strokeWidth = try readProperty(0)
        case "fh": animator.fill.hue = try readProperty(0)
        case "fs": animator.fill.saturation = try readProperty(0)
        case "fb": animator.fill.brightness = try readProperty(0)
        case "t": animator.tracking = try readProperty(0)
        case "bl":
            let blur: Property<Vector> = try readProperty(.zero)
            if blur.fixedValue != .zero { recordUnsupported("text: blurred letters") }
        default: try skipValue()
        }
    }

    private mutating func readTextSelector() throws(JSONError) -> TextSelector {
        var selector = TextSelector()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "b": selector.basis = try reader.readInteger().flatMap(TextSelector.Basis.init) ?? .characters
            case "sh": selector.shape = try reader.readInteger().flatMap(TextSelector.Shape.init) ?? .square
            case "r": selector.usesIndexUnits = try reader.readInteger() == 2
            case "s": selector.start = try reader.readProperty(0)
            case "e": selector.end = try reader.readProperty(100)
            case "o": selector.offset = try reader.readProperty(0)
            case "a": selector.amount = try reader.readProperty(100)
            case "xe": selector.easeHigh = try reader.readProperty(0)
            case "ne": selector.easeLow = try reader.readProperty(0)
            case "sm": selector.smoothness = try reader.readProperty(100)
            case "rn": selector.isRandom = try reader.readBool()
            default: try reader.skipValue()
            }
        }
        return selector
    }
}

// MARK: - Fonts and glyphs

extension JSONReader {
    /// The greatest number of fonts in a document, because each one can need a search of all installed fonts. Real
    /// documents have a few.
    private static let maxFontCount = 1_000

    /// Reads the list of fonts.
    mutating func readFonts() throws(JSONError) -> [Font] {
        var fonts: [Font] = []
        guard try peekKind() == .object else {
            try skipValue()
            return fonts
        }
        try readItem { reader, key throws(JSONError) in
            guard key == "list", try reader.peekKind() == .array else { return try reader.skipValue() }
            try reader.readArray("a list of fonts") { reader throws(JSONError) in
                try reader.countItem(weight: 4)
                if fonts.count >= Self.maxFontCount {
                    throw reader.error("expected at most \(Self.maxFontCount) fonts, found more")
                }
                fonts.append(try reader.readFont())
            }
        }
        return fonts
    }

    private mutating func readFont() throws(JSONError) -> Font {
        var font = Font()
        try readItem("a font") { reader, key throws(JSONError) in
            switch key {
            case "fName": font.name = try reader.readString()
            case "fFamily": font.family = try reader.readString()
            case "fStyle": font.style = try reader.readString()
            case "fWeight": font.weight = try reader.readFontWeight()
            case "ascent": font.ascent = try reader.readNumber()
            case "fPath": font.file = try reader.readEmbeddedFont()
            default: try reader.skipValue()
            }
        }
        return font
    }

    /// Reads a weight, which is a number or a string that can contain one.
    private mutating func readFontWeight() throws(JSONError) -> Int? {
        let weight: Int?
        switch try peekKind() {
        case .number: weight = try readInteger()
        case .string:
            let text = try readString()
            weight = text == "bold" ? 700 : Int(text)
        default:
            try skipValue()
            return nil
        }
        return weight.flatMap { (1...1000).contains($0) ? $0 : nil }
    }

    /// Reads the location of a font; returns the font if it is embedded, and `nil` otherwise.
    private mutating func readEmbeddedFont() throws(JSONError) -> [UInt8]? {
        guard try peekKind() == .string else {
            try skipValue()
            return nil
        }
        return Base64.bytes(ofDataURL: try readRawString().bytes).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads the list of glyphs; `nil` for another value.
    mutating func readGlyphs() throws(JSONError) -> [Glyph.Key: Glyph]? {
        guard try peekKind() == .array else {
            try skipValue()
            return nil
        }
        var glyphs: [Glyph.Key: Glyph] = [:]
        let isOld = context.isOlder(than: Glyph.firstVersionWithTimes)
        context.hasAbsoluteTangents = isOld
        defer { context.hasAbsoluteTangents = false }
        try readArray { reader throws(JSONError) in
            try reader.countItem(weight: 4)
            var key = Glyph.Key(character: "", style: "", family: "")
            var glyph = Glyph()
            var data = GlyphContents()
            var isComposition = false
            try reader.readItem("a glyph") { reader, field throws(JSONError) in
                switch field {
                case "ch": key.character = try reader.readString()
                case "style": key.style = try reader.readString()
                case "fFamily": key.family = try reader.readString()
                case "w": glyph.width = try reader.readNumber()
                case "t": isComposition = try reader.readInteger() == 1
                case "data": data = try reader.readGlyphContents()
                default: try reader.skipValue()
                }
            }
            glyph.content = isComposition ? .composition(data.layer) : .outlines(data.outlines(isOld: isOld))
            if glyphs[key] == nil { glyphs[key] = glyph }
        }
        return glyphs
    }

    private mutating func readGlyphContents() throws(JSONError) -> GlyphContents {
        var contents = GlyphContents()
        guard try peekKind() == .object else {
            try skipValue()
            return contents
        }
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "shapes": try reader.readShapeItems(into: &contents.shapes)
            case "refId": contents.layer.content = .precomposition(id: try reader.readString(), width: 0, height: 0)
            default: if try !reader.readLayerField(key, of: &contents.layer) { try reader.skipValue() }
            }
        }
        // Players measure the time of a letter from the start of its text layer, not from a start of its own.
        contents.layer.timing.inPoint -= contents.layer.timing.startTime
        contents.layer.timing.outPoint -= contents.layer.timing.startTime
        contents.layer.timing.startTime = 0
        return contents
    }
}

/// The fields of a glyph whose meaning depends on its type, which can follow them in the file.
private struct GlyphContents {
    var shapes = ShapeGroup()
    var layer = Layer()

    func outlines(isOld: Bool) -> [BezierShape] {
        // Old exporters repeat the letter in a second group, whose tangents are relative.
        if isOld, case .group(let first)? = shapes.items.first { return first.outlines }
        return shapes.outlines
    }
}

extension [TextLayer.Document] {
    /// Returns the texts sorted by time; the sort is stable.
    fileprivate func sortedByTime() -> [TextLayer.Document] {
        enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}

extension ShapeGroup {
    /// The Bézier paths of the group and of its subgroups.
    fileprivate var outlines: [BezierShape] {
        items.flatMap { item -> [BezierShape] in
            switch item {
            case .path(let path): [path.value(at: 0)]
            case .group(let group): group.outlines
            default: []
            }
        }
    }
}
