import Lottie

/// Something that looks at, or replaces, properties of layers by their names.
protocol PropertyVisitor {
    /// Steps into what is called `name`; false where nothing in it is wanted, and `leave()` isn't called then.
    /// - Parameter isOptional: whether paths may leave the name away.
    mutating func enter(_ name: String, isOptional: Bool) -> Bool
    /// Steps out again.
    mutating func leave()
    /// Meets a property.
    /// - Parameters:
    ///   - name: what it is called.
    ///   - alias: what it is called too.
    ///   - value: its value at a time, in frames of the composition that the layer stands in.
    ///   - replace: gives it another value, which has to be of its kind.
    mutating func visit(
        _ name: String, or alias: String?, _ kind: PropertyKind, isAnimated: Bool, value: (Double) -> PropertyValue,
        replace: (DynamicValue) -> Void)
}

/// Goes through the properties of layers, each by its name.
struct PropertyWalk<Visitor: PropertyVisitor> {
    var visitor: Visitor

    init(_ visitor: Visitor) { self.visitor = visitor }

    /// Goes through the properties of a layer, which is called `name`.
    mutating func visit(_ layer: inout Layer, name: String) {
        within(name) { walk in
            walk.visit(&layer.transform)
            if var remap = layer.timeRemap {
                walk.visit("Time Remap", .number, &remap)
                layer.timeRemap = remap
            }
            walk.visitContent(of: &layer)
            walk.visitMasks(of: &layer)
            walk.visitEffects(of: &layer)
        }
    }

    /// Goes through what `body` does in something called `name`.
    mutating func within(_ name: String, isOptional: Bool = false, _ body: (inout PropertyWalk) -> Void) {
        guard visitor.enter(name, isOptional: isOptional) else { return }
        body(&self)
        visitor.leave()
    }

    mutating func visit<Value: PropertyValueType>(
        _ name: String, or alias: String? = nil, _ kind: PropertyKind, _ property: inout Property<Value>
    ) {
        let plain = property
        visitor.visit(name, or: alias, kind, isAnimated: plain.isAnimated) {
            plain.value(at: $0).value(as: kind)
        } replace: { value in
            property = plain.replaced(by: value)
        }
    }

    mutating func visit(_ name: String, or alias: String? = nil, _ position: inout PositionProperty) {
        let plain = position
        visitor.visit(name, or: alias, .vector, isAnimated: plain.isAnimated) {
            .vector(plain.value(at: $0))
        } replace: { value in
            switch value {
            case .fixed(let value): if let vector = Vector(value) { position = .fixed(vector) }
            case .changing(let supply):
                position = .bound(SuppliedBinding { Vector(supply($0)) ?? plain.value(at: $0) })
            }
        }
    }

    /// Visits a property that there may be or not.
    mutating func visit<Value: PropertyValueType>(
        _ name: String, _ kind: PropertyKind, _ property: inout Property<Value>?
    ) {
        guard var present = property else { return }
        visit(name, kind, &present)
        property = present
    }

    mutating func visit(_ transform: inout Transform, hasOpacity: Bool = true) {
        within("Transform", isOptional: true) { walk in
            walk.visit("Anchor Point", &transform.anchor)
            walk.visit("Position", &transform.position)
            walk.visit("Scale", .scale, &transform.scale)
            if var axes = transform.axes {
                walk.visit("X Rotation", .degrees, &axes.x)
                walk.visit("Y Rotation", .degrees, &axes.y)
                walk.visit("Z Rotation", or: "Rotation", .degrees, &axes.z)
                walk.visit("Orientation", .vector, &axes.orientation)
                transform.axes = axes
            } else {
                walk.visit("Rotation", .degrees, &transform.rotation)
            }
            if hasOpacity { walk.visit("Opacity", .percent, &transform.opacity) }
            walk.visit("Skew", .degrees, &transform.skew)
            walk.visit("Skew Axis", .degrees, &transform.skewAxis)
        }
    }

    private mutating func visitContent(of layer: inout Layer) {
        switch layer.content {
        case .shapes(var group):
            visitItems(of: &group)
            layer.content = .shapes(group)
        case .text(var text):
            visit(&text)
            layer.content = .text(text)
        case .solid(let color, let width, let height):
            visitor.visit("Color", or: nil, .color, isAnimated: false) { _ in
                .color(color)
            } replace: { value in
                layer.content = Self.solid(value, over: color, width: width, height: height)
            }
        case .image(let id):
            visitor.visit("Image", or: nil, .image, isAnimated: false) { _ in
                .asset(id)
            } replace: { value in
                if case .fixed(.asset(let id)) = value { layer.content = .image(id: id) }
            }
        case .precomposition, .null, .undrawn: break
        }
    }

    /// A rectangle in other colours: of one, or, where they change, as a shape that is filled with them.
    private static func solid(
        _ value: DynamicValue, over color: Color, width: Double, height: Double
    ) -> Layer.Content {
        let replaced = Property.fixed(color).replaced(by: value)
        if let color = replaced.fixedValue { return .solid(color: color, width: width, height: height) }
        var rectangle = RectangleShape()
        rectangle.position = .fixed(Vector(width / 2, height / 2, 0))
        rectangle.size = .fixed(Vector(width, height, 0))
        var fill = FillStyle()
        fill.paint = .color(replaced)
        var group = ShapeGroup()
        group.items = [.rectangle(rectangle), .fill(fill)]
        return .shapes(group)
    }
}

extension Property where Value: PropertyValueType {
    /// The property with another value; its own counts wherever that is of another kind.
    func replaced(by value: DynamicValue) -> Property {
        switch value {
        case .fixed(let value): return Value(value).map { .fixed($0) } ?? self
        case .changing(let supply):
            return .bound(SuppliedBinding { [self] in Value(supply($0)) ?? self.value(at: $0) })
        }
    }
}

extension Layer {
    /// What paths call it, as the layer at `position` of its composition, from 0.
    func pathName(at position: Int) -> String { name.isEmpty ? "Layer \(position + 1)" : name }
}
