import Lottie
import VectorGraphics

/// What a shape layer paints: its shapes, what modifies them, and its styles in the order of painting.
final class ShapeContent {
    private let shapes: [ShapeNode]
    private let modifiers: [any PathModifier]
    private let groups: [GroupNode]
    private let repeaters: [RepeaterNode]
    private let styles: [StyleNode]
    private let root: GroupNode

    init(
        root: GroupNode, shapes: [ShapeNode], modifiers: [any PathModifier], groups: [GroupNode],
        repeaters: [RepeaterNode], styles: [StyleNode]
    ) {
        self.root = root
        self.shapes = shapes
        self.modifiers = modifiers
        self.groups = groups
        self.repeaters = repeaters
        self.styles = styles
    }

    /// Things painted one over the other, so far as matters: 0, 1 or 2 for more.
    var paintCount: Int { min(2, repeaters.isEmpty ? styles.count : styles.count * 2) }

    /// Finds every path, transform and paint at `time`.
    func evaluate(at time: Double) {
        for group in groups { group.evaluate(at: time) }
        for repeater in repeaters { repeater.evaluate(at: time) }
        for shape in shapes { shape.evaluateGeometry(at: time) }
        for modifier in modifiers where modifier.evaluate(at: time) {
            for shape in modifier.shapes { shape.isDirty = true }
        }
        for modifier in modifiers { modifier.spreadDirtiness() }
        for shape in shapes where shape.isDirty { shape.path = shape.geometryPath }
        for modifier in modifiers { modifier.modify() }
        for shape in shapes where shape.isDirty {
            shape.isDirty = false
            shape.version += 1
        }
        for style in styles { style.evaluate(at: time) }
    }

    /// The box of all paths, without strokes.
    var box: Box? { root.box }

    /// Paints all styles; `transform` maps the layer's space to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        root.draw(on: canvas, transform: transform, opacity: opacity, context: context)
    }
}

/// Something a group paints.
enum Drawable {
    case style(StyleNode)
    case group(GroupNode)
    case repeater(RepeaterNode)
}

/// A group of shape items: what it paints, in order, the lowest first.
final class GroupNode {
    var drawables: [Drawable] = []
    private(set) var placement: TransformMemo
    private let opacityProperty: Property<Double>
    private let blendMode: BlendMode
    private var opacity: UInt8 = 255

    init(_ group: ShapeGroup) {
        placement = TransformMemo(group.transform)
        opacityProperty = group.transform.opacity
        blendMode = group.blendMode
    }

    func evaluate(at time: Double) {
        placement.evaluate(at: time)
        opacity = opacityProperty.opacityByte(at: time)
    }

    /// `transform` maps the space that the group stands in to pixels; `outer` is the opacity of what holds it.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity outer: UInt8, context: DrawingContext) {
        let own = UInt8(truncatingIfNeeded: PixelArithmetic.product(UInt32(opacity), UInt32(outer)))
        if own == 0 || drawables.isEmpty || !context.takes(1) { return }
        let toPixels = placement.matrix.concatenating(transform)
        let isFolded = own == 255 || paintsOnce
        if isFolded && blendMode == .normal {
            drawItems(on: canvas, transform: toPixels, opacity: own, context: context)
            return
        }
        context.withSurface(canvas.clip) { surface in
            let inner = Canvas(surface: surface, clip: canvas.clip, mask: nil)
            drawItems(on: inner, transform: toPixels, opacity: 255, context: context)
            canvas.surface.draw(surface, blendMode: blendMode.compositing, opacity: own, mask: canvas.mask)
        }
    }

    /// Whether nothing painted here lies over anything else, so that opacity may go to the one thing itself.
    private var paintsOnce: Bool {
        guard drawables.count == 1 else { return false }
        switch drawables[0] {
        case .style: return true
        case .group(let group): return group.paintsOnce
        case .repeater: return false
        }
    }

    private func drawItems(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        for drawable in drawables {
            switch drawable {
            case .style(let style): style.draw(on: canvas, transform: transform, opacity: opacity, context: context)
            case .group(let group): group.draw(on: canvas, transform: transform, opacity: opacity, context: context)
            case .repeater(let repeater):
                repeater.draw(on: canvas, transform: transform, opacity: opacity, context: context)
            }
        }
    }
}

extension BlendMode {
    /// The mode of the drawing layer.
    var compositing: CompositingMode {
        switch self {
        case .normal: .normal
        case .multiply: .multiply
        case .screen: .screen
        case .overlay: .overlay
        case .darken: .darken
        case .lighten: .lighten
        case .colorDodge: .colorDodge
        case .colorBurn: .colorBurn
        case .hardLight: .hardLight
        case .softLight: .softLight
        case .difference: .difference
        case .exclusion: .exclusion
        case .hue: .hue
        case .saturation: .saturation
        case .color: .color
        case .luminosity: .luminosity
        case .add: .add
        case .hardMix: .hardMix
        }
    }
}
