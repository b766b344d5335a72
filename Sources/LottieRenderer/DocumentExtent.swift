import Lottie

/// The number of nodes that a whole document would have, with every use of a precomposition counted separately.
struct DocumentExtent {
    private let document: Composition
    private var known: [String: Count] = [:]
    /// The precompositions that are being counted; one that occurs again contains itself.
    private var open: Set<String> = []
    private var isTooDeep = false
    private var total = Count()

    /// The numbers of layers, of shape items (as `ShapeCompiler` counts them) and of letters, each at most 2³².
    private struct Count {
        var layers = 0
        var content = 0
        var letters = 0

        static func + (a: Count, b: Count) -> Count {
            Count(
                layers: min(a.layers + b.layers, 1 << 32), content: min(a.content + b.content, 1 << 32),
                letters: min(a.letters + b.letters, 1 << 32))
        }
    }

    init(_ document: Composition) {
        self.document = document
        total = count(document.layers, depth: 1)
    }

    /// Whether all nodes can be created within the limits.
    var isWithinLimits: Bool {
        !isTooDeep && total.layers <= NodeBuilder.mostLayers && total.content <= NodeBuilder.mostContent
            && total.letters <= LetterSource.mostLettersInAll
    }

    private mutating func count(_ layers: [Layer], depth: Int) -> Count {
        var sum = Count(layers: layers.count)
        for layer in layers where !isTooDeep {
            switch layer.content {
            case .shapes(let group): sum = sum + Count(content: Self.content(of: group.items[...]))
            case .text(let text): sum = sum + Count(letters: LetterSource.letters(of: text))
            case .precomposition(let id, _, _): sum = sum + count(id, depth: depth)
            default: break
            }
        }
        return sum
    }

    private mutating func count(_ id: String, depth: Int) -> Count {
        if let count = known[id] { return count }
        guard let layers = document.precompositions[id] else { return Count() }
        guard depth < NodeBuilder.deepest, open.insert(id).inserted else {
            isTooDeep = true
            return Count()
        }
        let count = count(layers, depth: depth + 1)
        open.remove(id)
        known[id] = count
        return count
    }

    /// Returns the cost of shape items, as `ShapeCompiler` counts it, inside this many active modifiers, styles and
    /// groups.
    private static func content(
        of items: ArraySlice<ShapeItem>, modifiers: Int = 0, styles: Int = 0, depth: Int = 0
    ) -> Int {
        var (modifiers, styles, sum) = (modifiers, styles, 0)
        var index = items.endIndex
        while index > items.startIndex {
            index -= 1
            sum += 1
            switch items[index] {
            case .fill, .stroke: styles += 1
            case .group(let group):
                sum += content(of: group.items[...], modifiers: modifiers, styles: styles, depth: depth + 1)
            case .repeater:
                let copied = content(of: items[..<index], modifiers: modifiers, styles: styles, depth: depth + 1)
                return sum + RepeaterNode.costOfCopies + copied
            case .path, .rectangle, .ellipse, .polystar:
                sum += ShapeNode.cost(of: items[index]) + modifiers + styles * (1 + depth)
            case .mergePaths: break
            default: modifiers += 1
            }
            if sum > NodeBuilder.mostContent { return sum }
        }
        return sum
    }
}
