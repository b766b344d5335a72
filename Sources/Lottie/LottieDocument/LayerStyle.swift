/// A style of a layer, which is drawn below, on, or around the layer's content.
public enum LayerStyle: Sendable {
    /// A drop shadow or an outer glow.
    case dropShadow(DropShadowStyle)
    /// An inner shadow or an inner glow.
    case innerShadow(InnerShadowStyle)
    /// A stroke around the layer, outside its edge: the color and the width.
    case stroke(color: Property<EffectValue>, size: Property<Double>)
    /// A color over the layer; the opacity is in per cent.
    case colorOverlay(color: Property<EffectValue>, opacity: Property<Double>)
    /// A gradient over the layer.
    case gradientOverlay(GradientOverlayStyle)

    /// The name of the style in After Effects, such as `Inner Glow`.
    public var kindName: String {
        switch self {
        case .dropShadow(let shadow): shadow.isGlow ? "Outer Glow" : "Drop Shadow"
        case .innerShadow(let inner): inner.shadow.isGlow ? "Inner Glow" : "Inner Shadow"
        case .stroke: "Stroke"
        case .colorOverlay: "Color Overlay"
        case .gradientOverlay: "Gradient Overlay"
        }
    }
}

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

/// A shadow that the edge of a layer casts into it, or a glow from its edge or its center.
public struct InnerShadowStyle: Sendable {
    /// The color, opacity, direction, distance and softness, as those of a drop shadow.
    public var shadow = DropShadowStyle()
    /// The share of the size over which the shadow does not fade, in per cent.
    public var choke: Property<Double> = .fixed(0)
    /// Where a glow comes from: 1 from the edge, 2 from the center.
    public var source: Property<Double> = .fixed(1)
}

/// A gradient over a layer, across the box of the layer's content.
public struct GradientOverlayStyle: Sendable {
    /// The stops, and whether the gradient is radial; it has no points of its own.
    public var gradient = GradientPaint()
    /// The opacity, in per cent.
    public var opacity: Property<Double> = .fixed(100)
    /// The direction from the first color to the last, in degrees anticlockwise from the right.
    public var angle: Property<Double> = .fixed(90)
    /// The length, in per cent of that across the box.
    public var scale: Property<Double> = .fixed(100)
    /// The shift of the center, in per cent of the box's width and height.
    public var offset: Property<Vector> = .fixed(.zero)
    /// Not 0 if the colors are in reverse order.
    public var isReversed: Property<Double> = .fixed(0)
}
