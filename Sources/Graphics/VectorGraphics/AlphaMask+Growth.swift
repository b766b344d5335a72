extension AlphaMask {
    /// Grows the shape in the mask by a distance in all directions, with round corners.
    ///
    /// The distance is measured from the edge of the shape, to about a tenth of a pixel. The time depends on the number
    /// of pixels and not on the distance. The shape ends at the bounds of the mask.
    ///
    /// - Parameter distance: The distance, in pixels; nothing changes unless it is above 0.
    public func grow(by distance: Double) {
        guard distance > 0, !bounds.isEmpty else { return }
        let (width, height) = (bounds.width, bounds.height)
        let mask = bytes
        defer { withExtendedLifetime(self) {} }
        let shape = Array(UnsafeBufferPointer(start: mask.storage, count: width * height))
        let reach = min(distance, Double(Rasterizer.maxSide))
        var nearest = NearestPixels(of: shape, width: width, height: height)
        for x in 0..<width {
            nearest.forEachPixel(inColumn: x) { y, place in
                let (dx, dy) = (Double(place.x - x), Double(place.y - y))
                // The edge goes through the center of a pixel that is half covered.
                let edge = (dx * dx + dy * dy).squareRoot() + 0.5 - Double(shape[place.y * width + place.x]) / 255
                let value = UInt8((max(0, min(1, reach + 0.5 - edge)) * 255).rounded())
                if value > shape[y * width + x] { mask.storage[y * width + x] = value }
            }
        }
    }
}

/// The pixel of a shape that is nearest to each pixel of a picture (Felzenszwalb and Huttenlocher, "Distance Transforms
/// of Sampled Functions", 2012).
private struct NearestPixels {
    private let width: Int
    private let height: Int
    /// The column of the nearest pixel of the shape in the same row, or -1 if there is none; row by row.
    private var columns: [Int]
    /// The rows whose pixels are nearest in some part of a column, and where each of these parts begins.
    private var parts: [(row: Int, start: Double)] = []

    /// Finds the nearest pixels in each row.
    ///
    /// - Parameter shape: The coverages of the pixels, row by row; those above 0 belong to the shape.
    init(of shape: [UInt8], width: Int, height: Int) {
        self.width = width
        self.height = height
        columns = [Int](repeating: -1, count: shape.count)
        for row in 0..<height {
            let first = row * width
            var last = -1
            for x in 0..<width {
                if shape[first + x] > 0 { last = x }
                columns[first + x] = last
            }
            last = -1
            for x in (0..<width).reversed() {
                if shape[first + x] > 0 { last = x }
                let before = columns[first + x]
                if last >= 0, before < 0 || last - x < x - before { columns[first + x] = last }
            }
        }
    }

    /// Calls `body` with each row of a column and the pixel of the shape that is nearest there.
    mutating func forEachPixel(inColumn x: Int, _ body: (_ y: Int, _ nearest: (x: Int, y: Int)) -> Void) {
        divide(column: x)
        var part = 0
        for y in 0..<height where !parts.isEmpty {
            while part + 1 < parts.count && parts[part + 1].start <= Double(y) { part += 1 }
            let row = parts[part].row
            body(y, (columns[row * width + x], row))
        }
    }

    /// Divides a column into parts with the same row of the nearest pixel.
    private mutating func divide(column x: Int) {
        parts.removeAll(keepingCapacity: true)
        for row in 0..<height where columns[row * width + x] >= 0 {
            var start = -Double.infinity
            while let last = parts.last {
                start = boundary(between: last.row, and: row, inColumn: x)
                if start > last.start { break }
                parts.removeLast()
                start = -Double.infinity
            }
            parts.append((row, start))
        }
    }

    /// Returns where the pixel of a later row becomes nearer than that of an earlier one.
    private func boundary(between early: Int, and late: Int, inColumn x: Int) -> Double {
        func height(_ row: Int) -> Double {
            let distance = Double(columns[row * width + x] - x)
            return distance * distance + Double(row) * Double(row)
        }
        return (height(late) - height(early)) / Double(2 * (late - early))
    }
}
