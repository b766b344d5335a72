public import LottieDocument

extension Composition {
    /// Returns the size of a picture of the whole composition whose longer side has `longer` pixels.
    ///
    /// The shorter side has at least one pixel. If the aspect ratio cannot be computed, the picture is a square.
    ///
    /// - Parameter longer: The longer side in pixels, 1 or more.
    public func pictureSize(longerSide longer: Int) -> (width: Int, height: Int) {
        let longer = max(1, longer)
        let shape = min(width, height) / max(width, height)
        let shorter = shape.isFinite ? max(1, min(longer, Int((Double(longer) * shape).rounded()))) : longer
        return width >= height ? (longer, shorter) : (shorter, longer)
    }
}
