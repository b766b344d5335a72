import LottieDocument

/// A compiler that determines which styles and modifiers apply to which shapes (lottie-web, `SVGShapeElement.js`).
///
/// It visits items from the last to the first. Styles and modifiers are open from their own position to the start of
/// their list. Every shape found in between, also in nested groups, belongs to all open ones.
struct ShapeCompiler {
    private var shapes: [ShapeNode] = []
    private var modifiers: [any PathModifier] = []
    private var groups: [GroupNode] = []
    private var repeaters: [RepeaterNode] = []
    private var styles: [StyleNode] = []
    private var openStyles: [(style: StyleNode, depth: Int, merges: Int)] = []
    /// The merges that apply to the shapes found now, the outermost first.
    private var openMerges: [MergeStep] = []
    private var mergeCount = 0
    private let mergesPaths: Bool
    private var openModifiers: [any PathModifier] = []
    /// The steps from the layer to the current item, the innermost last.
    private var steps: [PlacementStep] = []
    /// Whether the items found now are those that a repeater copies, in their own place; their styles draw nothing.
    private var isAmongOriginals = false
    /// The maximum nesting depth of merges; deeper ones are ignored.
    private static let maxMergeDepth = 8
    /// The number of items that may still be created; see `NodeBuilder.maxContentItems`.
    private(set) var remainingItems: Int

    /// Creates a compiler.
    ///
    /// - Parameters:
    ///   - remainingItems: The number of items that may be created.
    ///   - mergesPaths: Whether the modes of merges apply; otherwise merged paths are only concatenated.
    init(remainingItems: Int, mergesPaths: Bool) {
        self.remainingItems = remainingItems
        self.mergesPaths = mergesPaths
    }

    /// Returns the nodes of a shape layer with the items in `group`.
    mutating func makeContent(of group: ShapeGroup) -> ShapeContent {
        let root = GroupNode(group)
        groups.append(root)
        visit(group.items[...], into: root)
        // The shapes were found from the last to the first.
        for modifier in modifiers { modifier.shapes.reverse() }
        // The modifier nearest to the shapes applies first, and was found last.
        return ShapeContent(
            root: root, shapes: shapes, modifiers: modifiers.reversed(), groups: groups, repeaters: repeaters,
            styles: styles.filter { !$0.isEmpty })
    }

    private mutating func visit(_ items: ArraySlice<ShapeItem>, into node: GroupNode) {
        let stylesBefore = openStyles.count
        let modifiersBefore = openModifiers.count
        let mergesBefore = openMerges.count
        var index = items.endIndex
        while index > items.startIndex, remainingItems > 0 {
            index -= 1
            remainingItems -= 1
            // A merge combines the items of its own list; the result of an inner merge counts as one item.
            if openMerges.count > mergesBefore, let last = openMerges.popLast() {
                openMerges.append(MergeStep(mode: last.mode, merge: last.merge, item: last.item + 1))
            }
            switch items[index] {
            case .fill(let fill): begin(StyleNode(.fill(fill)), in: node)
            case .stroke(let stroke):
                remainingItems -= StyleNode.cost(of: stroke)
                begin(StyleNode(.stroke(stroke)), in: node)
            case .group(let group): visit(group, into: node)
            case .repeater(let repeater):
                visit(repeater, items[items.startIndex..<index], into: node)
                visitOriginals(of: repeater, items[items.startIndex..<index])
                index = items.startIndex
            case .path, .rectangle, .ellipse, .polystar: add(ShapeNode(items[index]))
            case .trim(let trim): begin(TrimModifier(trim))
            case .roundedCorners(let radius): begin(SingleValueModifier.roundedCorners(radius: radius))
            case .puckerBloat(let amount): begin(SingleValueModifier.puckerBloat(amount: amount))
            case .zigZag(let zigZag): begin(ZigZagModifier(zigZag))
            case .offsetPath(let offset): begin(OffsetPathModifier(offset))
            case .twist(let twist): begin(TwistModifier(twist))
            case .mergePaths(let mode): begin(mode)
            }
        }
        openStyles.removeSubrange(stylesBefore...)
        openModifiers.removeSubrange(modifiersBefore...)
        openMerges.removeSubrange(mergesBefore...)
    }

    private mutating func begin(_ mode: MergeMode) {
        guard mergesPaths, mode != .merge, openMerges.count < Self.maxMergeDepth else { return }
        openMerges.append(MergeStep(mode: mode, merge: mergeCount, item: -1))
        mergeCount += 1
    }

    private mutating func begin(_ style: StyleNode, in node: GroupNode) {
        if isAmongOriginals { return }
        styles.append(style)
        openStyles.append((style, steps.count, openMerges.count))
        node.drawables.append(.style(style))
    }

    private mutating func begin(_ modifier: any PathModifier) {
        modifiers.append(modifier)
        openModifiers.append(modifier)
    }

    private mutating func visit(_ group: ShapeGroup, into node: GroupNode) {
        let inner = GroupNode(group)
        groups.append(inner)
        steps.append(.group(inner))
        visit(group.items[...], into: inner)
        steps.removeLast()
        if !inner.drawables.isEmpty { node.drawables.append(.group(inner)) }
    }

    private mutating func visit(_ repeater: Repeater, _ items: ArraySlice<ShapeItem>, into node: GroupNode) {
        remainingItems -= RepeaterNode.copiesCost
        let content = GroupNode(ShapeGroup())
        groups.append(content)
        let copies = RepeaterNode(repeater, content: content)
        repeaters.append(copies)
        steps.append(.repeater(copies))
        visit(items, into: content)
        steps.removeLast()
        if !content.drawables.isEmpty { node.drawables.append(.repeater(copies)) }
    }

    /// Adds the shapes that a repeater copies to the styles behind the repeater, which draw them in their own place, too
    /// (lottie-web, `SVGShapeElement.js`). Usually the first copy is at the same place and hides them.
    private mutating func visitOriginals(of repeater: Repeater, _ items: ArraySlice<ShapeItem>) {
        let isFirstCopyInPlace = repeater.offset.fixedValue == 0 && repeater.copies.fixedValue.map { $0 > 0 } ?? true
        if openStyles.isEmpty || isFirstCopyInPlace { return }
        let outer = isAmongOriginals
        isAmongOriginals = true
        visit(items, into: GroupNode(ShapeGroup()))
        isAmongOriginals = outer
    }

    private mutating func add(_ shape: ShapeNode) {
        remainingItems -= shape.cost + openModifiers.count + openStyles.count * (1 + steps.count)
        if remainingItems < 0 { return }
        shapes.append(shape)
        for modifier in openModifiers { modifier.shapes.append(shape) }
        for (style, depth, merges) in openStyles {
            style.members.append(
                StyleMember(shape: shape, steps: steps[depth...].reversed(), merges: Array(openMerges[merges...])))
        }
    }
}

/// A step from a shape's space to the enclosing space.
enum PlacementStep {
    case group(GroupNode)
    case repeater(RepeaterNode)
}

/// A shape that a style paints.
struct StyleMember {
    let shape: ShapeNode
    /// The steps from the shape's space to the style's, the innermost first.
    let steps: [PlacementStep]
    /// The merges that apply to the shape, the outermost first.
    let merges: [MergeStep]
}
