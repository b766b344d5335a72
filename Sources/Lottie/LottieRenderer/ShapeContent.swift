import LottieDocument
import VectorGraphics

/// The content of a shape layer: its shapes, modifiers and styles.
final class ShapeContent {
    private let all: Parts
    /// The parts that can change with time: often a few of many, or none in a layer that only moves.
    private let animated: Parts
    private let modifiers: [any PathModifier]
    let root: GroupNode
    /// Whether a style or group has a blend mode.
    var blends: Bool { root.blends }
    private let reappliesModifiers: Bool
    private var isEvaluated = false
    /// Whether nothing changes with time.
    let isStill: Bool

    /// The parts that are evaluated for each time.
    private struct Parts {
        var shapes: [ShapeNode]
        var groups: [GroupNode]
        var repeaters: [RepeaterNode]
        var chains: [RepeaterChain]
        var styles: [StyleNode]

        var isEmpty: Bool {
            shapes.isEmpty && groups.isEmpty && repeaters.isEmpty && chains.isEmpty && styles.isEmpty
        }
    }

    init(
        root: GroupNode, shapes: [ShapeNode], modifiers: [any PathModifier], groups: [GroupNode],
        repeaters: [RepeaterNode], chains: [RepeaterChain], styles: [StyleNode]
    ) {
        self.root = root
        all = Parts(shapes: shapes, groups: groups, repeaters: repeaters, chains: chains, styles: styles)
        // Modifiers can make shapes depend on each other, so all shapes are evaluated if the path of one changes.
        let isModified =
            !modifiers.isEmpty && (modifiers.contains(where: \.isAnimated) || shapes.contains(where: \.isAnimated))
        self.modifiers = modifiers
        reappliesModifiers = isModified
        animated = Parts(
            shapes: isModified ? shapes : shapes.filter(\.isAnimated), groups: groups.filter(\.isAnimated),
            repeaters: repeaters.filter(\.isAnimated), chains: chains.filter(\.isAnimated),
            styles: isModified ? styles : styles.filter(\.isAnimated))
        isStill = animated.isEmpty
    }

    /// The number of items drawn over each other; 2 stands for two or more.
    var drawnItemCount: Int { min(2, all.repeaters.isEmpty ? all.styles.count : all.styles.count * 2) }

    /// Evaluates all paths, transforms and paints at `time`.
    func evaluate(at time: Double, frameBudget: FrameBudget) {
        let parts = isEvaluated ? animated : all
        for group in parts.groups { group.evaluate(at: time) }
        for repeater in parts.repeaters { repeater.evaluate(at: time) }
        for chain in parts.chains { chain.placeCopies() }
        for shape in parts.shapes { shape.evaluateGeometry(at: time) }
        if !isEvaluated || reappliesModifiers { propagateDirtiness(at: time) }
        for shape in parts.shapes where shape.isDirty { shape.path = shape.geometryPath }
        if !isEvaluated || reappliesModifiers { for modifier in modifiers { modifier.modify(frameBudget) } }
        for shape in parts.shapes where shape.isDirty {
            shape.isDirty = false
            shape.version += 1
            shape.cachePath(frameBudget)
        }
        for style in parts.styles { style.evaluate(at: time, frameBudget: frameBudget) }
        isEvaluated = true
    }

    private func propagateDirtiness(at time: Double) {
        for modifier in modifiers where modifier.evaluate(at: time) {
            for shape in modifier.shapes { shape.isDirty = true }
        }
        for modifier in modifiers { modifier.propagateDirtiness() }
    }

    /// Draws all styles; `transform` maps the layer's space to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        root.draw(on: canvas, transform: transform, opacity: opacity, context: context)
    }
}

/// An item that a group draws.
enum Drawable {
    case style(StyleNode)
    case group(GroupNode)
    case repeater(RepeaterNode)
}

/// A group of shape items; `drawables` starts with the lowest.
final class GroupNode {
    /// The items to draw, the lowest first; complete before the first frame, so exclusive access is not checked at run
    /// time.
    @exclusivity(unchecked)
    var drawables: [Drawable] = []
    // Changed only as a whole by `evaluate`, which calls no node; a checked access would copy the whole transform.
    @exclusivity(unchecked)
    private(set) var placement: CachedTransform
    private let opacityProperty: Property<Double>
    /// Whether the group's transform or opacity changes with time.
    var isAnimated: Bool { placement.isAnimated || opacityProperty.isAnimated }
    private let blendMode: BlendMode
    private var opacity: UInt8 = 255

    init(_ group: ShapeGroup, rules: RenderingCompatibility.ReferencePlayer) {
        placement = CachedTransform(group.transform)
        opacityProperty = group.transform.opacity
        blendMode = group.blendMode.drawn(by: rules)
    }

    func evaluate(at time: Double) {
        placement.evaluate(at: time)
        opacity = opacityProperty.opacityByte(at: time)
    }

    /// Draws the group; `transform` maps its parent's space to pixels, and `outer` is the parent's opacity.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity outer: UInt8, context: DrawingContext) {
        let own = UInt8(truncatingIfNeeded: PixelArithmetic.product(UInt32(opacity), UInt32(outer)))
        guard own > 0, !drawables.isEmpty, context.consumeItems(1) else { return }
        let toPixels = placement.matrix.concatenating(transform)
        let isFolded = own == 255 || drawsSingleItem
        if isFolded && blendMode == .normal {
            drawItems(on: canvas, transform: toPixels, opacity: own, context: context)
            return
        }
        context.withSurface(canvas.clip, mode: blendMode) { surface in
            let inner = Canvas(surface: surface, clip: canvas.clip, mask: nil)
            drawItems(on: inner, transform: toPixels, opacity: 255, context: context)
            canvas.surface.draw(surface, blendMode: blendMode.compositing, opacity: own, mask: canvas.mask)
        }
    }

    /// Whether the group or an item in it has a blend mode.
    private(set) lazy var blends: Bool =
        blendMode != .normal
        || drawables.contains { drawable in
            switch drawable {
            case .style(let style): style.blendMode != .normal
            case .group(let group): group.blends
            case .repeater(let repeater): repeater.blends
            }
        }

    /// Whether the group draws only one item without a blend mode, to which its opacity can be applied directly.
    ///
    /// Browsers draw a translucent group on its own, so that blend modes in it do not reach what lies below it.
    private var drawsSingleItem: Bool {
        guard drawables.count == 1, !blends else { return false }
        switch drawables[0] {
        case .style: return true
        case .group(let group): return group.drawsSingleItem
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
    /// The mode that is drawn: browsers do not know two of After Effects' modes, and draw without them.
    func drawn(by rules: RenderingCompatibility.ReferencePlayer) -> BlendMode {
        rules == .lottieWeb && (self == .add || self == .hardMix) ? .normal : self
    }

    /// The corresponding mode of the drawing library.
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
