extension JSONReader {
    /// Reads a list of layers.
    mutating func layers() throws(JSONError) -> [Layer] {
        var layers: [Layer] = []
        try array("a list of layers") { reader throws(JSONError) in
            try reader.countItem(weight: 16)
            layers.append(try reader.layer())
        }
        return layers
    }

    private mutating func layer() throws(JSONError) -> Layer {
        guard try kind() == .object else { throw try mismatch("a layer") }
        var layer = Layer()
        var content = LayerContent()
        document.hasByteColors = document.isOlder(than: "4.1.9")
        try object { reader, key throws(JSONError) in
            if try !reader.layerField(key, of: &layer) { try reader.contentField(key, of: &content) }
        }
        if !content.hasMasks { layer.masks = [] }
        layer.content = content.assembled(name: &layer.name)
        if case .undrawn = layer.content, let missing = content.undrawnName, !layer.isHidden {
            noteUndrawn(missing)
        }
        return layer
    }

    /// Reads a field that all layers have. Returns `false` for another field and leaves its value unread.
    private mutating func layerField(_ key: JSONKey, of layer: inout Layer) throws(JSONError) -> Bool {
        switch key {
        case "nm": layer.name = try name()
        case "ind": layer.index = try integer()
        case "parent": layer.parent = try null() ? nil : try integer()
        case "ip": layer.inPoint = try number()
        case "op": layer.outPoint = try number()
        case "st": layer.startTime = try null() ? 0 : try number()
        case "sr":
            let stretch = try null() ? 1 : try number()
            layer.stretch = stretch == 0 ? 1 : stretch
        case "ks": layer.transform = try transform()
        case "ao": layer.isAutoOriented = try bool()
        case "bm": layer.blendMode = try blendMode()
        case "hd": layer.isHidden = try bool()
        case "tt": layer.matte = try integer().flatMap(Matte.init(rawValue:))
        case "td": layer.isMatteSource = try bool()
        case "tp": layer.matteParent = try integer()
        case "tm": layer.timeRemap = try null() ? nil : try property(0)
        case "masksProperties": layer.masks = try masks()
        case "ef":
            if document.keepsLabels {
                var ahead = self
                layer.effectControls = try ahead.effectControls()
            }
            (layer.effects, layer.effectNames) = try effects()
        case "sy": layer.shadows = try layerStyles()
        default: return false
        }
        return true
    }

    private mutating func contentField(_ key: JSONKey, of content: inout LayerContent) throws(JSONError) {
        switch key {
        case "ty": content.type = try integer()
        case "hasMask": content.hasMasks = try bool()
        case "refId": content.reference = try string()
        case "w": content.width = try number()
        case "h": content.height = try number()
        case "sw": content.solidWidth = try number()
        case "sh": content.solidHeight = try number()
        case "sc": content.color = Self.color(hexadecimal: try string("a colour such as #ff0000"))
        case "shapes": try shapeItems(into: &content.shapes)
        case "t": content.text = try textLayer()
        default: try skip()
        }
    }

    private mutating func masks() throws(JSONError) -> [Mask] {
        if try null() { return [] }
        var masks: [Mask] = []
        try array("a list of masks") { reader throws(JSONError) in
            try reader.countItem(weight: 8)
            masks.append(try reader.mask())
        }
        return masks
    }

    private mutating func mask() throws(JSONError) -> Mask {
        var mask = Mask()
        if document.hasFlagsBesidePaths, var closed = try ahead(to: "cl") { document.closesPaths = try closed.bool() }
        defer { document.closesPaths = false }
        try object("a mask") { reader, key throws(JSONError) in
            switch key {
            case "nm": mask.name = try reader.name()
            case "mode": mask.mode = Self.maskModes[try reader.string()] ?? .add
            case "pt": mask.path = try reader.property(BezierShape(points: [], isClosed: true))
            case "o": mask.opacity = try reader.property(100)
            case "x": mask.expansion = try reader.property(0)
            case "inv": mask.isInverted = try reader.bool()
            case "f": mask.feather = try reader.property(.zero)
            default: try reader.skip()
            }
        }
        return mask
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
    var text = TextLayer()

    func assembled(name: inout String) -> Layer.Content {
        switch type {
        case 0: .precomposition(id: reference, width: width, height: height)
        case 1: .solid(color: color, width: solidWidth, height: solidHeight)
        case 2: .image(id: reference)
        case 3: .null
        case 4: .shapes(shapes)
        case 5: .text(text)
        default: .undrawn
        }
    }

    /// The name of an undrawn layer type, or `nil` for types that have nothing to draw.
    var undrawnName: String? {
        switch type {
        case 6, 15: nil
        case 13: "camera"
        case nil: "layer without a type"
        case let type?: "layer type \(type)"
        }
    }
}
