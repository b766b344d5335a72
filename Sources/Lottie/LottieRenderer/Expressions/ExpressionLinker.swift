import LottieDocument
import LottieExpressions

/// A linker that binds the expressions of a layer's properties to their scopes.
struct ExpressionLinker {
    let layer: LayerScope
    private var location = PropertyLocation.layer
    /// The number of the property at the current place among its siblings in After Effects, counted from 1; nil if it is
    /// not known.
    private var propertyIndex: Int?
    /// The number of expressions bound so far.
    private(set) var boundCount = 0
    /// The number of components of a vector or position at the current place: three in layers, two in shapes.
    private var components = 3

    init(layer: LayerScope) { self.layer = layer }

    /// Returns the layer with its expressions bound.
    mutating func linked(_ original: Layer) -> Layer {
        var layer = original
        location = .transform
        link(&layer.transform)
        location = .layer
        layer.timing.timeRemap.update { link(&$0) }
        for index in layer.masks.indices {
            location = .mask(index)
            link(&layer.masks[index].path)
            link(&layer.masks[index].opacity)
            link(&layer.masks[index].expansion)
            link(&layer.masks[index].feather)
        }
        link(&layer.effects.controls, [])
        location = .layer
        for index in layer.effects.list.indices { link(&layer.effects.list[index]) }
        for index in layer.styles.indices { link(&layer.styles[index]) }
        components = 2
        switch layer.content {
        case .shapes(var group):
            link(&group, [])
            layer.content = .shapes(group)
        case .text(var text):
            location = .layer
            link(&text)
            layer.content = .text(text)
        default: break
        }
        return layer
    }

    private mutating func makeSite(_ script: Script) -> ExpressionReference {
        boundCount += 1
        return ExpressionReference(
            script: script, layer: layer, location: location, propertyIndex: propertyIndex, ordinal: boundCount)
    }

    mutating func link<Value: ScriptResult & Interpolatable>(
        _ property: inout Property<Value>, _ source: (Property<Value>) -> PropertySource
    ) {
        guard case .scripted(let scripted) = property else { return }
        let plain = scripted.plain
        let binding = ExpressionBinding<Value>(makeSite(scripted.script), source: source(plain)) { plain.value(at: $0) }
        property = .scripted(ScriptedProperty(plain, script: scripted.script, binding: binding))
    }

    mutating func link(_ property: inout Property<Double>) { link(&property) { .number($0) } }

    mutating func link(_ property: inout Property<Vector>) {
        let count = components
        link(&property) { .vector($0, count: count) }
    }

    mutating func link(_ property: inout Property<Color>) { link(&property) { .color($0) } }

    mutating func link(_ property: inout Property<[Float]>) { link(&property) { .list($0) } }

    mutating func link(_ property: inout Property<BezierShape>) { link(&property) { .path($0) } }

    mutating func link(_ property: inout Property<EffectValue>, count: Int) {
        link(&property) { .effect($0, count: count) }
    }

    mutating func link(_ property: inout PositionProperty) {
        switch property {
        case .split(var x, var y, var z):
            link(&x)
            link(&y)
            link(&z)
            property = .split(x: x, y: y, z: z)
        case .scripted(let scripted):
            let plain = scripted.plain
            let binding = ExpressionBinding<Vector>(
                makeSite(scripted.script), source: .position(plain, count: components)
            ) { plain.value(at: $0) }
            property = .scripted(ScriptedPosition(plain, script: scripted.script, binding: binding))
        case .fixed, .animated, .bound: break
        }
    }

    mutating func link(_ transform: inout Transform) {
        let isLayerTransform = if case .transform = location { true } else { false }
        at(1) { $0.link(&transform.anchor) }
        at(2) { $0.link(&transform.position) }
        at(isLayerTransform ? 6 : 3) { $0.link(&transform.scale) }
        at(isLayerTransform ? 10 : 6) { $0.link(&transform.rotation) }
        at(isLayerTransform ? 11 : 7) { $0.link(&transform.opacity) }
        at(4) { $0.link(&transform.skew) }
        at(5) { $0.link(&transform.skewAxis) }
        transform.axes.update { axes in
            link(&axes.x)
            link(&axes.y)
            link(&axes.z)
            link(&axes.orientation)
        }
    }
}

// MARK: - Shapes

extension ExpressionLinker {
    /// Calls `link` for the property with this number among its siblings.
    private mutating func at(_ index: Int?, _ link: (inout ExpressionLinker) -> Void) {
        propertyIndex = index
        link(&self)
        propertyIndex = nil
    }

    private mutating func link(_ group: inout ShapeGroup, _ path: [Int]) {
        location = .shape(path, isTransform: true)
        link(&group.transform)
        for index in group.items.indices {
            let place = path + [index]
            if case .group(var inner) = group.items[index] {
                link(&inner, place)
                group.items[index] = .group(inner)
            } else {
                location = .shape(place, isTransform: false)
                link(&group.items[index])
            }
        }
    }

    private mutating func link(_ item: inout ShapeItem) {
        switch item {
        case .path(var path):
            at(2) { $0.link(&path) }
            item = .path(path)
        case .rectangle(var shape):
            at(2) { $0.link(&shape.size) }
            at(3) { $0.link(&shape.position) }
            at(4) { $0.link(&shape.roundness) }
            item = .rectangle(shape)
        case .ellipse(var shape):
            at(2) { $0.link(&shape.size) }
            at(3) { $0.link(&shape.position) }
            item = .ellipse(shape)
        case .polystar(var shape):
            at(4) { $0.link(&shape.position) }
            let fields: [(Int, WritableKeyPath<PolystarShape, Property<Double>>)] = [
                (3, \.points), (5, \.rotation), (6, \.innerRadius), (7, \.outerRadius), (8, \.innerRoundness),
                (9, \.outerRoundness),
            ]
            for (index, field) in fields { at(index) { $0.link(&shape[keyPath: field]) } }
            item = .polystar(shape)
        case .fill(var fill):
            at(4) { $0.link(&fill.paint) }
            at(5) { $0.link(&fill.opacity) }
            item = .fill(fill)
        case .stroke(var stroke):
            at(3) { $0.link(&stroke.paint) }
            at(4) { $0.link(&stroke.opacity) }
            at(5) { $0.link(&stroke.width) }
            for index in stroke.dashes.indices { link(&stroke.dashes[index]) }
            link(&stroke.dashOffset)
            item = .stroke(stroke)
        default: linkModifier(&item)
        }
    }

    private mutating func linkModifier(_ item: inout ShapeItem) {
        switch item {
        case .trim(var trim):
            at(1) { $0.link(&trim.start) }
            at(2) { $0.link(&trim.end) }
            at(3) { $0.link(&trim.offset) }
            item = .trim(trim)
        case .repeater(var repeater):
            at(1) { $0.link(&repeater.copies) }
            at(2) { $0.link(&repeater.offset) }
            link(&repeater.transform)
            link(&repeater.startOpacity)
            link(&repeater.endOpacity)
            item = .repeater(repeater)
        case .roundedCorners(var radius):
            link(&radius)
            item = .roundedCorners(radius: radius)
        case .puckerBloat(var amount):
            link(&amount)
            item = .puckerBloat(amount: amount)
        case .zigZag(var zigZag):
            link(&zigZag.amplitude)
            link(&zigZag.frequency)
            link(&zigZag.pointType)
            item = .zigZag(zigZag)
        case .offsetPath(var offset):
            link(&offset.amount)
            link(&offset.miterLimit)
            item = .offsetPath(offset)
        case .twist(var twist):
            link(&twist.angle)
            link(&twist.center)
            item = .twist(twist)
        default: break
        }
    }

    private mutating func link(_ paint: inout StylePaint) {
        switch paint {
        case .color(var color):
            link(&color)
            paint = .color(color)
        case .gradient(var gradient):
            link(&gradient.start)
            link(&gradient.end)
            link(&gradient.highlightLength)
            link(&gradient.highlightAngle)
            link(&gradient.stops)
            paint = .gradient(gradient)
        }
    }
}

// MARK: - Effects and texts

extension ExpressionLinker {
    private mutating func link(_ controls: inout [EffectControl], _ path: [Int]) {
        for index in controls.indices {
            switch controls[index].content {
            case .group(var inner):
                link(&inner, path + [index])
                controls[index].content = .group(inner)
            case .value(var value, let count):
                location = .effect(path)
                at(controls[index].label.index ?? index + 1) { $0.link(&value, count: count) }
                controls[index].content = .value(value, components: count)
            case .layer, .none: break
            }
        }
    }

    private mutating func link(_ text: inout TextLayer) {
        if let script = text.script {
            let documents = text
            let binding = ExpressionBinding<String>(makeSite(script.script), source: .list(.fixed([]))) {
                documents.document(at: $0)?.text.text ?? ""
            }
            text.script = ScriptedText(script.script, binding: binding)
        }
        link(&text.groupingAlignment)
        text.path.update { path in
            link(&path.firstMargin)
            link(&path.isReversed)
            link(&path.isPerpendicular)
            link(&path.forcesAlignment)
        }
        for index in text.animators.indices { link(&text.animators[index]) }
    }

    private mutating func link(_ animator: inout TextAnimator) {
        for field: WritableKeyPath<TextAnimator, Property<Double>?> in [
            \.rotation, \.rotationX, \.rotationY, \.skew, \.skewAxis, \.opacity, \.strokeWidth, \.fill.hue,
            \.fill.saturation, \.fill.brightness, \.tracking,
        ] { animator[keyPath: field].update { link(&$0) } }
        animator.position.update { link(&$0) }
        animator.anchor.update { link(&$0) }
        animator.fill.color.update { link(&$0) }
        animator.stroke.update { link(&$0) }
        animator.scale.update { link(&$0) }
        animator.selector.end.update { link(&$0) }
        for field: WritableKeyPath<TextSelector, Property<Double>> in [
            \.start, \.offset, \.amount, \.easeHigh, \.easeLow, \.smoothness,
        ] { link(&animator.selector[keyPath: field]) }
    }
}
