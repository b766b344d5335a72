import Lottie
import Pictures
import Typography
import VectorGraphics

/// Turns a document into nodes that can be evaluated and drawn: each use of a precomposition gets nodes of its own.
///
/// It is a class because layers keep it: where nothing has to be held to a limit, what a layer shows is made when it is first
/// seen, so that the first frame of a long animation doesn't wait for the last one's.
final class NodeBuilder {
    let document: Composition
    private let rules: DrawingRules
    private let fonts: any FontSource
    private lazy var letters = LetterSource(document, source: fonts, rules: rules.text)
    private var pictures: [String: MipmappedPicture?] = [:]
    private var givenPictures = GivenPictures()
    private var layerCount = 0
    private var contentRoom = mostContent
    /// Letters that texts may still have; taken here, as what a text may show must not depend on what showed before.
    private var letterRoom = LetterSource.mostLettersInAll
    /// What expressions reach; nil where there are none.
    let expressions: ExpressionWorld?
    private let buildsLate: Bool
    /// Whether nothing of the document is cut off by a limit.
    private lazy var isWithinLimits = buildsLate || DocumentExtent(document).isWithinLimits
    /// Values that a caller has in place of the document's; nil where there are none.
    var use: PropertyUse?
    /// Compositions in compositions; deeper ones show nothing, and so does one inside itself.
    static let deepest = 32
    /// Layers of all uses of all compositions; beyond it, further ones show nothing. Real files have up to some thousand,
    /// and a hundred thousand take a second to make.
    static let mostLayers = 20_000
    /// Shape items of all those layers, and the ties between shapes and what paints or changes them; beyond it, further
    /// shapes show nothing. Real files have up to some ten thousand.
    static let mostContent = 200_000
    /// Pixels of pictures that may still be decoded. A file of a megabyte can hold thousands of blank pictures of the largest
    /// size; beyond two of these, further pictures show nothing.
    var pictureRoom = 2 * Pixmap.maximumPictureArea
    /// Parents of parents, or mattes of mattes.
    private static let longestChain = 64

    /// - Parameters:
    ///   - fonts: where letters come from that have no outlines in the file.
    ///   - properties: values in place of the document's.
    init(
        _ document: Composition, rules: DrawingRules, fonts: any FontSource,
        properties: DynamicProperties = DynamicProperties()
    ) {
        self.document = document
        self.rules = rules
        self.fonts = fonts
        use = properties.isEmpty ? nil : PropertyUse(properties)
        expressions = document.hasExpressions ? ExpressionWorld(document) : nil
        // Limits must cut the same things off whichever frame is seen first, and expressions may ask for any layer.
        buildsLate = expressions == nil && document.images.isEmpty && DocumentExtent(document).isWithinLimits
    }

    /// The nodes of the document.
    func root() -> CompositionNode {
        composition(document.layers, at: CompositionPlace(states: use.map { PathStates($0.properties.paths) }))
    }

    /// The nodes of a list of layers.
    /// - Parameters:
    ///   - size: width and height of the composition; nil for the document's.
    ///   - place: the composition.
    private func composition(
        _ layers: [Layer], size own: SIMD2<Double>? = nil, at place: CompositionPlace
    ) -> CompositionNode {
        let room = max(0, Self.mostLayers - layerCount)
        layerCount += min(room, layers.count)
        var layers = layers.prefix(room)
        let replaced = replacements(in: layers, at: place)
        if !replaced.isEmpty { layers = replaced.map(\.layer)[...] }
        if let expressions {
            layers =
                expressions.composition(
                    Array(layers), id: place.id, size: own ?? SIMD2(document.width, document.height))[...]
        }
        var nodes: [LayerNode] = []
        nodes.reserveCapacity(layers.count)
        for layer in layers {
            let position = nodes.count
            let picture = replaced.isEmpty ? nil : replaced[position].picture
            nodes.append(node(of: layer, at: position, in: place, picture: picture))
        }
        tie(nodes)
        let node = CompositionNode(nodes)
        note(replaced, in: node, at: place)
        return node
    }

    /// The node of the layer at `position` of the composition at `place`.
    /// - Parameters:
    ///   - picture: what it shows in place of its own picture, if anything.
    ///   - old: the node whose place it takes; a composition that it shows stays.
    func node(
        of layer: Layer, at position: Int, in place: CompositionPlace, picture: Pixmap?, instead old: LayerNode? = nil
    ) -> LayerNode {
        let node = LayerNode(
            layer.withMatteOfEffect(rules), builder: self, place: place, position: position, rules: rules,
            size: SIMD2(document.width, document.height))
        if let picture, case .image(let id) = layer.content {
            let asset = document.images[id]
            let image = ImageNode(
                givenPictures.prepared(picture), width: asset?.width ?? 0, height: asset?.height ?? 0)
            node.show(.picture(image))
        } else if case .composition(let shown) = old?.madeContent {
            node.show(
                .composition(
                    PrecompositionNode(
                        composition: shown.composition, width: shown.width, height: shown.height, layer: layer,
                        frameRate: document.frameRate)))
        } else if !buildsLate {
            _ = node.content
        }
        return node
    }

    /// Whether a layer's node may take another's place: no expression has to be tied to it, and no limit cuts anything off.
    var canReplaceNodes: Bool { expressions == nil && isWithinLimits }

    /// What `body` makes in place of what was made before, for which there was room.
    func withRoom<Made>(_ body: () -> Made) -> Made {
        let rooms = (contentRoom, letterRoom, pictureRoom)
        (contentRoom, letterRoom) = (Self.mostContent, LetterSource.mostLettersInAll)
        defer { (contentRoom, letterRoom, pictureRoom) = rooms }
        return body()
    }

    /// Ties layers to their parents and mattes.
    func tie(_ nodes: [LayerNode]) {
        var places: LayerPlaces?
        func position(of index: Int) -> Int? {
            let known = places ?? LayerPlaces(nodes)
            places = known
            return known[index]
        }
        for (place, node) in nodes.enumerated() {
            if let parent = node.layer.parent.flatMap(position), parent != place { node.parent = nodes[parent] }
            if node.layer.matte != nil {
                let source = node.layer.matteParent.map { position(of: $0) ?? -1 } ?? place - 1
                if source >= 0, source != place { node.matteSource = nodes[source] }
            }
        }
        for node in nodes {
            if Self.isTooLong(from: node, { $0.parent }) { node.parent = nil }
            if Self.isTooLong(from: node, { $0.matteSource }) { node.matteSource = nil }
        }
    }

    /// Whether the chain from `node` is a ring, or longer than any that an author makes.
    private static func isTooLong(from node: LayerNode, _ next: (LayerNode) -> LayerNode?) -> Bool {
        var length = 0
        var current = next(node)
        while let layer = current {
            length += 1
            if layer === node || length > longestChain { return true }
            current = next(layer)
        }
        return false
    }

    /// What a layer shows that stands at `position` of the composition at `place`.
    func content(of layer: Layer, at position: Int, in place: CompositionPlace) -> LayerContentNode {
        switch layer.content {
        case .precomposition(let id, let width, let height):
            guard place.depth < Self.deepest, !place.contains(id), let layers = document.precompositions[id] else {
                return .nothing
            }
            let states = place.states.flatMap { $0.entering(layer.pathName(at: position)) }
            let inner = CompositionPlace(id: id, outer: place, states: states)
            let node = composition(layers, size: SIMD2(width, height), at: inner)
            return .composition(
                PrecompositionNode(
                    composition: node, width: width, height: height, layer: layer, frameRate: document.frameRate))
        case .solid(let color, let width, let height):
            return .picture(SolidNode(color: color, width: width, height: height))
        case .image(let id):
            guard let asset = document.images[id], let picture = picture(id) else { return .nothing }
            return .picture(ImageNode(picture, width: asset.width, height: asset.height))
        case .shapes(let group):
            var compiler = ShapeCompiler(room: contentRoom, mergesPaths: rules.mergePaths == .boolean)
            let content = compiler.content(of: group)
            if !buildsLate { contentRoom = max(0, compiler.room) }
            return .shapes(content)
        case .text(let text):
            if !buildsLate { letterRoom -= LetterSource.letters(of: text) }
            guard letterRoom >= 0 else { return .nothing }
            return .text(
                TextContent(text, masks: layer.masks, letters: letters))
        case .null, .undrawn:
            return .nothing
        }
    }

    /// The picture among the assets; nil where there is none, none that can be decoded, or no room for it.
    func picture(_ id: String) -> MipmappedPicture? {
        if let known = pictures[id] { return known }
        var picture: MipmappedPicture?
        if pictureRoom > 0, case .embedded(let bytes) = document.images[id]?.source,
            let pixmap = try? Pixmap(decoding: bytes)
        {
            pictureRoom -= pixmap.width * pixmap.height
            if pictureRoom >= 0 { picture = MipmappedPicture(pixmap) }
        }
        pictures[id] = .some(picture)
        return picture
    }
}

/// Where the layers of a composition stand that others refer to by their index.
///
/// A sorted list and no dictionary: the first dictionary of a program costs more than the ties of most files.
private struct LayerPlaces {
    private let sorted: [(index: Int, place: Int)]

    init(_ nodes: [LayerNode]) {
        var places: [(index: Int, place: Int)] = []
        for (place, node) in nodes.enumerated() {
            if let index = node.layer.index { places.append((index, place)) }
        }
        sorted = places.sorted { ($0.index, $0.place) < ($1.index, $1.place) }
    }

    /// The place of the first layer with this index.
    subscript(index: Int) -> Int? {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low].index == index ? sorted[low].place : nil
    }
}

/// A use of a composition, and the uses that it stands in.
///
/// It is a class because all layers of a composition share theirs.
final class CompositionPlace {
    /// The composition's own among the assets; nil for the document itself.
    let id: String?
    /// Compositions it stands in, itself included.
    let depth: Int
    private let outer: CompositionPlace?
    /// How far the paths of a caller's values have come here; nil where none leads on.
    let states: PathStates?

    /// The document.
    init(states: PathStates? = nil) {
        id = nil
        depth = 1
        outer = nil
        self.states = states
    }

    init(id: String, outer: CompositionPlace, states: PathStates? = nil) {
        self.id = id
        self.states = states
        self.outer = outer
        depth = outer.depth + 1
    }

    /// Whether it, or one that it stands in, is a use of the composition `id`.
    func contains(_ id: String) -> Bool { self.id == id || outer?.contains(id) == true }
}
