import Lottie
import Pictures
import Typography
import VectorGraphics

/// Turns a document into nodes that can be evaluated and drawn: each use of a precomposition gets nodes of its own.
struct NodeBuilder {
    private let document: Composition
    private let rules: DrawingRules
    private let letters: LetterSource
    private var pictures: [String: MipmappedPicture?] = [:]
    /// The compositions that hold the one being built, from the outermost in.
    private var path: [String] = []
    private var layerCount = 0
    private var contentRoom = mostContent
    /// Letters that texts may still have; taken here, as what a text may show must not depend on what showed before.
    private var letterRoom = LetterSource.mostLettersInAll
    /// What expressions reach; nil where there are none.
    let expressions: ExpressionWorld?
    /// Compositions in compositions; deeper ones show nothing, and so does one inside itself.
    private static let deepest = 32
    /// Layers of all uses of all compositions; beyond it, further ones show nothing. Real files have up to some thousand,
    /// and a hundred thousand take a second to make.
    private static let mostLayers = 20_000
    /// Shape items of all those layers, and the ties between shapes and what paints or changes them; beyond it, further
    /// shapes show nothing. Real files have up to some ten thousand.
    private static let mostContent = 200_000
    /// Pixels of pictures that may still be decoded. A file of a megabyte can hold thousands of blank pictures of the largest
    /// size; beyond two of these, further pictures show nothing.
    var pictureRoom = 2 * Pixmap.maximumPictureArea
    /// Parents of parents, or mattes of mattes.
    private static let longestChain = 64

    /// - Parameter fonts: where letters come from that have no outlines in the file.
    init(_ document: Composition, rules: DrawingRules, fonts: any FontSource) {
        self.document = document
        self.rules = rules
        letters = LetterSource(document, source: fonts, rules: rules.text)
        expressions = document.hasExpressions ? ExpressionWorld(document) : nil
    }

    /// The nodes of a list of layers.
    /// - Parameters:
    ///   - id: that of the composition among the assets; nil for the document itself.
    ///   - size: width and height of the composition; nil for the document's.
    mutating func composition(
        _ layers: [Layer], id: String? = nil, size own: SIMD2<Double>? = nil
    ) -> CompositionNode {
        let room = max(0, Self.mostLayers - layerCount)
        layerCount += min(room, layers.count)
        let size = SIMD2(document.width, document.height)
        var layers = layers.prefix(room)
        if let expressions {
            layers = expressions.composition(Array(layers), id: id, size: own ?? size)[...]
        }
        let nodes = layers.map { layer in
            LayerNode(
                layer.withMatteOfEffect(rules), content: content(of: layer), rules: rules, size: size)
        }
        var byIndex: [Int: Int] = [:]
        for (position, layer) in layers.enumerated() {
            if let index = layer.index, byIndex[index] == nil { byIndex[index] = position }
        }
        for (position, node) in nodes.enumerated() {
            if let parent = node.layer.parent.flatMap({ byIndex[$0] }), parent != position {
                node.parent = nodes[parent]
            }
            if node.layer.matte != nil {
                let source = node.layer.matteParent.map { byIndex[$0] ?? -1 } ?? position - 1
                if source >= 0, source != position { node.matteSource = nodes[source] }
            }
        }
        for node in nodes {
            if Self.isTooLong(from: node, \.parent) { node.parent = nil }
            if Self.isTooLong(from: node, \.matteSource) { node.matteSource = nil }
        }
        return CompositionNode(nodes)
    }

    /// Whether the chain from `node` is a ring, or longer than any that an author makes.
    private static func isTooLong(from node: LayerNode, _ next: KeyPath<LayerNode, LayerNode?>) -> Bool {
        var length = 0
        var current = node[keyPath: next]
        while let layer = current {
            length += 1
            if layer === node || length > longestChain { return true }
            current = layer[keyPath: next]
        }
        return false
    }

    private mutating func content(of layer: Layer) -> LayerContentNode {
        switch layer.content {
        case .precomposition(let id, let width, let height):
            guard path.count < Self.deepest, !path.contains(id), let layers = document.precompositions[id] else {
                return .nothing
            }
            path.append(id)
            defer { path.removeLast() }
            let node = composition(layers, id: id, size: SIMD2(width, height))
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
            contentRoom = max(0, compiler.room)
            return .shapes(content)
        case .text(let text):
            letterRoom -= min(LetterSource.mostLetters, text.documents.reduce(0) { max($0, $1.text.text.utf8.count) })
            guard letterRoom >= 0 else { return .nothing }
            return .text(
                TextContent(text, masks: layer.masks, letters: letters))
        case .null, .undrawn:
            return .nothing
        }
    }

    /// The picture among the assets; nil where there is none, none that can be decoded, or no room for it.
    mutating func picture(_ id: String) -> MipmappedPicture? {
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
