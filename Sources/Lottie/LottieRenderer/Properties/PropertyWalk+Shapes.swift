import LottieDocument
import VectorGraphics

extension PropertyWalk {
    /// Visits the items of a group.
    mutating func visitItems(of group: inout ShapeGroup) {
        var numbers: [String: Int] = [:]
        for index in group.items.indices {
            let kind = group.items[index].kindName
            let number = (numbers[kind] ?? 0) + 1
            numbers[kind] = number
            let given = group.name(at: index)
            visitElement(given.isEmpty ? "\(kind) \(number)" : given) { walk in walk.visit(&group.items[index]) }
        }
    }

    private mutating func visit(_ item: inout ShapeItem) {
        switch item {
        case .group(var group):
            visitItems(of: &group)
            visit(&group.transform)
            item = .group(group)
        case .fill(var fill):
            visit(&fill.paint)
            visit("Opacity", .percent, &fill.opacity)
            item = .fill(fill)
        case .stroke(var stroke):
            visit(&stroke)
            item = .stroke(stroke)
        case .path, .rectangle, .ellipse, .polystar: visitShape(&item)
        default: visitModifier(&item)
        }
    }

    private mutating func visitShape(_ item: inout ShapeItem) {
        switch item {
        case .path(var path):
            visit("Path", .path, &path)
            item = .path(path)
        case .rectangle(var shape):
            visit("Position", &shape.position)
            visit("Size", .vector, &shape.size)
            visit("Roundness", alias: "Corner Radius", .number, &shape.roundness)
            item = .rectangle(shape)
        case .ellipse(var shape):
            visit("Position", &shape.position)
            visit("Size", .vector, &shape.size)
            item = .ellipse(shape)
        case .polystar(var shape):
            visit("Points", .number, &shape.points)
            visit("Position", &shape.position)
            visit("Rotation", .degrees, &shape.rotation)
            visit("Outer Radius", .number, &shape.outerRadius)
            visit("Outer Roundness", .percent, &shape.outerRoundness)
            if shape.isStar {
                visit("Inner Radius", .number, &shape.innerRadius)
                visit("Inner Roundness", .percent, &shape.innerRoundness)
            }
            item = .polystar(shape)
        default: break
        }
    }

    private mutating func visit(_ stroke: inout LottieDocument.StrokeStyle) {
        visit(&stroke.paint)
        visit("Opacity", .percent, &stroke.opacity)
        visit("Stroke Width", .number, &stroke.width)
        guard !stroke.dashes.isEmpty else { return }
        for index in stroke.dashes.indices {
            visit((index % 2 == 0 ? "Dash" : "Gap") + " \(index / 2 + 1)", .number, &stroke.dashes[index])
        }
        visit("Dash Offset", alias: "Dash Phase", .number, &stroke.dashOffset)
    }

    private mutating func visit(_ paint: inout StylePaint) {
        switch paint {
        case .color(var color):
            visit("Color", .color, &color)
            paint = .color(color)
        case .gradient(var gradient):
            visitStops(of: &gradient)
            visit("Start Point", &gradient.start)
            visit("End Point", &gradient.end)
            if gradient.isRadial {
                visit("Highlight Length", .percent, &gradient.highlightLength)
                visit("Highlight Angle", .degrees, &gradient.highlightAngle)
            }
            paint = .gradient(gradient)
        }
    }

    /// Visits the colors of a gradient.
    mutating func visitStops(of gradient: inout GradientPaint) {
        let plain = gradient
        visitor.visit(
            "Colors", alias: nil, .gradient, isAnimated: plain.stops.isAnimated,
            expressionPlaces: plain.stops.expressionPlaces
        ) {
            .gradient(plain.separateStops(at: $0))
        } replace: { value in
            switch value {
            case .fixed(.gradient(let stops)):
                gradient.stops = .fixed(GradientPaint.numbers(of: stops))
                gradient.colorCount = stops.count
            case .timeDependent(let supply):
                gradient.stops = .bound(
                    ClosureBinding { time in
                        guard case .gradient(let stops) = supply(time) else {
                            return GradientPaint.numbers(of: plain.separateStops(at: time), hasOpacities: true)
                        }
                        return GradientPaint.numbers(of: stops, hasOpacities: true)
                    })
                gradient.colorCount = GradientPaint.pairedCount
            case .fixed, .insertion: break
            }
        }
    }

    private mutating func visitModifier(_ item: inout ShapeItem) {
        switch item {
        case .trim(var trim):
            visit("Start", alias: "Trim Start", .percent, &trim.start)
            visit("End", alias: "Trim End", .percent, &trim.end)
            visit("Offset", alias: "Trim Offset", .degrees, &trim.offset)
            item = .trim(trim)
        case .repeater(var repeater):
            visit("Copies", .number, &repeater.copies)
            visit("Offset", .number, &repeater.offset)
            visit(&repeater.transform, hasOpacity: false)
            visit("Start Opacity", .percent, &repeater.startOpacity)
            visit("End Opacity", .percent, &repeater.endOpacity)
            item = .repeater(repeater)
        case .roundedCorners(var radius):
            visit("Radius", .number, &radius)
            item = .roundedCorners(radius: radius)
        case .puckerBloat(var amount):
            visit("Amount", .percent, &amount)
            item = .puckerBloat(amount: amount)
        case .zigZag(var zigZag):
            visit("Size", .number, &zigZag.amplitude)
            visit("Ridges per segment", .number, &zigZag.frequency)
            item = .zigZag(zigZag)
        case .offsetPath(var offset):
            visit("Amount", .number, &offset.amount)
            visit("Miter Limit", .number, &offset.miterLimit)
            item = .offsetPath(offset)
        case .twist(var twist):
            visit("Angle", .degrees, &twist.angle)
            visit("Center", .vector, &twist.center)
            item = .twist(twist)
        default: break
        }
    }
}

extension ShapeGroup {
    /// Returns the name that the author gave an item, or an empty string.
    fileprivate func name(at index: Int) -> String {
        if case .group(let group) = items[index] { return group.name ?? "" }
        return names.indices.contains(index) ? names[index] : ""
    }
}

extension ShapeItem {
    /// The name of the item's kind in After Effects, without its number.
    fileprivate var kindName: String {
        switch self {
        case .group: "Group"
        case .path: "Path"
        case .rectangle: "Rectangle Path"
        case .ellipse: "Ellipse Path"
        case .polystar: "Polystar Path"
        case .fill(let style): style.paint.isGradient ? "Gradient Fill" : "Fill"
        case .stroke(let style): style.paint.isGradient ? "Gradient Stroke" : "Stroke"
        case .trim: "Trim Paths"
        case .repeater: "Repeater"
        case .roundedCorners: "Round Corners"
        case .puckerBloat: "Pucker & Bloat"
        case .zigZag: "Zig Zag"
        case .offsetPath: "Offset Paths"
        case .twist: "Twist"
        case .mergePaths: "Merge Paths"
        }
    }
}

extension StylePaint {
    fileprivate var isGradient: Bool {
        if case .gradient = self { true } else { false }
    }
}

extension GradientPaint {
    /// The number of color stops that stands for as many as there are opacity stops.
    ///
    /// A closure may return another number of stops in each frame.
    fileprivate static let pairedCount = -1

    /// Returns the number of color stops at the beginning of a list of numbers.
    func colorStopCount(in numbers: Int) -> Int {
        colorCount == Self.pairedCount ? numbers / 6 : min(colorCount, numbers / 4)
    }

    /// Returns stops in Lottie's format: the offsets with colors, then the offsets with opacities, which may be omitted
    /// if all colors are opaque.
    fileprivate static func numbers(of stops: [GradientStop], hasOpacities: Bool = false) -> [Float] {
        func channel(_ value: Double) -> Float { Float(max(0, min(1, value))) }
        var numbers = stops.flatMap { stop in [channel(stop.offset)] + (0..<3).map { channel(stop.color[$0]) } }
        if hasOpacities || stops.contains(where: { $0.color.w < 1 }) {
            numbers += stops.flatMap { [channel($0.offset), channel($0.color.w)] }
        }
        return numbers
    }

    /// Returns the color stops, each with the opacity of the last opacity stop at or before its offset.
    fileprivate func separateStops(at time: Double) -> [GradientStop] {
        let numbers = stops.value(at: time).map(Double.init)
        let count = colorStopCount(in: numbers.count)
        let opacities = stride(from: 4 * count, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
        return (0..<count).map { index in
            let offset = numbers[4 * index]
            let opacity = opacities.last { $0.0 <= offset } ?? opacities.first
            return GradientStop(
                offset: offset,
                color: SIMD4(numbers[4 * index + 1], numbers[4 * index + 2], numbers[4 * index + 3], opacity?.1 ?? 1))
        }
    }
}
