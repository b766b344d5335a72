extension JSONReader {
    /// Reads the content of a text layer.
    mutating func textLayer() throws(JSONError) -> TextLayer {
        var layer = TextLayer()
        guard try kind() == .object else {
            try skip()
            return layer
        }
        try object { reader, key throws(JSONError) in
            switch key {
            case "d": layer.documents = try reader.textDocuments(script: &layer.script)
            case "a":
                try reader.array("a list of text animators") { reader throws(JSONError) in
                    try reader.countItem(weight: 16)
                    layer.animators.append(try reader.textAnimator())
                }
            case "p": layer.path = try reader.textPath()
            case "m": try reader.textOptions(of: &layer)
            default: try reader.skip()
            }
        }
        return layer
    }

    private mutating func textDocuments(script: inout ScriptedText?) throws(JSONError) -> [TextLayer.Document] {
        var documents: [TextLayer.Document] = []
        var slot: SlotUse?
        try object("a text") { reader, key throws(JSONError) in
            switch key {
            case "k":
                if try reader.kind() == .object {
                    // Files before version 4.4.14 have one text without a time.
                    documents = [TextLayer.Document(time: 0, text: try reader.textDocument())]
                } else {
                    try reader.array("a list of texts") { reader throws(JSONError) in
                        try reader.countItem(weight: 4)
                        documents.append(try reader.timedDocument())
                    }
                }
            case "x" where try reader.kind() == .string:
                script = try reader.script().map { ScriptedText($0) }
            case "sid": slot = try reader.slot(.text)
            default: try reader.skip()
            }
        }
        let sorted = documents.sortedByTime()
        guard let slot else { return sorted }
        return try reading(slot) { reader throws(JSONError) in try reader.slotDocuments(over: sorted) }
    }

    /// Reads the value of a text slot: texts with times, or one text for all times. Missing fields keep the values of
    /// the file.
    private mutating func slotDocuments(over own: [TextLayer.Document]) throws(JSONError) -> [TextLayer.Document] {
        var documents: [TextLayer.Document] = []
        guard var value = try ahead(to: "k") else { return try documentsForAllTimes(over: own) }
        if try value.kind() == .object {
            try object { reader, key throws(JSONError) in
                if key == "k" { documents = try reader.documentsForAllTimes(over: own) } else { try reader.skip() }
            }
            return documents
        }
        var layer = TextLayer()
        layer.documents = own
        try object { reader, key throws(JSONError) in
            guard key == "k" else { return try reader.skip() }
            try reader.array("a list of texts") { reader throws(JSONError) in
                let time = try reader.peekNumber("t") ?? 0
                documents.append(try reader.timedDocument(over: layer.document(at: time)?.text ?? TextDocument()))
            }
        }
        return documents.isEmpty ? own : documents.sortedByTime()
    }

    /// Reads a text or some of its fields, and applies them to each text of the file.
    private mutating func documentsForAllTimes(over own: [TextLayer.Document]) throws(JSONError) -> [TextLayer.Document]
    {
        var documents = own.isEmpty ? [TextLayer.Document()] : own
        let value = self
        for index in documents.indices {
            self = value
            documents[index].text = try textDocument(over: documents[index].text)
            try countSlotBytes(since: value.offset)
        }
        return documents
    }

    private mutating func timedDocument(
        over own: TextDocument = TextDocument()
    ) throws(JSONError) -> TextLayer.Document {
        var document = TextLayer.Document()
        try object("a text") { reader, key throws(JSONError) in
            switch key {
            case "t": document.time = try reader.number()
            case "s": document.text = try reader.textDocument(over: own)
            default: try reader.skip()
            }
        }
        return document
    }

    private mutating func textDocument(over own: TextDocument = TextDocument()) throws(JSONError) -> TextDocument {
        var text = own
        try object("a text") { reader, key throws(JSONError) in
            switch key {
            case "t": text.text = try reader.string()
            case "f": text.font = try reader.string()
            case "s": text.size = try reader.number()
            case "fc": text.fill = try reader.optionalColor()
            case "sc": text.stroke = try reader.optionalColor()
            case "sw": text.strokeWidth = try reader.number()
            case "of": text.strokesOverFill = try reader.bool()
            case "lh": text.lineHeight = try reader.number()
            case "ls": text.baselineShift = try reader.number()
            case "tr": text.tracking = try reader.number()
            case "j":
                let justification = try reader.integer()
                text.justification = justification == 1 ? .right : justification == 2 ? .center : .left
            case "ca": text.capitals = try reader.integer().flatMap(TextDocument.Capitals.init) ?? .asWritten
            case "ps": text.boxPosition = try reader.null() ? nil : try Vector.read(from: &reader)
            case "sz": text.boxSize = try reader.null() ? nil : try Vector.read(from: &reader)
            default: try reader.skip()
            }
        }
        return text
    }

    /// Reads a color; an empty list means no color.
    private mutating func optionalColor() throws(JSONError) -> Color? {
        guard try kind() == .array else {
            try skip()
            return nil
        }
        let numbers = try [Float].read(from: &self)
        return numbers.count < 3 ? nil : Color(numbers[0], numbers[1], numbers[2], 1)
    }

    private mutating func textPath() throws(JSONError) -> TextPath? {
        guard try kind() == .object else {
            try skip()
            return nil
        }
        var path = TextPath()
        var hasMask = false
        try object { reader, key throws(JSONError) in
            switch key {
            case "m":
                hasMask = try reader.kind() == .number
                if hasMask { path.mask = try reader.integer() ?? 0 } else { try reader.skip() }
            case "f": path.firstMargin = try reader.property(0)
            case "r": path.isReversed = try reader.property(0)
            case "p": path.isPerpendicular = try reader.property(1)
            case "a": path.isForced = try reader.property(0)
            default: try reader.skip()
            }
        }
        return hasMask ? path : nil
    }

    private mutating func textOptions(of layer: inout TextLayer) throws(JSONError) {
        guard try kind() == .object else { return try skip() }
        try object { reader, key throws(JSONError) in
            switch key {
            case "g": layer.anchorGrouping = try reader.integer().flatMap(TextAnchorGrouping.init) ?? .characters
            case "a": layer.groupingAlignment = try reader.property(.zero)
            default: try reader.skip()
            }
        }
    }

    private mutating func textAnimator() throws(JSONError) -> TextAnimator {
        var animator = TextAnimator()
        try object("a text animator") { reader, key throws(JSONError) in
            switch key {
            case "a":
                try reader.object { reader, key throws(JSONError) in
                    try reader.animatedField(key, of: &animator)
                }
            case "s":
                if try reader.kind() == .object {
                    animator.selector = try reader.textSelector()
                } else {
                    try reader.skip()
                }
            case "nm": animator.name = try reader.name()
            default: try reader.skip()
            }
        }
        return animator
    }

    private mutating func animatedField(_ key: JSONKey, of animator: inout TextAnimator) throws(JSONError) {
        switch key {
        case "p": animator.position = try position()
        case "a": animator.anchor = try position()
        case "s": animator.scale = try property(Vector(100, 100, 100))
        case "r", "rz": animator.rotation = try property(0)
        case "rx": animator.rotationX = try property(0)
        case "ry": animator.rotationY = try property(0)
        case "sk": animator.skew = try property(0)
        case "sa": animator.skewAxis = try property(0)
        case "o": animator.opacity = try property(100)
        case "fc": animator.fill = try property(Color(0, 0, 0, 1))
        case "sc": animator.stroke = try property(Color(0, 0, 0, 1))
        case "sw": animator.strokeWidth = try property(0)
        case "fh": animator.fillHue = try property(0)
        case "fs": animator.fillSaturation = try property(0)
        case "fb": animator.fillBrightness = try property(0)
        case "t": animator.tracking = try property(0)
        default: try skip()
        }
    }

    private mutating func textSelector() throws(JSONError) -> TextSelector {
        var selector = TextSelector()
        try object { reader, key throws(JSONError) in
            switch key {
            case "b": selector.basis = try reader.integer().flatMap(TextSelector.Basis.init) ?? .characters
            case "sh": selector.shape = try reader.integer().flatMap(TextSelector.Shape.init) ?? .square
            case "r": selector.countsIndices = try reader.integer() == 2
            case "s": selector.start = try reader.property(0)
            case "e": selector.end = try reader.property(100)
            case "o": selector.offset = try reader.property(0)
            case "a": selector.amount = try reader.property(100)
            case "xe": selector.easeHigh = try reader.property(0)
            case "ne": selector.easeLow = try reader.property(0)
            case "sm": selector.smoothness = try reader.property(100)
            case "rn": selector.isRandom = try reader.bool()
            default: try reader.skip()
            }
        }
        return selector
    }
}

// MARK: - Fonts and glyphs

extension JSONReader {
    /// The greatest number of fonts in a document, because each one can need a search of all installed fonts. Real
    /// documents have a few.
    private static let mostFonts = 1_000

    /// Reads the list of fonts.
    mutating func fonts() throws(JSONError) -> [Font] {
        var fonts: [Font] = []
        guard try kind() == .object else {
            try skip()
            return fonts
        }
        try object { reader, key throws(JSONError) in
            guard key == "list", try reader.kind() == .array else { return try reader.skip() }
            try reader.array("a list of fonts") { reader throws(JSONError) in
                try reader.countItem(weight: 4)
                if fonts.count >= Self.mostFonts {
                    throw reader.error("expected at most \(Self.mostFonts) fonts, found more")
                }
                fonts.append(try reader.font())
            }
        }
        return fonts
    }

    private mutating func font() throws(JSONError) -> Font {
        var font = Font()
        try object("a font") { reader, key throws(JSONError) in
            switch key {
            case "fName": font.name = try reader.string()
            case "fFamily": font.family = try reader.string()
            case "fStyle": font.style = try reader.string()
            case "fWeight": font.weight = try reader.fontWeight()
            case "ascent": font.ascent = try reader.number()
            case "fPath": font.file = try reader.embeddedFont()
            default: try reader.skip()
            }
        }
        return font
    }

    /// Reads a weight, which is a number or a string that can contain one.
    private mutating func fontWeight() throws(JSONError) -> Int? {
        let weight: Int?
        switch try kind() {
        case .number: weight = try integer()
        case .string:
            let text = try string()
            weight = text == "bold" ? 700 : Int(text)
        default:
            try skip()
            return nil
        }
        return weight.flatMap { (1...1000).contains($0) ? $0 : nil }
    }

    /// Reads the location of a font; returns the font if it is embedded, and `nil` otherwise.
    private mutating func embeddedFont() throws(JSONError) -> [UInt8]? {
        guard try kind() == .string else {
            try skip()
            return nil
        }
        return Base64.bytes(ofDataURL: try rawString().0).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads the list of glyphs.
    mutating func glyphs() throws(JSONError) -> [Glyph.Key: Glyph] {
        var glyphs: [Glyph.Key: Glyph] = [:]
        guard try kind() == .array else {
            try skip()
            return glyphs
        }
        try array { reader throws(JSONError) in
            try reader.countItem(weight: 4)
            var key = Glyph.Key(character: "", style: "", family: "")
            var glyph = Glyph()
            try reader.object("a glyph") { reader, field throws(JSONError) in
                switch field {
                case "ch": key.character = try reader.string()
                case "style": key.style = try reader.string()
                case "fFamily": key.family = try reader.string()
                case "w": glyph.width = try reader.number()
                case "data": glyph.outlines = try reader.glyphOutlines()
                default: try reader.skip()
                }
            }
            if glyphs[key] == nil { glyphs[key] = glyph }
        }
        return glyphs
    }

    private mutating func glyphOutlines() throws(JSONError) -> [BezierShape] {
        guard try kind() == .object else {
            try skip()
            return []
        }
        var group = ShapeGroup()
        try object { reader, key throws(JSONError) in
            if key == "shapes" { try reader.shapeItems(into: &group) } else { try reader.skip() }
        }
        return group.outlines
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
