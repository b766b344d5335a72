/// The look of a curve in a chart: its color, the pattern of its line and the shape of its marks.
///
/// Curves differ in all three, so that they can be told apart with color blindness and on a grey print too.
package struct CurveLook {
    /// The classes of the line.
    let lineClass: String
    /// The class of a mark.
    let markClass: String
    private let shape: String

    /// The greatest number of marks of a curve; more would hide the pattern of its line.
    private static let maxMarks = 12

    /// The lengths of dashes and gaps, in pixels.
    private static let patterns = [
        "none", "8 4", "2 3", "10 3 2 3", "16 4", "10 3 2 3 2 3", "4 3", "1 5",
    ]
    /// The paths of filled shapes and of shapes made of strokes, from their center.
    private static let shapes: [(path: String, isFilled: Bool)] = [
        ("m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z", true), ("m-3.2 -3.2h6.4v6.4h-6.4z", true),
        ("m0 -4.5l4.3 7.5h-8.6z", true), ("m-3.3 -3.3l6.6 6.6m0 -6.6l-6.6 6.6", false),
        ("m0 -4.6l4.6 4.6l-4.6 4.6l-4.6 -4.6z", true), ("m-4 0h8m-4 -4v8", false),
        ("m0 4.5l4.3 -7.5h-8.6z", true), ("m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z", false),
    ]

    /// The rules of all classes.
    static var styleSheet: String {
        " .sign{fill:none;stroke-width:2} .spot{fill:transparent} " + patternRules
    }

    /// The rules of the patterns of lines, in the classes `d0`, `d1`, ….
    package static var patternRules: String {
        patterns.enumerated().map { index, pattern in ".d\(index){stroke-dasharray:\(pattern)}" }
            .joined(separator: " ")
    }

    /// Creates the look of the curve at a position of a chart.
    init(_ index: Int) {
        let color = index % KindColors.palette.count
        let (path, isFilled) = Self.shapes[index % Self.shapes.count]
        lineClass = "curve c\(color) d\(index % Self.patterns.count)"
        markClass = isFilled ? "k\(color)" : "sign c\(color)"
        shape = path
    }

    /// Returns the path of a mark at a point.
    func mark(x: Double, y: Double) -> String {
        "M\(PictureText.coordinate(x)) \(PictureText.coordinate(y))\(shape)"
    }

    /// Returns the indices of the values with a mark: all values of a short curve, otherwise some of them.
    ///
    /// Curves of one chart have their marks at different values, so that none is hidden where curves meet. A value
    /// without neighbours always has a mark, since no line leads to it.
    static func markedValues(of curve: SweepCurve, at index: Int) -> [Int] {
        let count = curve.values.count
        let stride = max(1, (count + maxMarks - 1) / maxMarks)
        return curve.values.indices.filter { place in
            guard curve.values[place] != nil else { return false }
            let isAlone =
                (place == 0 || curve.values[place - 1] == nil) && (place == count - 1 || curve.values[place + 1] == nil)
            return isAlone || place % stride == index % stride
        }
    }
}
