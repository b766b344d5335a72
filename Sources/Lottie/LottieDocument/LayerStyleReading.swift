import JSON

extension JSONReader {
    /// Reads a list of layer styles. What is not drawn of them is recorded.
    mutating func readLayerStyles() throws(JSONError) -> [LayerStyle] {
        guard try peekKind() == .array else {
            try skipValue()
            return []
        }
        var styles: [LayerStyle] = []
        try readArray { reader throws(JSONError) in
            guard try reader.peekKind() == .object else { return try reader.skipValue() }
            let type = try reader.peekNumber("ty").flatMap { reader.truncatedInteger($0) }
            switch type {
            case 0: styles.append(try reader.readStrokeLayerStyle())
            case 1, 3: styles.append(.dropShadow(try reader.readDropShadowStyle(isGlow: type == 3)))
            case 2, 4: styles.append(.innerShadow(try reader.readInnerShadowStyle(isGlow: type == 4)))
            case 5: try reader.skipStyle("layer style bevel and emboss")
            case 6: try reader.skipStyle("layer style satin")
            case 7: styles.append(try reader.readColorOverlay())
            case 8: try reader.readGradientOverlay().map { styles.append(.gradientOverlay($0)) }
            default: try reader.skipStyle("layer style")
            }
        }
        return styles
    }

    private mutating func skipStyle(_ name: String) throws(JSONError) {
        recordUnsupported(name)
        try skipValue()
    }

    private mutating func readDropShadowStyle(isGlow: Bool) throws(JSONError) -> DropShadowStyle {
        var shadow = DropShadowStyle()
        shadow.isGlow = isGlow
        try readItem("a layer style") { reader, key throws(JSONError) in
            if try !reader.readShadowField(key, of: &shadow) { try reader.skipValue() }
        }
        return shadow
    }

    private mutating func readInnerShadowStyle(isGlow: Bool) throws(JSONError) -> InnerShadowStyle {
        var style = InnerShadowStyle()
        style.shadow.isGlow = isGlow
        try readItem("a layer style") { reader, key throws(JSONError) in
            switch key {
            case "ch": style.choke = try reader.readProperty(0)
            case "sr": style.source = try reader.readProperty(1)
            case "bm": try reader.readStyleMode()
            default: if try !reader.readShadowField(key, of: &style.shadow) { try reader.skipValue() }
            }
        }
        return style
    }

    /// Reads a field that all shadows have, and returns whether it is one.
    private mutating func readShadowField(
        _ key: JSONKey, of shadow: inout DropShadowStyle
    ) throws(JSONError) -> Bool {
        switch key {
        case "c": shadow.color = try readProperty(EffectValue(0))
        case "o": shadow.opacity = try readProperty(75)
        case "a": shadow.angle = try readProperty(120)
        case "d": shadow.distance = try readProperty(5)
        case "s": shadow.size = try readProperty(5)
        default: return false
        }
        return true
    }

    private mutating func readStrokeLayerStyle() throws(JSONError) -> LayerStyle {
        var (color, size) = (Property.fixed(EffectValue(0)), Property.fixed(3.0))
        try readItem("a layer style") { reader, key throws(JSONError) in
            switch key {
            case "c": color = try reader.readProperty(EffectValue(0))
            case "s": size = try reader.readProperty(3)
            default: try reader.skipValue()
            }
        }
        return .stroke(color: color, size: size)
    }

    private mutating func readColorOverlay() throws(JSONError) -> LayerStyle {
        var (color, opacity) = (Property.fixed(EffectValue(0)), Property.fixed(100.0))
        try readItem("a layer style") { reader, key throws(JSONError) in
            switch key {
            case "c": color = try reader.readProperty(EffectValue(0))
            case "so": opacity = try reader.readProperty(100)
            case "bm": try reader.readStyleMode()
            default: try reader.skipValue()
            }
        }
        return .colorOverlay(color: color, opacity: opacity)
    }

    /// Reads a gradient overlay, or returns nil if its gradient is neither linear nor radial.
    private mutating func readGradientOverlay() throws(JSONError) -> GradientOverlayStyle? {
        var style = GradientOverlayStyle()
        let type = try peekNumber("gt").flatMap { truncatedInteger($0) } ?? 1
        guard type == 1 || type == 2 else {
            try skipStyle("layer style gradient overlay with another gradient")
            return nil
        }
        style.gradient.isRadial = type == 2
        try readItem("a layer style") { reader, key throws(JSONError) in
            switch key {
            case "gf": try reader.readGradientStops(into: &style.gradient)
            case "o": style.opacity = try reader.readProperty(100)
            case "a": style.angle = try reader.readProperty(90)
            case "s": style.scale = try reader.readProperty(100)
            case "of": style.offset = try reader.readProperty(.zero)
            case "re": style.isReversed = try reader.readProperty(0)
            case "bm": try reader.readStyleMode()
            default: try reader.skipValue()
            }
        }
        return style
    }

    /// Reads the blend mode of a style in After Effects' numbers, of which 1 is the normal mode.
    private mutating func readStyleMode() throws(JSONError) {
        let mode: Property<Double> = try readProperty(1)
        if mode.isAnimated || mode.value(at: 0) != 1 { recordUnsupported("layer style blend mode") }
    }
}
