import LottieDocument

/// A compiler that determines which styles and modifiers apply to which shapes (lottie-web, `SVGShapeElement.js`).
///
/// It visits items from the last to the first. Styles and modifiers are open from their own position to the start of
/// their list. Every shape found in between, also in nested groups, belongs to all open ones.
struct ShapeCompiler {
    private var shapes: [ShapeNode] = []
    private var modifiers: [any PathModifier] = []
    var groups: [GroupNode] = []
    var repeaters = CompiledRepeaters()
    private var styles: [StyleNode] = []
    var openStyles: [(style: StyleNode, depth: Int, merges: Int)] = []
    /// The merges that apply to the shapes found now, the outermost first.
    private var openMerges: [MergeStep] = []
    private var mergeCount = 0
    let compatibility: RenderingCompatibility
    /// The frame in which the layer is shown first.
    let startTime: Double
    private var openModifiers: [any PathModifier] = []
    /// The steps from the layer to the current item, the innermost last.
    var steps: [PlacementStep] = []
    /// Whether the items found now are those that a repeater copies, in their own place; their styles draw nothing.
    var isAmongOriginals = false
    /// The maximum nesting depth of merges; deeper ones are ignored.
    private static let maxMergeDepth = 8
    /// The number of items that may still be created; see `NodeBuilder.maxContentItems`.
    var remainingItems: Int

    /// Creates a compiler.
    ///
    /// - Parameters:
    ///   - remainingItems: The number of items that may be created.
    ///   - compatibility: The player to imitate where players differ.
    ///   - startTime: The frame in which the layer is shown first.
    init(remainingItems: Int, compatibility: RenderingCompatibility, startTime: Double) {
        self.startTime = startTime
        self.remainingItems = remainingItems
        self.compatibility = compatibility
    }

    /// Returns the nodes of a shape layer with the items in `group`.
    mutating func makeContent(of group: ShapeGroup) -> ShapeContent {
        let root = GroupNode(group, rules: compatibility.effects)
        groups.append(root)
        if compatibility.shapes == .lottieWeb { repeaters.order = RepeaterOrder(of: group) }
        visit(group.items[...], into: root)
        removeCancelledMembers(of: styles)
        // The shapes were found from the last to the first.
        for modifier in modifiers { modifier.shapes.reverse() }
        // The modifier nearest to the shapes applies first, and was found last.
        return ShapeContent(
            root: root, shapes: shapes, modifiers: modifiers.reversed(), groups: groups, repeaters: repeaters.nodes,
            chains: repeaters.chains, styles: styles.filter { !$0.isEmpty })
    }

    /// Visits the items of a list, and then what `onTop` visits as if it were at the start of the list.
    ///
    /// The modifiers of the list stay open if `keepsModifiers` is true.
    mutating func visit(
        _ items: ArraySlice<ShapeItem>, into node: GroupNode, keepsModifiers: Bool = false,
        onTop: (inout ShapeCompiler) -> Void = { _ in }
    ) {
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
            case .fill(let fill): begin(.fill(fill), in: node)
            case .stroke(let stroke):
                remainingItems -= StyleNode.cost(of: stroke)
                begin(.stroke(stroke), in: node)
            case .group(let group):
                if group.isHidden, compatibility.shapes != .lottieWeb { continue }
                repeaters.path.append(index)
                visit(group, into: node)
                repeaters.path.removeLast()
            case .repeater:
                visitRepeaters(of: items[items.startIndex...index], into: node)
                index = items.startIndex
            case .path, .rectangle, .ellipse, .polystar: add(ShapeNode(items[index]))
            case .trim, .roundedCorners, .puckerBloat, .zigZag, .offsetPath, .twist: beginModifier(items[index])
            case .mergePaths(let mode): begin(mode)
            }
        }
        onTop(&self)
        openStyles.removeSubrange(stylesBefore...)
        if !keepsModifiers { openModifiers.removeSubrange(modifiersBefore...) }
        openMerges.removeSubrange(mergesBefore...)
    }

    private mutating func begin(_ mode: MergeMode) {
        let applies = compatibility.mergePaths == .boolean && mode != .merge
        guard applies, openMerges.count < Self.maxMergeDepth else { return }
        openMerges.append(MergeStep(mode: mode, merge: mergeCount, item: -1))
        mergeCount += 1
    }

    private mutating func begin(_ description: StyleNode.Style, in node: GroupNode) {
        if isAmongOriginals { return }
        let style = StyleNode(description, rules: compatibility.effects, startTime: startTime)
        styles.append(style)
        openStyles.append((style, steps.count, openMerges.count))
        node.drawables.append(.style(style))
    }

    /// Begins the modifier of an item; any other item does nothing.
    mutating func beginModifier(_ item: ShapeItem) {
        let modifier: any PathModifier
        switch item {
        case .trim(let trim):
            modifier = TrimModifier(trim, isFollowed: openModifiers.contains { !($0 is TrimModifier) })
        case .roundedCorners(let radius): modifier = SingleValueModifier.roundedCorners(radius: radius)
        case .puckerBloat(let amount): modifier = SingleValueModifier.puckerBloat(amount: amount)
        case .zigZag(let zigZag): modifier = ZigZagModifier(zigZag)
        case .offsetPath(let offset): modifier = OffsetPathModifier(offset)
        case .twist(let twist):
            // lottie-web does not know it.
            if compatibility.shapes == .lottieWeb { return }
            modifier = TwistModifier(twist)
        default: return
        }
        modifiers.append(modifier)
        openModifiers.append(modifier)
    }

    /// Whether an open modifier trims several shapes as one path.
    var isTrimmedSequentially: Bool {
        openModifiers.contains { ($0 as? TrimModifier)?.isSequential == true }
    }

    mutating func visit(_ group: ShapeGroup, into node: GroupNode) {
        let inner = GroupNode(group, rules: compatibility.effects)
        groups.append(inner)
        let wasInCopiedGroup = repeaters.isInCopiedGroup
        repeaters.isInCopiedGroup = repeaters.depth > 0
        steps.append(.group(inner))
        visit(group.items[...], into: inner)
        steps.removeLast()
        repeaters.isInCopiedGroup = wasInCopiedGroup
        if !inner.drawables.isEmpty { node.drawables.append(.group(inner)) }
    }

    private mutating func add(_ shape: ShapeNode) {
        remainingItems -= shape.cost + openModifiers.count + openStyles.count * (1 + steps.count)
        if remainingItems < 0 { return }
        shapes.append(shape)
        for modifier in openModifiers { modifier.shapes.append(shape) }
        for (style, depth, merges) in openStyles {
            style.members.append(
                StyleMember(
                    shape: shape, steps: steps[depth...].reversed(), merges: Array(openMerges[merges...]),
                    turn: repeaters.turn))
        }
    }
}

/// A step from a shape's space to the enclosing space.
enum PlacementStep {
    case group(GroupNode)
    /// All copies of a repeater.
    case repeater(RepeaterNode)
    /// One copy of a repeater; the topmost has the number 0.
    case copy(Int, RepeaterNode)
}

/// A shape that a style paints.
struct StyleMember {
    let shape: ShapeNode
    /// The steps from the shape's space to the style's, the innermost first.
    let steps: [PlacementStep]
    /// The merges that apply to the shape, the outermost first.
    let merges: [MergeStep]
    /// The turn in which lottie-web makes the shape; see `RepeaterOrder`.
    let turn: Int
}
