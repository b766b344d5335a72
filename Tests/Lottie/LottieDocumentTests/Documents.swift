import LottieDocument
import Testing

/// Returns the text of a document with these layers, 100 × 80 units and 60 frames at 30 frames per second.
func documentText(layers: String = "", version: String? = "5.7.4", fields: String = "") -> String {
    let version = version.map { "\"v\":\"\($0)\"," } ?? ""
    let fields = fields.isEmpty ? "" : ",\(fields)"
    return "{\(version)\"fr\":30,\"ip\":0,\"op\":60,\"w\":100,\"h\":80,\"layers\":[\(layers)]\(fields)}"
}

extension Composition {
    /// Parses a composition from `text`.
    init(_ text: String) throws { try self.init(json: Array(text.utf8)) }

    /// The items of the first layer, which is a shape layer.
    var shapeItems: [ShapeItem] {
        get throws {
            guard case .shapes(let group) = try #require(layers.first).content else { return [] }
            return group.items
        }
    }
}

/// Returns the layer with these fields, the first one of a document.
func parsedLayer(_ fields: String, version: String? = "5.7.4") throws -> Layer {
    try #require(Composition(documentText(layers: "{\(fields)}", version: version)).layers.first)
}

/// Returns a number property, parsed from `json` as a layer's opacity.
func parsedNumber(_ json: String) throws -> Property<Double> {
    try parsedLayer(#""ty":3,"ks":{"o":\#(json)}"#).transform.opacity
}

/// Returns a property with three components, parsed from `json` as a layer's scale.
func parsedVector(_ json: String) throws -> Property<Vector> {
    try parsedLayer(#""ty":3,"ks":{"s":\#(json)}"#).transform.scale
}

/// Returns a position, parsed from `json`.
func parsedPosition(_ json: String) throws -> PositionProperty {
    try parsedLayer(#""ty":3,"ks":{"p":\#(json)}"#).transform.position
}

/// Returns the items of a shape layer, parsed from `json`.
func parsedItems(_ json: String, version: String? = "5.7.4") throws -> [ShapeItem] {
    try Composition(documentText(layers: #"{"ty":4,"ks":{},"shapes":[\#(json)]}"#, version: version)).shapeItems
}

/// Returns the path of a shape item with these fields.
func parsedPath(_ fields: String, version: String? = "5.7.4") throws -> Property<BezierShape> {
    guard case .path(let path) = try #require(parsedItems("{\"ty\":\"sh\",\(fields)}", version: version).first) else {
        throw LottieError(path: "", problem: "no path")
    }
    return path
}

/// Returns the color of a fill, parsed from `json`.
func parsedColor(_ json: String, version: String? = "5.7.4") throws -> Property<Color> {
    guard case .fill(let fill) = try #require(parsedItems(#"{"ty":"fl","c":\#(json)}"#, version: version).first),
        case .color(let color) = fill.paint
    else { throw LottieError(path: "", problem: "no colour") }
    return color
}
