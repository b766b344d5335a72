import LottieDocument
import VectorGraphics

extension PropertyKind {
    /// The description of the text that a property of this kind expects, for error messages.
    package var expectation: String {
        switch self {
        case .number: "a number"
        case .percent: "a number of per cent such as 50%"
        case .degrees: "a number of degrees such as 90°"
        case .flag: "1 or 0"
        case .vector: "two numbers such as 50,20"
        case .scale: "one or two numbers of per cent such as 150%"
        case .color: "a color such as #ff8800 or orange"
        case .gradient: "colors such as #ff0000,#0000ff"
        case .path: "a path in JSON such as {\"c\":true,\"v\":[[0,0],[9,0],[9,9]]}"
        case .text: "a text"
        case .image: "a picture"
        }
    }
}

extension PropertyValue {
    /// Parses `text` as a value for a property of `kind`, or returns nil if it is invalid or `kind` is a picture.
    package init?(text: String, for kind: PropertyKind) {
        switch kind {
        case .number, .degrees, .percent:
            let unit: Character? = kind == .percent ? "%" : kind == .degrees ? "°" : nil
            guard let numbers = ValueTextParser.numbers(text, unit: unit), numbers.count == 1 else {
                return nil
            }
            self = .number(numbers[0])
        case .flag:
            guard let isOn = ValueTextParser.bool(text) else { return nil }
            self = .number(isOn ? 1 : 0)
        case .vector:
            guard let numbers = ValueTextParser.numbers(text), numbers.count == 2 || numbers.count == 3 else {
                return nil
            }
            self = .vector(Vector(numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0))
        case .scale:
            guard let numbers = ValueTextParser.numbers(text, unit: "%"), numbers.count <= 3 else { return nil }
            let height = numbers.count > 1 ? numbers[1] : numbers[0]
            self = .vector(Vector(numbers[0], height, numbers.count == 3 ? numbers[2] : 100))
        case .color:
            guard let color = ValueTextParser.color(text) else { return nil }
            self = .color(color)
        case .gradient:
            guard let stops = ValueTextParser.stops(text) else { return nil }
            self = .gradient(stops.map { GradientStop(offset: $0.offset, color: SIMD4<Double>($0.color)) })
        case .path:
            guard let path = BezierShape(json: Array(text.utf8)) else { return nil }
            self = .path(path)
        case .text: self = .text(text)
        case .image: return nil
        }
    }

    /// The value as text that can be parsed again, except for a path, which is summarised, and a picture, which is
    /// shown by its id or size.
    package var text: String {
        switch self {
        case .number(let number): Self.text(number)
        case .vector(let vector):
            [vector.x, vector.y].map(Self.text).joined(separator: ",")
                + (vector.z == 0 || vector.z == 100 ? "" : "," + Self.text(vector.z))
        case .color(let color): Self.text(color)
        case .gradient(let stops):
            stops.map { Self.text($0.offset) + ":" + Self.text(Color($0.color)) }.joined(separator: ",")
        case .path(let path):
            "\(path.points.isEmpty ? 0 : path.points.count / 3 + (path.isClosed ? 0 : 1)) vertices, \(path.isClosed ? "closed" : "open")"
        case .text(let text): text
        case .image(let pixmap): "\(pixmap.width) × \(pixmap.height) pixels"
        case .asset(let id): id
        }
    }

    /// Returns a number with at most three decimal places.
    private static func text(_ number: Double) -> String {
        let rounded = (number * 1000).rounded() / 1000
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    private static func text(_ color: Color) -> String {
        let isOpaque = color.w >= 1
        return "#"
            + (0..<(isOpaque ? 3 : 4)).map { channel in
                let value = Int((max(0, min(1, color[channel])) * 255).rounded())
                return (value < 16 ? "0" : "") + String(value, radix: 16)
            }.joined()
    }
}
