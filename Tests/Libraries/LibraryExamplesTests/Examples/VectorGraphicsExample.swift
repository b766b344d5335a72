import VectorGraphics

/// Returns a star around the origin, with its outer corners at a distance of 1.
func makeStar(corners: Int) -> Path {
    var star = Path()
    for index in 0..<(2 * corners) {
        let rotation = AffineTransform.rotation(degrees: 180 * Double(index) / Double(corners))
        let corner = rotation.transformed(Point(0, index.isMultiple(of: 2) ? -1 : -0.5))
        if index == 0 { star.move(to: corner) } else { star.addLine(to: corner) }
    }
    star.close()
    return star
}

/// Draws a golden star with a dark edge in a transparent square of `side` × `side` pixels.
func drawStar(corners: Int, side: Int) -> Pixmap {
    let star = makeStar(corners: corners)
    let middle = Double(side) / 2
    let transform = AffineTransform.scale(x: 0.9 * middle, y: 0.9 * middle)
        .concatenating(.translation(x: middle, y: middle))
    let (rasterizer, square) = (Rasterizer(), PixelRect(left: 0, top: 0, right: side, bottom: side))
    var (area, edge) = (Coverage(), Coverage())
    rasterizer.begin(clip: square)
    rasterizer.fill(star, transform: transform)
    rasterizer.finish(.nonZero, into: &area)
    var stroker = Stroker()
    rasterizer.begin(clip: square)
    stroker.stroke(star, style: StrokeStyle(width: 0.1, join: .round), transform: transform, into: rasterizer)
    rasterizer.finish(.nonZero, into: &edge)
    var picture = Pixmap(width: side, height: side)
    picture.withSurface { surface in
        surface.fill(area, with: .color(PixelArithmetic.pixel(red: 1, green: 0.8, blue: 0.2, alpha: 1)))
        surface.fill(edge, with: .color(PixelArithmetic.pixel(red: 0.4, green: 0.2, blue: 0, alpha: 1)))
    }
    return picture
}
