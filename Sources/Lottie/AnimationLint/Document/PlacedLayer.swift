import LottieDocument
import LottieInspection

/// A layer of the document, with its place.
struct PlacedLayer {
    /// The place of a layer: the list that contains it, and its index there.
    struct Place: Hashable {
        /// The id of the precomposition; nil for the animation itself.
        let composition: String?
        let position: Int
    }

    let place: Place
    /// The path in the document, such as `assets[1].layers[0]`.
    let path: String
    let layer: Layer

    /// The layer's name or kind, for messages.
    var title: String { layer.title }
}

extension Composition {
    /// Returns all layers: those of the animation, then those of the precompositions in the order of the file.
    ///
    /// - Parameter positions: The positions of the assets in the file, by id.
    func placedLayers(assets positions: [String: Int]) -> [PlacedLayer] {
        let ids = assets.precompositions.keys.sorted {
            (positions[$0] ?? .max, $0) < (positions[$1] ?? .max, $1)
        }
        return placed(layers, in: nil, at: "")
            + ids.flatMap { id in
                let asset = positions[id].map { "assets[\($0)]" } ?? "assets \"\(id)\""
                return placed(assets.precompositions[id] ?? [], in: id, at: "\(asset).")
            }
    }

    private func placed(_ layers: [Layer], in id: String?, at prefix: String) -> [PlacedLayer] {
        layers.enumerated().map { position, layer in
            PlacedLayer(
                place: PlacedLayer.Place(composition: id, position: position), path: "\(prefix)layers[\(position)]",
                layer: layer)
        }
    }
}
