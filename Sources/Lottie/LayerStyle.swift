/// A drop shadow of a layer that is a layer style and not an effect.
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
}

extension JSONReader {
    /// Reads a list of layer styles. Styles that are not drawn are recorded.
    mutating func layerStyles() throws(JSONError) -> [DropShadowStyle] {
        guard try kind() == .array else {
            try skip()
            return []
        }
        var shadows: [DropShadowStyle] = []
        try array { reader throws(JSONError) in
            guard try reader.kind() == .object else { return try reader.skip() }
            let type = try reader.peekNumber("ty").flatMap { reader.wholeNumber($0) }
            guard type == 1 else {
                reader.noteUndrawn("layer style")
                return try reader.skip()
            }
            shadows.append(try reader.dropShadowStyle())
        }
        return shadows
    }

    private mutating func dropShadowStyle() throws(JSONError) -> DropShadowStyle {
        var shadow = DropShadowStyle()
        try object("a layer style") { reader, key throws(JSONError) in
            switch key {
            case "c": shadow.color = try reader.property(EffectValue(0))
            case "o": shadow.opacity = try reader.property(75)
            case "a": shadow.angle = try reader.property(120)
            case "d": shadow.distance = try reader.property(5)
            case "s": shadow.size = try reader.property(5)
            default: try reader.skip()
            }
        }
        return shadow
    }
}
