import JSON

/// A drop shadow or an outer glow of a layer that is a layer style and not an effect.
public struct DropShadowStyle: Sendable {
    /// The color of the shadow.
    public var color: Property<EffectValue> = .fixed(EffectValue(0))
    /// The opacity, in per cent.
    public var opacity: Property<Double> = .fixed(75)
    /// The direction of the light source, in degrees anticlockwise from the right.
    public var angle: Property<Double> = .fixed(120)
    /// The distance of the shadow from the layer.
    public var distance: Property<Double> = .fixed(5)
    /// The softness of the shadow.
    public var size: Property<Double> = .fixed(5)
    /// Whether this is an outer glow, which lies around the layer and has neither an angle nor a distance.
    public var isGlow = false
}

extension JSONReader {
    /// Reads a list of layer styles. Styles that are not drawn are recorded.
    mutating func readLayerStyles() throws(JSONError) -> [DropShadowStyle] {
        guard try peekKind() == .array else {
            try skipValue()
            return []
        }
        var shadows: [DropShadowStyle] = []
        try readArray { reader throws(JSONError) in
            guard try reader.peekKind() == .object else { return try reader.skipValue() }
            let type = try reader.peekNumber("ty").flatMap { reader.truncatedInteger($0) }
            guard type == 1 || type == 3 else {
                reader.recordUnsupported("layer style")
                return try reader.skipValue()
            }
            var shadow = try reader.readDropShadowStyle()
            shadow.isGlow = type == 3
            shadows.append(shadow)
        }
        return shadows
    }

    private mutating func readDropShadowStyle() throws(JSONError) -> DropShadowStyle {
        var shadow = DropShadowStyle()
        try readObject("a layer style") { reader, key throws(JSONError) in
            switch key {
            case "c": shadow.color = try reader.readProperty(EffectValue(0))
            case "o": shadow.opacity = try reader.readProperty(75)
            case "a": shadow.angle = try reader.readProperty(120)
            case "d": shadow.distance = try reader.readProperty(5)
            case "s": shadow.size = try reader.readProperty(5)
            default: try reader.skipValue()
            }
        }
        return shadow
    }
}
