import LottieDocument

/// Describes an animation in lines of text: its size and duration, its layers from top to bottom, its markers, and
/// what would not be drawn.
///
/// - Parameter json: The text of the document, in UTF-8.
/// - Throws: `LottieError` if the document is invalid.
func describe(_ json: [UInt8]) throws(LottieError) -> [String] {
    let composition = try Composition(json: json)
    var lines = ["\(composition.width) × \(composition.height), \(composition.duration) s"]
    for layer in composition.layers where !layer.isHidden {
        lines.append("\(kind(of: layer)) \"\(layer.name)\" from frame \(layer.timing.inPoint)")
    }
    for marker in composition.markers { lines.append("marker \"\(marker.name)\" at frame \(marker.time)") }
    for feature in composition.unsupportedFeatures { lines.append("not drawn: \(feature.name) in \(feature.path)") }
    return lines
}

/// Returns a word for the content of a layer.
private func kind(of layer: Layer) -> String {
    switch layer.content {
    case .precomposition: "composition"
    case .solid: "rectangle"
    case .image: "image"
    case .null: "parent"
    case .shapes: "shapes"
    case .text: "text"
    case .unsupported: "other"
    }
}
