import Lottie
import Testing

/// A document of 100 × 80 units and 60 frames at 30 a second with these layers, as text.
func document(layers: String = "", version: String? = "5.7.4", fields: String = "") -> String {
    let version = version.map { "\"v\":\"\($0)\"," } ?? ""
    let fields = fields.isEmpty ? "" : ",\(fields)"
    return "{\(version)\"fr\":30,\"ip\":0,\"op\":60,\"w\":100,\"h\":80,\"layers\":[\(layers)]\(fields)}"
}

extension Composition {
    /// The composition that `text` spells.
    init(_ text: String) throws { try self.init(json: Array(text.utf8)) }

    /// The items of the first layer, which is a shape layer.
    var shapeItems: [ShapeItem] {
        get throws {
            guard case .shapes(let group) = try #require(layers.first).content else { return [] }
            return group.items
        }
    }
}

/// The first layer of a document with these fields.
func layer(_ fields: String, version: String? = "5.7.4") throws -> Layer {
    try #require(Composition(document(layers: "{\(fields)}", version: version)).layers.first)
}

/// A property that is a number, read from `json` in the place of a layer's opacity.
func number(_ json: String) throws -> Property<Double> {
    try layer(#""ty":3,"ks":{"o":\#(json)}"#).transform.opacity
}

/// A property of three numbers, read from `json` in the place of a layer's scale.
func vector(_ json: String) throws -> Property<Vector> {
    try layer(#""ty":3,"ks":{"s":\#(json)}"#).transform.scale
}

/// A position, read from `json`.
func position(_ json: String) throws -> PositionProperty {
    try layer(#""ty":3,"ks":{"p":\#(json)}"#).transform.position
}

/// The items that `json` lists in a shape layer.
func items(_ json: String, version: String? = "5.7.4") throws -> [ShapeItem] {
    try Composition(document(layers: #"{"ty":4,"ks":{},"shapes":[\#(json)]}"#, version: version)).shapeItems
}

/// The path of a shape item with these fields.
func path(_ fields: String, version: String? = "5.7.4") throws -> Property<BezierShape> {
    guard case .path(let path) = try #require(items("{\"ty\":\"sh\",\(fields)}", version: version).first) else {
        throw LottieError(path: "", problem: "no path")
    }
    return path
}

/// The colour of a fill.
func color(_ json: String, version: String? = "5.7.4") throws -> Property<Color> {
    guard case .fill(let fill) = try #require(items(#"{"ty":"fl","c":\#(json)}"#, version: version).first),
        case .color(let color) = fill.paint
    else { throw LottieError(path: "", problem: "no colour") }
    return color
}
