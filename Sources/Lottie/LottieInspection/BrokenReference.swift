package import LottieDocument
import TerminalText

/// A reference of a layer to something that is not there, so that less of the layer is drawn than its author saw.
package struct BrokenReference {
    /// What the layer refers to.
    package enum Target: Hashable {
        /// The composition, or the picture, of the asset with this id.
        case composition(String), picture(String)
        /// The layer with this number.
        case parent(Int)
        /// The layer with this number; nil for the layer before.
        case matte(Int?)
    }

    /// Why the reference leads nowhere.
    enum Problem {
        /// There is no such thing.
        case missing
        /// It leads back to where it comes from.
        case circular
    }

    /// What the layer refers to.
    package let target: Target
    /// The id of the composition that contains the layer; nil for the animation itself.
    package let composition: String?
    /// The position of the layer in its list.
    package let position: Int
    let problem: Problem

    /// The longest part of an id in a message, in Unicode scalars.
    private static let maxIDLength = 100

    /// Whether the layer shows nothing; otherwise it is drawn as if it did not refer to anything.
    package var hidesLayer: Bool {
        switch target {
        case .composition, .picture: true
        case .parent, .matte: false
        }
    }

    /// What is missing, or in a circle.
    package var feature: String {
        switch (target, problem) {
        case (.composition(let id), .missing): "\(Self.title("composition", id)): no asset has its layers"
        case (.composition(let id), .circular): "\(Self.title("composition", id)): it contains itself"
        case (.picture(let id), _): "\(Self.title("picture", id)): no asset has it"
        case (.parent(let index), .missing): "parent \(index): no layer has this number"
        case (.parent(let index), .circular): "parent \(index): the parents are a circle"
        case (.matte(let index?), .missing): "matte \(index): no layer has this number"
        case (.matte(nil), _): "matte: no layer is before it"
        case (.matte(let index?), .circular): "matte \(index): the mattes are a circle"
        }
    }

    private static func title(_ kind: String, _ id: String) -> String {
        "\(kind) \"\(id.truncated(to: maxIDLength))\""
    }

    /// What to do about it.
    package var advice: String {
        switch problem {
        case .missing: "add it, or remove the reference"
        case .circular: "remove the reference"
        }
    }

    /// What appears instead.
    package var effect: String {
        switch target {
        case .composition, .picture: "the layer shows nothing"
        case .parent: "the layer follows none"
        case .matte: "the whole layer is drawn"
        }
    }

    /// The path of the layer for messages; the position of an asset in the document is not known.
    package var path: String {
        (composition.map { "assets \"\($0.truncated(to: Self.maxIDLength))\"." } ?? "") + "layers[\(position)]"
    }
}

extension Composition {
    /// The references that lead nowhere, of the layers that the animation uses directly or through compositions.
    ///
    /// A circle is listed once, where it closes.
    package var brokenReferences: [BrokenReference] {
        var walk = ReferenceWalk(self)
        walk.visitUsedCompositions()
        return walk.found
    }
}

/// A walk through all compositions that an animation uses.
private struct ReferenceWalk {
    let document: Composition
    private(set) var found: [BrokenReference] = []

    init(_ document: Composition) { self.document = document }

    /// Visits each composition once, beginning with the animation itself; hostile files are too deep for recursion.
    mutating func visitUsedCompositions() {
        // A composition that is not left yet contains the layer that is looked at.
        var isLeft: [String: Bool] = [:]
        var open: [(id: String?, layers: [Layer], position: Int)] = [(nil, document.layers, 0)]
        checkLinks(of: document.layers, in: nil)
        while let (id, layers, position) = open.last {
            guard position < layers.count else {
                open.removeLast()
                if let id { isLeft[id] = true }
                continue
            }
            open[open.count - 1].position += 1
            // Nothing is drawn of a hidden layer, so nothing is missing in it.
            guard !layers[position].isHidden else { continue }
            switch layers[position].content {
            case .image(let picture) where document.assets.images[picture] == nil:
                add(.picture(picture), .missing, id, position)
            case .precomposition(let inner, _, _):
                guard let content = document.assets.precompositions[inner] else {
                    add(.composition(inner), .missing, id, position)
                    continue
                }
                if isLeft[inner] == false { add(.composition(inner), .circular, id, position) }
                guard isLeft[inner] == nil else { continue }
                isLeft[inner] = false
                open.append((inner, content, 0))
                checkLinks(of: content, in: inner)
            default: continue
            }
        }
    }

    private mutating func add(
        _ target: BrokenReference.Target, _ problem: BrokenReference.Problem, _ id: String?, _ position: Int
    ) {
        found.append(BrokenReference(target: target, composition: id, position: position, problem: problem))
    }

    /// Checks the parents and the mattes of a list of layers.
    private mutating func checkLinks(of layers: [Layer], in id: String?) {
        let positions = layers.positionsByIndex
        let parents = layers.map { layer in layer.parent.flatMap { positions[$0] } }
        let mattes = layers.enumerated().map { position, layer -> Int? in
            guard layer.matte != nil else { return nil }
            guard let index = layer.matteParent else { return position > 0 ? position - 1 : nil }
            return positions[index]
        }
        let (parentCircles, matteCircles) = (Self.closings(of: parents), Self.closings(of: mattes))
        for (position, layer) in layers.enumerated() {
            if let parent = layer.parent, parents[position] == nil || parentCircles.contains(position) {
                add(.parent(parent), parents[position] == nil ? .missing : .circular, id, position)
            }
            if layer.matte != nil, !layer.isHidden, mattes[position] == nil || matteCircles.contains(position) {
                add(.matte(layer.matteParent), mattes[position] == nil ? .missing : .circular, id, position)
            }
        }
    }

    /// Returns one position of each circle in a list where each position leads to another one or to none.
    private static func closings(of next: [Int?]) -> Set<Int> {
        var closings: Set<Int> = []
        var walks = [Int?](repeating: nil, count: next.count)
        for start in next.indices {
            var current: Int? = start
            while let position = current, walks[position] == nil {
                walks[position] = start
                current = next[position]
            }
            if let position = current, walks[position] == start { closings.insert(position) }
        }
        return closings
    }
}
