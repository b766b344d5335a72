import JSON

extension JSONReader {
    /// Reads a list of layers.
    mutating func readLayers() throws(JSONError) -> [Layer] {
        var layers: [Layer] = []
        try readArray("a list of layers") { reader throws(JSONError) in
            try reader.countItem(weight: 16)
            layers.append(try reader.readLayer())
        }
        return layers
    }

    private mutating func readLayer() throws(JSONError) -> Layer {
        guard try peekKind() == .object else { throw mismatchError("a layer") }
        var layer = Layer()
        var content = LayerContent()
        try readItem { reader, key throws(JSONError) in
            if try !reader.readLayerField(key, of: &layer) { try reader.readContentField(key, of: &content) }
        }
        if !content.hasMasks { layer.masks = [] }
        layer.content = content.makeContent(name: &layer.name)
        if case .unsupported = layer.content, let missing = content.unsupportedTypeName, !layer.isHidden {
            recordUnsupported(missing)
        }
        return layer
    }

    /// Reads a field that all layers have. Returns `false` for another field and leaves its value unread.
    mutating func readLayerField(_ key: JSONKey, of layer: inout Layer) throws(JSONError) -> Bool {
        switch key {
        case "nm": layer.name = try readName()
        case "ind": layer.index = try readInteger()
        case "parent": layer.parent = try readNull() ? nil : try readInteger()
        case "ip": layer.timing.inPoint = try readNumber()
        case "op": layer.timing.outPoint = try readNumber()
        case "st": layer.timing.startTime = try readNull() ? 0 : try readNumber()
        case "sr":
            let stretch = try readNull() ? 1 : try readNumber()
            layer.timing.stretch = stretch == 0 ? 1 : stretch
        case "ks": layer.transform = try readTransform()
        case "ao": layer.isAutoOriented = try readBool()
        case "bm": layer.blendMode = try readBlendMode()
        case "hd": layer.isHidden = try readBool()
        case "tt": layer.matte = try readKind(of: "matte type", in: 0...4).flatMap(Matte.init(rawValue:))
        case "td": layer.isMatteSource = try readBool()
        case "tp": layer.matteParent = try readInteger()
        case "tm": layer.timing.timeRemap = try readNull() ? nil : try readProperty(0)
        case "masksProperties": layer.masks = try readMasks()
        case "ef":
            var controls: [EffectControl] = []
            if context.plan.keepsLabels {
                var ahead = self
                controls = try ahead.readEffectControls()
            }
            layer.effects = try readEffects()
            layer.effects.controls = controls
        case "sy": layer.styles = try readLayerStyles()
        case "mb": if try readBool() { recordUnsupported("motion blur") }
        default: return false
        }
        return true
    }

    private mutating func readContentField(_ key: JSONKey, of content: inout LayerContent) throws(JSONError) {
        switch key {
        case "ty": content.type = try readInteger()
        case "hasMask": content.hasMasks = try readBool()
        case "refId": content.reference = try readString()
        case "w": content.width = try readNumber()
        case "h": content.height = try readNumber()
        case "sw": content.solidWidth = try readNumber()
        case "sh": content.solidHeight = try readNumber()
        case "sc": content.color = Self.color(hexadecimal: try readString("a color such as #ff0000"))
        case "shapes": try readShapeItems(into: &content.shapes)
        case "t": content.text = try readTextLayer()
        default: try skipValue()
        }
    }

    private mutating func readMasks() throws(JSONError) -> [Mask] {
        if try readNull() { return [] }
        var masks: [Mask] = []
        try readArray("a list of masks") { reader throws(JSONError) in
            try reader.countItem(weight: 8)
            masks.append(try reader.readMask())
        }
        return masks
    }

    private mutating func readMask() throws(JSONError) -> Mask {
        var mask = Mask()
        if context.rules.hasClosedFlagsOutsidePaths, var closed = try lookahead(to: "cl") {
            context.closesUnflaggedPaths = try closed.readBool()
        }
        defer { context.closesUnflaggedPaths = false }
        try readItem("a mask") { reader, key throws(JSONError) in
            switch key {
            case "nm": mask.name = try reader.readName()
            case "mode": mask.mode = try reader.readMaskMode()
            case "pt": mask.path = try reader.readProperty(BezierShape(points: [], isClosed: true))
            case "o": mask.opacity = try reader.readProperty(100)
            case "x": mask.expansion = try reader.readProperty(0)
            case "inv": mask.isInverted = try reader.readBool()
            case "f": mask.feather = try reader.readProperty(.zero)
            default: try reader.skipValue()
            }
        }
        return mask
    }

    private mutating func readMaskMode() throws(JSONError) -> Mask.Mode {
        let text = try readString()
        if let mode = Self.maskModes[text] { return mode }
        recordUnsupported("mask mode '\(text)'")
        return .add
    }

    private static let maskModes: [String: Mask.Mode] = [
        "n": .none, "a": .add, "s": .subtract, "i": .intersect, "l": .lighten, "d": .darken, "f": .difference,
    ]

    /// Returns the color for `#rgb`, `#rrggbb` or `#rrggbbaa`, with or without the `#`; black for any other text.
    static func color(hexadecimal text: String) -> Color {
        var digits = text.drop { $0 == "#" }.compactMap(\.hexDigitValue)
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 || digits.count == 8 else { return Color(0, 0, 0, 1) }
        let channels = stride(from: 0, to: digits.count, by: 2).map { Float(digits[$0] * 16 + digits[$0 + 1]) / 255 }
        return Color(channels[0], channels[1], channels[2], channels.count == 4 ? channels[3] : 1)
    }
}

/// The fields of a layer that depend on its type, which can follow them in the file.
private struct LayerContent {
    var type: Int?
    var hasMasks = true
    var reference = ""
    var width = 0.0
    var height = 0.0
    var solidWidth = 0.0
    var solidHeight = 0.0
    var color = Color(0, 0, 0, 1)
    var shapes = ShapeGroup()
    var text: TextLayer?

    func makeContent(name: inout String) -> Layer.Content {
        switch type {
        case 0: .precomposition(id: reference, width: width, height: height)
        case 1: .solid(color: color, width: solidWidth, height: solidHeight)
        case 2: .image(id: reference)
        case 3: .null
        case 4: .shapes(shapes)
        case 5: .text(text ?? TextLayer())
        default: .unsupported
        }
    }

    /// The name of an undrawn layer type, or `nil` for types that have nothing to draw.
    var unsupportedTypeName: String? {
        switch type {
        case 6, 15: nil
        case 13: "camera"
        case nil: "layer without a type"
        case let type?: "layer type \(type)"
        }
    }
}
