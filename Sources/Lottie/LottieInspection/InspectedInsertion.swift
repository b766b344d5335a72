import JSON
package import LottieRenderer

/// What is put inside layers of an animation, to be reported.
package struct InspectedInsertion: Sendable {
    let layers: LayerPath
    let name: String
    /// The words for what it is: a picture or an animation, with its size.
    let kind: String
    /// Its size in pixels, or in the units of an animation; nil if it is not known.
    let size: (width: Double, height: Double)?
    let order: LayerInsertion.Order
    let box: LayerInsertion.Box?

    /// Creates the description of an insertion.
    ///
    /// - Parameters:
    ///   - layers: The layers.
    ///   - name: The name of the file.
    ///   - content: What is inserted; nil for the head of a sender who is not known.
    ///   - order: Its place among the layer's own content.
    ///   - box: Its box in the layer's space; nil for the one of the layer's content.
    package init(
        layers: LayerPath, name: String, content: LayerInsertion.Content?, order: LayerInsertion.Order,
        box: LayerInsertion.Box?
    ) {
        self.layers = layers
        self.name = name
        self.order = order
        self.box = box
        switch content {
        case .picture(let picture):
            kind = "picture"
            size = (Double(picture.width), Double(picture.height))
        case .animation(let composition):
            kind = "animation"
            size = (composition.width, composition.height)
        case nil:
            kind = "picture"
            size = nil
        }
    }

    /// The description for people.
    var line: String {
        func text(_ number: Double) -> String { Inspection.text(number) }
        let place = box.map {
            "in the box \(text($0.x)),\(text($0.y)) of \(text($0.width)) × \(text($0.height))"
        }
        let size = size.map { ", \(text($0.width)) × \(text($0.height))" } ?? ""
        return "\(layers): \(kind) \(name)\(size), \(order.rawValue) the content, \(place ?? "in its box")"
    }

    /// The description for programs.
    var json: JSONValue {
        .object([
            ("layers", .string(layers.description)), ("file", .string(name)), ("kind", .string(kind)),
            ("width", size.map { .number($0.width) } ?? .null), ("height", size.map { .number($0.height) } ?? .null),
            ("order", .string(order.rawValue)),
            ("box", box.map { .array([$0.x, $0.y, $0.width, $0.height].map { .number($0) }) } ?? .null),
        ])
    }
}
