import VectorGraphics

extension AnimationRenderer {
    /// Returns which of some layers lie at a point in the last evaluated frame.
    ///
    /// A layer lies there if its box contains the point: the smallest rectangle in the layer's own space around all of
    /// its content, turned and scaled as the layer is. Masks and transparent parts are not left out. Layers of nested
    /// compositions count too.
    ///
    /// - Parameters:
    ///   - names: The names of the layers to look for.
    ///   - x: The distance of the point from the left edge of the picture, in pixels.
    ///   - y: Its distance from the upper edge.
    public func layers(named names: Set<String>, atX x: Double, y: Double) -> Set<String> {
        var found: Set<String> = []
        guard !names.isEmpty, let inverse = viewport.inverse else { return found }
        withEvaluationBudget {
            root.addLayers(named: names, at: inverse.transformed(Point(Float(x), Float(y))), to: &found, frameBudget)
        }
        return found
    }
}

extension CompositionNode {
    /// Adds the names of the visible layers at a point of the composition.
    fileprivate func addLayers(
        named names: Set<String>, at point: Point, to found: inout Set<String>, _ work: FrameBudget
    ) {
        for layer in visibleLayers where work.consume(steps: 20) {
            guard let inverse = layer.state.matrix.inverse else { continue }
            let inside = inverse.transformed(point)
            if names.contains(layer.layer.name), let box = layer.boundingBox(work), box.contains(inside) {
                found.insert(layer.layer.name)
            }
            if case .composition(let node) = layer.content {
                node.composition.addLayers(named: names, at: inside, to: &found, work)
            }
        }
    }
}

extension BoundingBox {
    fileprivate func contains(_ point: Point) -> Bool {
        point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
    }
}
