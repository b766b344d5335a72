public import VectorGraphics

extension AnimationRenderer {
    /// Returns the map from a layer's space to the picture at a frame.
    ///
    /// A layer's space is the one of its shapes: its origin is the layer's anchor point at 0, 0, or the corner of its
    /// picture. The map has the layer's parents, the layers that show its composition, and the scaling to the picture. A
    /// layer in three dimensions is seen straight from the front.
    ///
    /// - Parameters:
    ///   - path: The key path; of several layers, the topmost counts.
    ///   - frame: The frame in the composition's own numbers.
    /// - Returns: The map; `nil` if the key path leads to no layer.
    public func transform(of path: LayerPath, at frame: Double) -> AffineTransform? {
        var found: AffineTransform?
        withEvaluationBudget {
            found = root.transform(
                of: KeyPathMatchStates([path.property]), at: frame.isFinite ? frame : composition.inPoint)
        }
        return found.map { $0.concatenating(viewport) }
    }

    /// Returns where a point of the picture is in a layer's space at a frame.
    ///
    /// - Parameters:
    ///   - point: The point, in pixels from the top left corner of the picture.
    ///   - path: The key path; of several layers, the topmost counts.
    ///   - frame: The frame in the composition's own numbers.
    /// - Returns: The point; `nil` if the key path leads to no layer, or the layer has no extent at this frame.
    public func point(_ point: Point, in path: LayerPath, at frame: Double) -> Point? {
        transform(of: path, at: frame)?.inverse.map { point.mapped(by: $0) }
    }

    /// Returns where a point of a layer's space is in the picture at a frame.
    ///
    /// - Parameters:
    ///   - point: The point, in the layer's units.
    ///   - path: The key path; of several layers, the topmost counts.
    ///   - frame: The frame in the composition's own numbers.
    /// - Returns: The point, in pixels; `nil` if the key path leads to no layer.
    public func picturePoint(_ point: Point, of path: LayerPath, at frame: Double) -> Point? {
        transform(of: path, at: frame).map { point.mapped(by: $0) }
    }
}

extension Point {
    fileprivate func mapped(by map: AffineTransform) -> Point {
        let (x, y) = (Double(x), Double(y))
        return Point(Float(map.a * x + map.c * y + map.tx), Float(map.b * x + map.d * y + map.ty))
    }
}

extension CompositionNode {
    /// Returns the map to this composition from the topmost layer where a key path ends.
    fileprivate func transform(of states: KeyPathMatchStates, at time: Double) -> AffineTransform? {
        for (position, node) in nodes.enumerated() {
            guard let next = states.afterName(node.layer.pathName(at: position)) else { continue }
            var isReached = false
            next.forEachMatch(of: LayerPath.hidden) { _ in isReached = true }
            if isReached { return node.transformToComposition(at: time) }
            guard case .composition(let inner) = node.content,
                let found = inner.composition.transform(of: next, at: inner.contentTime(at: time))
            else { continue }
            return found.concatenating(node.transformToComposition(at: time))
        }
        return nil
    }
}
