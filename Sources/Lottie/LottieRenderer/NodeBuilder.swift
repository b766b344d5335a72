import ImageCoding
import LottieDocument
import Typography
import VectorGraphics

/// What a builder may still create; the rest of a document is left out.
struct NodeRoom {
    var layers = NodeBuilder.maxLayers
    /// The number of parts of layers; negative if it is exceeded.
    var parts = NodeBuilder.maxParts
    var contentItems = NodeBuilder.maxContentItems
    /// The number of letters of texts.
    ///
    /// It is counted here and not in `GlyphSource`, because the result must not depend on which texts became visible
    /// earlier.
    var glyphs = GlyphSource.maxTotalGlyphs
    /// The number of pixels of decoded pictures.
    ///
    /// It equals two pictures of the largest size, because a file of a megabyte can contain thousands of blank ones.
    var picturePixels = 2 * Pixmap.maxPictureArea
}

/// A builder that turns a document into nodes that can be evaluated and drawn; each use of a precomposition has its own
/// nodes.
///
/// It is a class because layers keep a reference to it. If the document stays within all limits, the content of a layer
/// is created when the layer first becomes visible, so that the first frame of a long animation does not wait for the
/// nodes of the last one.
final class NodeBuilder {
    let document: Composition
    private let compatibility: RenderingCompatibility
    private let fonts: any FontSource
    private lazy var glyphSource = GlyphSource(document, source: fonts, compatibility: compatibility.text)
    private lazy var letterCompositions = document.letterCompositions
    private var pictures: [String: MipmappedPicture?] = [:]
    private var replacementImages = ReplacementImages()
    /// What may still be created.
    var room = NodeRoom()
    /// What may still be created for animations inside layers.
    private var insertionRoom = NodeRoom()
    /// The environment of the expressions; nil if there are none.
    let expressionEnvironment: ExpressionEnvironment?
    private let createsNodesLazily: Bool
    /// Whether each use of a layer has its own copy of everything in it, to bind expressions or to replace values.
    private let copiesLayers: Bool
    /// The budget of the frames, which all nodes share.
    let frameBudget: FrameBudget
    /// Whether the document stays within all limits.
    private lazy var isWithinLimits =
        createsNodesLazily || DocumentExtent(document, copiesLayers: copiesLayers).isWithinLimits
    /// The caller's values that replace the document's; nil if there are none.
    var appliedProperties: AppliedProperties?
    /// The maximum nesting depth of compositions; deeper ones, and compositions that contain themselves, have no
    /// content.
    static let maxDepth = 32
    /// The maximum number of layers in all uses of all compositions; further ones are left out.
    ///
    /// Real files have up to some thousand layers. A hundred thousand take a second to create.
    static let maxLayers = 20_000
    /// The maximum number of masks, effects and other parts of all layers (see `Layer.partCount(isCopied:)`), plus
    /// bound expressions; further layers are left out.
    ///
    /// Real files have up to some thousand.
    static let maxParts = 200_000
    /// The maximum number of shape items of all layers, plus links between shapes and their styles and modifiers.
    ///
    /// Further shapes are left out. Real files have up to some ten thousand.
    static let maxContentItems = 200_000
    /// The maximum length of a chain of parents or of mattes.
    private static let maxChainLength = 64

    /// Creates a builder for a document.
    ///
    /// - Parameters:
    ///   - document: The animation.
    ///   - compatibility: The player to imitate where players differ.
    ///   - fonts: The source of letters that have no outlines in the file.
    ///   - properties: Values that replace those of the document.
    ///   - frameBudget: The budget of the frames.
    init(
        _ document: Composition, compatibility: RenderingCompatibility, fonts: any FontSource,
        properties: DynamicProperties = DynamicProperties(), frameBudget: FrameBudget = FrameBudget()
    ) {
        self.document = document
        self.frameBudget = frameBudget
        self.compatibility = compatibility
        self.fonts = fonts
        appliedProperties = properties.isEmpty ? nil : AppliedProperties(properties)
        expressionEnvironment = document.hasExpressions ? ExpressionEnvironment(document) : nil
        let copiesLayers = document.hasExpressions || !properties.isEmpty
        self.copiesLayers = copiesLayers
        // With late building, a limit would cut off different layers depending on the first frame, and expressions may
        // access any layer.
        createsNodesLazily =
            expressionEnvironment == nil && document.assets.images.isEmpty
            && DocumentExtent(document, copiesLayers: copiesLayers).isWithinLimits
    }

    /// Returns the nodes of the document.
    func makeRoot() -> CompositionNode {
        makeComposition(
            document.layers,
            at: CompositionUse(matchStates: appliedProperties.map { KeyPathMatchStates($0.properties.paths) }))
    }

    /// Returns the nodes of a list of layers.
    ///
    /// - Parameters:
    ///   - layers: The layers.
    ///   - own: The width and height of the composition; nil for the document's.
    ///   - place: The composition.
    private func makeComposition(
        _ layers: [Layer], size own: SIMD2<Double>? = nil, at place: CompositionUse
    ) -> CompositionNode {
        var layers = layersWithinLimits(layers, at: place)
        let replaced = replacements(in: layers, at: place)
        if !replaced.isEmpty { layers = replaced.map(\.layer)[...] }
        if let expressionEnvironment {
            let boundBefore = expressionEnvironment.boundCount
            layers =
                expressionEnvironment.linkComposition(
                    Array(layers), id: place.id, size: own ?? SIMD2(document.width, document.height))[...]
            room.parts -= expressionEnvironment.boundCount - boundBefore
        }
        var nodes: [LayerNode] = []
        nodes.reserveCapacity(layers.count)
        for layer in layers {
            let position = nodes.count
            let picture = replaced.isEmpty ? nil : replaced[position].picture
            let insertions = replaced.isEmpty ? [] : replaced[position].insertions
            nodes.append(makeNode(of: layer, at: position, in: place, picture: picture, insertions: insertions))
        }
        linkNodes(nodes)
        let node = CompositionNode(nodes)
        recordReplacements(replaced, in: node, at: place)
        return node
    }

    /// Returns the first layers of the composition at `place`, up to the one that exceeds a limit, and counts them.
    private func layersWithinLimits(_ layers: [Layer], at place: CompositionUse) -> ArraySlice<Layer> {
        // The document stays within the limits. Nodes that replace others are created late, too, and must not count again.
        if createsNodesLazily { return layers[...] }
        if layers.count > room.layers {
            frameBudget.recordOmission(
                of: .items, beyond: Self.maxLayers, at: "\(place.name(ofLayerAt: room.layers)): layers in all")
        }
        var kept = layers.prefix(room.layers)
        if let end = kept.firstIndex(where: { !takesParts(of: $0) }) {
            frameBudget.recordOmission(
                of: .items, beyond: Self.maxParts, at: "\(place.name(ofLayerAt: end)): parts of layers in all")
            kept = kept.prefix(upTo: end)
        }
        room.layers -= kept.count
        return kept
    }

    /// Counts the parts of a layer and returns whether the limit allows them.
    ///
    /// After the limit is exceeded, nothing is counted any more, because the layers may have many thousand uses.
    private func takesParts(of layer: Layer) -> Bool {
        if room.parts >= 0 { room.parts -= layer.partCount(isCopied: copiesLayers) }
        return room.parts >= 0
    }

    /// Returns the node of the layer at `position` of the composition at `place`.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - position: The index of the layer in its composition.
    ///   - place: The composition.
    ///   - picture: What replaces the layer's own picture, if anything does.
    ///   - insertions: What is inserted into the layer.
    ///   - old: The node to replace, whose precomposition is kept.
    func makeNode(
        of layer: Layer, at position: Int, in place: CompositionUse, picture: PictureReplacement?,
        insertions: [LayerInsertion] = [], replacing old: LayerNode? = nil
    ) -> LayerNode {
        let node = LayerNode(
            layer.drawn(by: compatibility), builder: self, compositionUse: place, position: position,
            compatibility: compatibility,
            size: SIMD2(document.width, document.height))
        node.insertions = insertions.compactMap { insertion in
            InsertedNode(insertion, images: &replacementImages) { composition in
                makeInsertedNodes(of: composition, at: place.name(ofLayerAt: position))
            }
        }
        if let picture, case .image(let id) = layer.content {
            node.setContent(.picture(makePicture(picture, of: id)))
        } else if let shown = old?.ownComposition {
            node.setContent(
                .composition(
                    PrecompositionNode(
                        composition: shown.composition, width: shown.width, height: shown.height, layer: layer,
                        frameRate: document.frameRate)))
        } else if !createsNodesLazily {
            _ = node.content
        }
        return node
    }

    /// Returns the nodes of an animation inside a layer, and their builder; nil if they exceed the limit.
    ///
    /// All inserted animations together have as many nodes as one document, because a path can lead to thousands of
    /// layers.
    private func makeInsertedNodes(
        of composition: Composition, at place: @autoclosure () -> String
    ) -> (root: CompositionNode, builder: NodeBuilder)? {
        // After one that does not fit, none is counted any more, as each count takes time.
        guard insertionRoom.layers >= 0,
            DocumentExtent(composition, copiesLayers: composition.hasExpressions).take(from: &insertionRoom)
        else {
            insertionRoom.layers = -1
            frameBudget.recordOmission(
                of: .items, beyond: Self.maxLayers, at: "\(place()): layers of inserted animations in all")
            return nil
        }
        let builder = NodeBuilder(composition, compatibility: compatibility, fonts: fonts, frameBudget: frameBudget)
        builder.room.picturePixels = insertionRoom.picturePixels
        let root = builder.makeRoot()
        insertionRoom.picturePixels = builder.room.picturePixels
        return (root, builder)
    }

    /// Whether a layer's node may replace another: no expression is bound to it, and the document stays within all
    /// limits.
    var canReplaceNodes: Bool { expressionEnvironment == nil && isWithinLimits }

    /// Calls `body` with full limits for layers, content and letters, because it rebuilds nodes that are already counted,
    /// and restores the limits afterwards.
    func withFullLimits<Made>(_ body: () -> Made) -> Made {
        let before = room
        let insertionsBefore = insertionRoom
        (room, insertionRoom) = (NodeRoom(), NodeRoom())
        room.picturePixels = before.picturePixels
        defer { (room, insertionRoom) = (before, insertionsBefore) }
        return body()
    }

    /// Links layers to their parents and mattes.
    func linkNodes(_ nodes: [LayerNode]) {
        var places: LayerPositions?
        func position(of index: Int) -> Int? {
            let known = places ?? LayerPositions(nodes)
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

    /// Returns whether the chain from `node` is a cycle, or longer than in any real file.
    private static func isTooLong(from node: LayerNode, _ next: (LayerNode) -> LayerNode?) -> Bool {
        var length = 0
        var current = next(node)
        while let layer = current {
            length += 1
            if layer === node || length > maxChainLength { return true }
            current = next(layer)
        }
        return false
    }

    /// Returns the content of the layer at `position` of the composition at `place`.
    func makeContent(of layer: Layer, at position: Int, in place: CompositionUse) -> LayerContentNode {
        switch layer.content {
        case .precomposition(let id, let width, let height):
            guard let layers = document.assets.precompositions[id], !place.contains(id) else { return .empty }
            guard place.depth < Self.maxDepth else {
                frameBudget.recordOmission(
                    of: .depth, beyond: Self.maxDepth,
                    at: "\(place.name(ofLayerAt: position)): compositions in each other")
                return .empty
            }
            let states = place.matchStates.flatMap { $0.afterName(layer.pathName(at: position)) }
            let inner = CompositionUse(id: id, outer: place, matchStates: states)
            let node = makeComposition(layers, size: SIMD2(width, height), at: inner)
            return .composition(
                PrecompositionNode(
                    composition: node, width: width, height: height, layer: layer, frameRate: document.frameRate))
        case .solid(let color, let width, let height):
            return .picture(SolidNode(color: color, width: width, height: height))
        case .image(let id):
            guard let asset = document.assets.images[id], let picture = loadPicture(id) else { return .empty }
            return .picture(ImageNode(picture, width: asset.width, height: asset.height))
        case .shapes(let group):
            var compiler = ShapeCompiler(
                remainingItems: room.contentItems, compatibility: compatibility,
                startTime: max(0, layer.timing.inPoint))
            let content = compiler.makeContent(of: group)
            if !createsNodesLazily { room.contentItems = max(0, compiler.remainingItems) }
            if compiler.remainingItems <= 0 {
                frameBudget.recordOmission(
                    of: .items, beyond: Self.maxContentItems, at: "\(place.name(ofLayerAt: position)): shapes in all")
            }
            return .shapes(content)
        case .text(let text):
            if !createsNodesLazily { room.glyphs -= GlyphSource.glyphCount(of: text) }
            guard room.glyphs >= 0 else {
                frameBudget.recordOmission(
                    of: .items, beyond: GlyphSource.maxTotalGlyphs,
                    at: "\(place.name(ofLayerAt: position)): letters in all")
                return .empty
            }
            return .text(
                TextContent(
                    text, masks: layer.masks, glyphSource: glyphSource,
                    compositions: makeLetters(startTime: layer.timing.startTime, at: position, in: place),
                    firstTime: max(0, layer.timing.inPoint)))
        case .null, .unsupported:
            return .empty
        }
    }

    /// Returns the letters of the text at `position` that are compositions.
    ///
    /// Each text has nodes of its own for all of them, because a text can change.
    private func makeLetters(startTime: Double, at position: Int, in place: CompositionUse) -> LetterCompositions {
        if letterCompositions.isEmpty { return LetterCompositions() }
        let letters = lettersWithinLimits(ofTextAt: position, in: place)
        let place = place.unreachable
        var nodes: [Glyph.Key: LayerNode] = [:]
        for (key, layer) in letters { nodes[key] = makeNode(of: layer, at: position, in: place, picture: nil) }
        return LetterCompositions(nodes, startTime: startTime)
    }

    /// Returns the first letters that are compositions, up to the one that exceeds a limit, and counts them.
    private func lettersWithinLimits(
        ofTextAt position: Int, in place: CompositionUse
    ) -> ArraySlice<(key: Glyph.Key, layer: Layer)> {
        // As in `layersWithinLimits(_:at:)`.
        if createsNodesLazily { return letterCompositions[...] }
        if letterCompositions.count > room.layers {
            frameBudget.recordOmission(
                of: .items, beyond: Self.maxLayers, at: "\(place.name(ofLayerAt: position)): layers in all")
        }
        var letters = letterCompositions.prefix(max(0, room.layers))
        if let end = letters.firstIndex(where: { !takesParts(of: $0.layer) }) {
            frameBudget.recordOmission(
                of: .items, beyond: Self.maxParts, at: "\(place.name(ofLayerAt: position)): parts of layers in all")
            letters = letters.prefix(upTo: end)
        }
        room.layers -= letters.count
        return letters
    }

    /// Returns a caller's picture, prepared for drawing.
    func prepared(_ picture: Pixmap) -> MipmappedPicture { replacementImages.prepare(picture) }

    /// Returns the picture of an asset, or nil if it does not exist, cannot be decoded or exceeds the limit of pixels.
    func loadPicture(_ id: String) -> MipmappedPicture? {
        if let known = pictures[id] { return known }
        var picture: MipmappedPicture?
        if room.picturePixels > 0, case .embedded(let bytes) = document.assets.images[id]?.source,
            let pixmap = try? Pixmap(decoding: bytes)
        {
            room.picturePixels -= pixmap.width * pixmap.height
            if room.picturePixels >= 0 { picture = MipmappedPicture(pixmap) }
        }
        pictures[id] = .some(picture)
        return picture
    }
}

/// The positions of the layers in a composition, by the index with which other layers refer to them.
///
/// It is a sorted array because a program's first dictionary costs more time than the links of most files.
private struct LayerPositions {
    private let sorted: [(index: Int, place: Int)]

    init(_ nodes: [LayerNode]) {
        var places: [(index: Int, place: Int)] = []
        for (place, node) in nodes.enumerated() {
            if let index = node.layer.index { places.append((index, place)) }
        }
        sorted = places.sorted { ($0.index, $0.place) < ($1.index, $1.place) }
    }

    /// Returns the position of the first layer with this index.
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

/// A use of a composition, linked to the use that contains it.
///
/// It is a class because all layers of a composition share it.
final class CompositionUse {
    /// The id of the composition's asset; nil for the document itself.
    let id: String?
    /// The nesting depth; 1 for the document itself.
    let depth: Int
    private let outer: CompositionUse?
    /// The states of the caller's key paths in this composition; nil if none continues here.
    let matchStates: KeyPathMatchStates?

    /// Creates the place of the document itself.
    init(matchStates: KeyPathMatchStates? = nil) {
        id = nil
        depth = 1
        outer = nil
        self.matchStates = matchStates
    }

    init(id: String, outer: CompositionUse, matchStates: KeyPathMatchStates? = nil) {
        self.id = id
        self.matchStates = matchStates
        self.outer = outer
        depth = outer.depth + 1
    }

    private init(unreachable use: CompositionUse) {
        (id, depth, outer, matchStates) = (use.id, use.depth, use.outer, nil)
    }

    /// The same use, to which no key path of the caller leads.
    var unreachable: CompositionUse { matchStates == nil ? self : CompositionUse(unreachable: self) }

    /// Returns the path of the layer at `position`, for messages.
    func name(ofLayerAt position: Int) -> String {
        let layer = "layers[\(position)]"
        guard let id else { return layer }
        return "assets \"\(id.prefix(Self.maxNameLength))\".\(layer)"
    }

    /// The maximum number of letters of an asset's id in messages.
    private static let maxNameLength = 64

    /// Returns whether this or a containing composition is a use of the composition `id`.
    func contains(_ id: String) -> Bool { self.id == id || outer?.contains(id) == true }
}
