// Builders for the parts of a Lottie document. The frame rate is 10 frames per second; layers are visible from frame 0
// up to frame 100.

func document(_ width: Int, _ height: Int, _ layers: [JSON], assets: [JSON] = []) -> JSON {
    [
        "v": "5.7.4", "fr": 10, "ip": 0, "op": 100, "w": .number(Double(width)), "h": .number(Double(height)),
        "assets": .list(assets), "layers": .list(layers),
    ]
}

/// Returns a property with a constant value.
func fixed(_ value: JSON) -> JSON { ["k": value] }

/// Returns a property that changes linearly between the given values.
func keyframes(_ keys: (time: Double, value: JSON)...) -> JSON {
    ["a": 1, "k": .list(keys.map { ["t": .number($0.time), "s": $0.value] })]
}

func point(_ x: Double, _ y: Double) -> JSON { [.number(x), .number(y)] }

// MARK: - Layers

/// Returns a layer that is filled with one color and whose top left corner is at (x, y).
func solid(_ color: String, x: Double = 0, y: Double = 0, _ width: Double, _ height: Double, _ more: JSON = [:]) -> JSON
{
    let fields: JSON = ["ty": 1, "sc": .string(color), "sw": .number(width), "sh": .number(height)]
    return fields + ["ip": 0, "op": 100, "ks": ["p": fixed(point(x, y))]] + more
}

func shapeLayer(_ items: [JSON], _ more: JSON = [:]) -> JSON {
    ["ty": 4, "ip": 0, "op": 100, "ks": [:], "shapes": .list(items)] + more
}

func nullLayer(_ more: JSON = [:]) -> JSON { ["ty": 3, "ip": 0, "op": 100, "ks": [:]] + more }

func precomposition(_ id: String, _ width: Double, _ height: Double, _ more: JSON = [:]) -> JSON {
    ["ty": 0, "refId": .string(id), "w": .number(width), "h": .number(height), "ip": 0, "op": 100, "ks": [:]] + more
}

func asset(_ id: String, _ layers: [JSON]) -> JSON { ["id": .string(id), "layers": .list(layers)] }

// MARK: - Shapes

func group(_ items: [JSON], _ transform: JSON = [:], _ more: JSON = [:]) -> JSON {
    ["ty": "gr", "it": .list(items + [["ty": "tr"] + transform])] + more
}

/// Returns a rectangle with the given edges, clockwise or, if `isReversed`, anticlockwise.
func rectangle(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, isReversed: Bool = false, _ more: JSON = [:]
) -> JSON {
    let place: JSON = [
        "p": fixed(point((left + right) / 2, (top + bottom) / 2)), "s": fixed(point(right - left, bottom - top)),
    ]
    return ["ty": "rc", "r": fixed(0), "d": isReversed ? 3 : 1] + place + more
}

func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> JSON {
    ["ty": "el", "p": fixed(point(x, y)), "s": fixed(point(width, height)), "d": 1]
}

/// Returns a path of straight lines.
func polygon(_ vertices: [(Double, Double)], isClosed: Bool = true) -> JSON {
    ["ty": "sh", "ks": fixed(shape(vertices, isClosed: isClosed))]
}

/// Returns the value of a path of straight lines through `vertices`.
func shape(_ vertices: [(Double, Double)], isClosed: Bool = true) -> JSON {
    ["c": .bool(isClosed), "v": .list(vertices.map { point($0.0, $0.1) }), "i": [], "o": []]
}

func fill(_ color: JSON = red, opacity: Double = 100, _ more: JSON = [:]) -> JSON {
    ["ty": "fl", "c": fixed(color), "o": fixed(.number(opacity)), "r": 1] + more
}

/// Returns a stroke with butt caps and mitre joins.
func stroke(_ width: Double, _ color: JSON = red, _ more: JSON = [:]) -> JSON {
    ["ty": "st", "c": fixed(color), "o": fixed(100), "w": fixed(.number(width)), "lc": 1, "lj": 1, "ml": 4] + more
}

func trim(_ start: Double, _ end: Double, offset: Double = 0, isSequential: Bool = false) -> JSON {
    [
        "ty": "tm", "s": fixed(.number(start)), "e": fixed(.number(end)), "o": fixed(.number(offset)),
        "m": isSequential ? 2 : 1,
    ]
}

func repeater(_ copies: Double, offset: Double = 0, isAbove: Bool = false, _ transform: JSON) -> JSON {
    [
        "ty": "rp", "c": fixed(.number(copies)), "o": fixed(.number(offset)), "m": isAbove ? 2 : 1, "tr": transform,
    ]
}

func mask(_ mode: String, _ vertices: [(Double, Double)], _ more: JSON = [:]) -> JSON {
    ["mode": .string(mode), "pt": fixed(shape(vertices)), "o": fixed(100), "x": fixed(0), "inv": false] + more
}

/// Returns the corners of a rectangle, for paths and masks.
func corners(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [(Double, Double)] {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
}

let red: JSON = [1, 0, 0, 1]
let green: JSON = [0, 1, 0, 1]
let blue: JSON = [0, 0, 1, 1]
let white: JSON = [1, 1, 1, 1]
