import LottieDocument

/// A visitor that reads or replaces the properties of layers, identified by their names.
protocol PropertyVisitor {
    /// Enters the element `name`.
    ///
    /// - Parameters:
    ///   - name: The name of the element.
    ///   - isOptional: Whether key paths may omit the name.
    /// - Returns: False to skip the element; `leave()` is not called then.
    mutating func enter(_ name: String, isOptional: Bool) -> Bool
    /// Leaves the current element.
    mutating func leave()
    /// Visits a property.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - alias: Another name of the property.
    ///   - kind: The kind of its values.
    ///   - isAnimated: Whether it changes with time.
    ///   - expressionPlaces: The offsets of its expressions in the document.
    ///   - value: Returns the value at a time, in frames of the composition that contains the layer.
    ///   - replace: Sets another value, which must be of the same kind.
    mutating func visit(
        _ name: String, alias: String?, _ kind: PropertyKind, isAnimated: Bool, expressionPlaces: [Int],
        value: (Double) -> PropertyValue, replace: (DynamicValue) -> Void)
}

/// A walk through the named properties of layers.
struct PropertyWalk<Visitor: PropertyVisitor> {
    var visitor: Visitor

    init(_ visitor: Visitor) { self.visitor = visitor }

    /// Visits the properties of a layer with this name.
    mutating func visit(_ layer: inout Layer, name: String) {
        visitElement(name) { walk in
            walk.visit(&layer.transform)
            walk.visitVisibility(of: &layer)
            walk.visit("Time Remap", .number, &layer.timing.timeRemap)
            walk.visitContent(of: &layer)
            walk.visitMasks(of: &layer)
            walk.visitEffects(of: &layer)
        }
    }

    /// Calls `body` within the element `name`, unless the visitor skips it.
    mutating func visitElement(_ name: String, isOptional: Bool = false, _ body: (inout PropertyWalk) -> Void) {
        guard visitor.enter(name, isOptional: isOptional) else { return }
        body(&self)
        visitor.leave()
    }

    mutating func visit<Value: PropertyValueType>(
        _ name: String, alias: String? = nil, _ kind: PropertyKind, _ property: inout Property<Value>
    ) {
        let plain = property
        visitor.visit(
            name, alias: alias, kind, isAnimated: plain.isAnimated, expressionPlaces: plain.expressionPlaces
        ) {
            plain.value(at: $0).value(as: kind)
        } replace: { value in
            property = plain.replaced(by: value)
        }
    }

    mutating func visit(_ name: String, alias: String? = nil, _ position: inout PositionProperty) {
        let plain = position
        visitor.visit(
            name, alias: alias, .vector, isAnimated: plain.isAnimated, expressionPlaces: plain.expressionPlaces
        ) {
            .vector(plain.value(at: $0))
        } replace: { value in
            switch value {
            case .fixed(let value): if let vector = Vector(value) { position = .fixed(vector) }
            case .timeDependent(let supply):
                position = .bound(ClosureBinding { Vector(supply($0)) ?? plain.value(at: $0) })
            case .insertion: break
            }
        }
    }

    /// Visits a property if it exists.
    mutating func visit<Value: PropertyValueType>(
        _ name: String, _ kind: PropertyKind, _ property: inout Property<Value>?
    ) {
        property.update { visit(name, kind, &$0) }
    }

    mutating func visit(_ transform: inout Transform, hasOpacity: Bool = true) {
        visitElement("Transform", isOptional: true) { walk in
            walk.visit("Anchor Point", &transform.anchor)
            walk.visit("Position", &transform.position)
            walk.visit("Scale", .scale, &transform.scale)
            if var axes = transform.axes {
                walk.visit("X Rotation", .degrees, &axes.x)
                walk.visit("Y Rotation", .degrees, &axes.y)
                walk.visit("Z Rotation", alias: "Rotation", .degrees, &axes.z)
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

    /// Visits whether a layer is hidden.
    ///
    /// If the value changes with time, the layer is never hidden, but its opacity is 0 at times.
    private mutating func visitVisibility(of layer: inout Layer) {
        let isHidden = layer.isHidden
        visitor.visit("Hidden", alias: nil, .flag, isAnimated: false, expressionPlaces: []) { _ in
            .number(isHidden ? 1 : 0)
        } replace: { value in
            switch value {
            case .fixed(let value): if let number = Double(value) { layer.isHidden = number != 0 }
            case .timeDependent(let supply):
                let opacity = layer.transform.opacity
                layer.isHidden = false
                layer.transform.opacity = .bound(
                    ClosureBinding { frame in
                        let hides = Double(supply(frame)).map { $0 != 0 } ?? isHidden
                        return hides ? 0 : opacity.value(at: frame)
                    })
            case .insertion: break
            }
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
            visitor.visit("Color", alias: nil, .color, isAnimated: false, expressionPlaces: []) { _ in
                .color(color)
            } replace: { value in
                layer.content = Self.solid(value, over: color, width: width, height: height)
            }
        case .image(let id):
            visitor.visit("Image", alias: nil, .image, isAnimated: false, expressionPlaces: []) { _ in
                .asset(id)
            } replace: { value in
                if case .fixed(.asset(let id)) = value { layer.content = .image(id: id) }
            }
        case .precomposition, .null, .unsupported: break
        }
    }

    /// Returns a solid in another color, or a filled rectangle shape if the color changes with time.
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

extension Optional {
    /// Changes the value if there is one.
    mutating func update(_ change: (inout Wrapped) -> Void) {
        guard var value = self else { return }
        change(&value)
        self = value
    }
}

extension Property where Value: PropertyValueType {
    /// Returns the property with another value; where that value is of another kind, the property keeps its own.
    func replaced(by value: DynamicValue) -> Property {
        switch value {
        case .fixed(let value): return Value(value).map { .fixed($0) } ?? self
        case .timeDependent(let supply):
            return .bound(ClosureBinding { [self] in Value(supply($0)) ?? self.value(at: $0) })
        case .insertion: return self
        }
    }
}

extension Layer {
    /// Returns the layer's name in key paths, given its index in its composition.
    func pathName(at position: Int) -> String { name.isEmpty ? "Layer \(position + 1)" : name }
}

extension Property {
    /// The offset of the expression in the document; empty without one.
    var expressionPlaces: [Int] {
        if case .scripted(let scripted) = self, let place = scripted.script.place { [place] } else { [] }
    }
}

extension PositionProperty {
    /// The offsets of the expressions in the document.
    fileprivate var expressionPlaces: [Int] {
        switch self {
        case .scripted(let scripted): scripted.script.place.map { [$0] } ?? []
        case .split(let x, let y, let z): x.expressionPlaces + y.expressionPlaces + z.expressionPlaces
        case .fixed, .animated, .bound: []
        }
    }
}
