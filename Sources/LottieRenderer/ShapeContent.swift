import Lottie
import VectorGraphics

/// What a shape layer paints: its shapes, what modifies them, and its styles in the order of painting.
final class ShapeContent {
    private let all: Parts
    /// Those that may change from one time to another: often a few of many, or none in a layer that only moves.
    private let animated: Parts
    private let modifiers: [any PathModifier]
    let root: GroupNode
    private let modifiesAgain: Bool
    private var isEvaluated = false

    /// What has values of its own at every time.
    private struct Parts {
        var shapes: [ShapeNode]
        var groups: [GroupNode]
        var repeaters: [RepeaterNode]
        var styles: [StyleNode]
    }

    init(
        root: GroupNode, shapes: [ShapeNode], modifiers: [any PathModifier], groups: [GroupNode],
        repeaters: [RepeaterNode], styles: [StyleNode]
    ) {
        self.root = root
        all = Parts(shapes: shapes, groups: groups, repeaters: repeaters, styles: styles)
        // Modifiers tie shapes together, so where one path changes, all are looked at.
        let isModified =
            !modifiers.isEmpty && (modifiers.contains(where: \.isAnimated) || shapes.contains(where: \.isAnimated))
        self.modifiers = modifiers
        modifiesAgain = isModified
        animated = Parts(
            shapes: isModified ? shapes : shapes.filter(\.isAnimated), groups: groups.filter(\.isAnimated),
            repeaters: repeaters.filter(\.isAnimated), styles: isModified ? styles : styles.filter(\.isAnimated))
    }

    /// Things painted one over the other, so far as matters: 0, 1 or 2 for more.
    var paintCount: Int { min(2, all.repeaters.isEmpty ? all.styles.count : all.styles.count * 2) }

    /// Finds every path, transform and paint at `time`.
    func evaluate(at time: Double) {
        let parts = isEvaluated ? animated : all
        for group in parts.groups { group.evaluate(at: time) }
        for repeater in parts.repeaters { repeater.evaluate(at: time) }
        for shape in parts.shapes { shape.evaluateGeometry(at: time) }
        if !isEvaluated || modifiesAgain { spreadDirtiness(at: time) }
        for shape in parts.shapes where shape.isDirty { shape.path = shape.geometryPath }
        if !isEvaluated || modifiesAgain { for modifier in modifiers { modifier.modify() } }
        for shape in parts.shapes where shape.isDirty {
            shape.isDirty = false
            shape.version += 1
        }
        for style in parts.styles { style.evaluate(at: time) }
        isEvaluated = true
    }

    private func spreadDirtiness(at time: Double) {
        for modifier in modifiers where modifier.evaluate(at: time) {
            for shape in modifier.shapes { shape.isDirty = true }
        }
        for modifier in modifiers { modifier.spreadDirtiness() }
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
    /// Whether its place or opacity changes with time.
    var isAnimated: Bool { placement.isAnimated || opacityProperty.isAnimated }
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
        guard own > 0, !drawables.isEmpty, context.takes(1), context.takesBlending(blendMode) else { return }
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
