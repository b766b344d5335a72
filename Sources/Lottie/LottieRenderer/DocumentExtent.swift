import LottieDocument

/// The number of nodes that a whole document would have, with every use of a precomposition counted separately.
struct DocumentExtent {
    private let document: Composition
    private let letterCompositions: [(key: Glyph.Key, layer: Layer)]
    /// Whether each use of a layer has its own copy of everything in it.
    private let copiesLayers: Bool
    private var cachedCounts: [String: Count] = [:]
    /// The counts of the letters that are compositions, by the depth of their text.
    private var cachedLetterCounts: [Int: Count] = [:]
    /// The precompositions that are being counted; one that occurs again contains itself.
    private var openIDs: Set<String> = []
    /// Whether a precomposition contains itself, or they are nested deeper than the limit.
    private(set) var isTooDeep = false
    private var total = Count()

    /// The numbers of layers, of their parts, of shape items (as `ShapeCompiler` counts them) and of letters, each at
    /// most 2³².
    private struct Count {
        var layers = 0
        var parts = 0
        var content = 0
        var letters = 0
        /// The number of precompositions nested in each other, including the counted one.
        var levels = 0

        static func + (a: Count, b: Count) -> Count {
            Count(
                layers: min(a.layers + b.layers, 1 << 32), parts: min(a.parts + b.parts, 1 << 32),
                content: min(a.content + b.content, 1 << 32), letters: min(a.letters + b.letters, 1 << 32),
                levels: max(a.levels, b.levels))
        }
    }

    /// Counts the nodes of a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - copiesLayers: Whether each use of a layer has its own copy of everything in it, to bind expressions or to
    ///     replace values.
    init(_ document: Composition, copiesLayers: Bool = false) {
        self.document = document
        letterCompositions = document.letterCompositions
        self.copiesLayers = copiesLayers
        total = count(document.layers, depth: 1)
    }

    /// Whether all nodes can be created within the limits.
    var isWithinLimits: Bool {
        !isTooDeep && total.layers <= NodeBuilder.maxLayers && total.parts <= NodeBuilder.maxParts
            && total.content <= NodeBuilder.maxContentItems && total.letters <= GlyphSource.maxTotalGlyphs
    }

    /// Takes all nodes out of `room`, and returns false if they do not fit.
    func take(from room: inout NodeRoom) -> Bool {
        guard !isTooDeep, total.layers <= room.layers, total.parts <= room.parts, total.content <= room.contentItems,
            total.letters <= room.glyphs
        else { return false }
        room.layers -= total.layers
        room.parts -= total.parts
        room.contentItems -= total.content
        room.glyphs -= total.letters
        return true
    }

    private mutating func count(_ layers: [Layer], depth: Int) -> Count {
        var sum = Count(layers: layers.count)
        for layer in layers where !isTooDeep {
            sum = sum + Count(parts: layer.partCount(isCopied: copiesLayers))
            switch layer.content {
            case .shapes(let group):
                let hasEvenOddFill = RepeaterOrder.hasEvenOddFill(group.items)
                sum = sum + Count(content: Self.contentCost(of: group.items[...], hasEvenOddFill: hasEvenOddFill))
            case .text(let text):
                sum = sum + Count(letters: GlyphSource.glyphCount(of: text)) + countLetterCompositions(depth: depth)
            case .precomposition(let id, _, _): sum = sum + count(id, depth: depth)
            default: break
            }
        }
        return sum
    }

    /// Returns the numbers of what a text has for the letters that are compositions.
    private mutating func countLetterCompositions(depth: Int) -> Count {
        if letterCompositions.isEmpty { return Count() }
        // A file can have many thousand letters and as many texts.
        if let known = cachedLetterCounts[depth] { return known }
        var sum = Count()
        for (_, layer) in letterCompositions where !isTooDeep {
            sum = sum + Count(layers: 1, parts: layer.partCount(isCopied: copiesLayers))
            if case .precomposition(let id, _, _) = layer.content { sum = sum + count(id, depth: depth) }
        }
        cachedLetterCounts[depth] = sum
        return sum
    }

    private mutating func count(_ id: String, depth: Int) -> Count {
        if let count = cachedCounts[id] {
            // A composition that fits in one place can be too deep in another.
            if depth + count.levels > NodeBuilder.maxDepth { isTooDeep = true }
            return count
        }
        guard let layers = document.assets.precompositions[id] else { return Count() }
        guard depth < NodeBuilder.maxDepth, openIDs.insert(id).inserted else {
            isTooDeep = true
            return Count()
        }
        var count = count(layers, depth: depth + 1)
        count.levels += 1
        openIDs.remove(id)
        cachedCounts[id] = count
        return count
    }

    /// Returns how many times the items before a repeater, which is the last of `items`, are compiled for it.
    private static func separateCopies(of items: ArraySlice<ShapeItem>) -> Int {
        guard case .repeater(let repeater) = items.last,
            RepeaterOrder.hasRepeater(items.dropLast())
        else { return 1 }
        return max(1, min(repeater.greatestCount, ShapeCompiler.maxSeparateCopies))
    }

    /// Returns the cost of shape items, as `ShapeCompiler` counts it, inside this many active modifiers, styles and
    /// groups.
    ///
    /// - Parameter hasEvenOddFill: Whether the layer has an even-odd fill, by which copies of copies can differ.
    private static func contentCost(
        of items: ArraySlice<ShapeItem>, hasEvenOddFill: Bool, modifiers: Int = 0, styles: Int = 0, depth: Int = 0,
        isCopied: Bool = false
    ) -> Int {
        var (modifiers, styles, sum) = (modifiers, styles, 0)
        var index = items.endIndex
        while index > items.startIndex {
            index -= 1
            sum += 1
            switch items[index] {
            case .fill: styles += 1
            case .stroke(let stroke):
                styles += 1
                sum += StyleNode.cost(of: stroke)
            case .group(let group):
                sum += contentCost(
                    of: group.items[...], hasEvenOddFill: hasEvenOddFill, modifiers: modifiers, styles: styles,
                    depth: depth + 1, isCopied: isCopied)
            case .repeater:
                // Each repeater of a list copies the items before it; see `ShapeCompiler.visitRepeaters(of:into:)`.
                let places = items[...index].indices.filter { if case .repeater = items[$0] { true } else { false } }
                // Each repeater more than doubles the cost, so that this many exceed every limit; a call for each would
                // need much stack and the square of their number.
                if places.count > 32 { return NodeBuilder.maxContentItems + 1 }
                let stray = isCopied ? places.count : 0
                for place in places.suffix(ShapeCompiler.maxChainLength) {
                    let copied = contentCost(
                        of: items[..<place], hasEvenOddFill: hasEvenOddFill, modifiers: modifiers, styles: styles,
                        depth: depth + 1, isCopied: true)
                    let separate = hasEvenOddFill ? separateCopies(of: items[...place]) : 1
                    sum += (RepeaterNode.copiesCost + copied.multipliedClamped(by: separate)) * (1 + stray)
                    if sum > NodeBuilder.maxContentItems { break }
                }
                return sum
            case .path, .rectangle, .ellipse, .polystar:
                sum += ShapeNode.cost(of: items[index]) + modifiers + styles * (1 + depth)
            case .mergePaths: break
            default: modifiers += 1
            }
            if sum > NodeBuilder.maxContentItems { return sum }
        }
        return sum
    }
}
