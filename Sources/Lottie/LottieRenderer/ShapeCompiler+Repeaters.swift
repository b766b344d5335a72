import LottieDocument
import VectorGraphics

/// The repeaters that a compiler has found.
struct CompiledRepeaters {
    var nodes: [RepeaterNode] = []
    /// Lists with several repeaters, by the rules of lottie-web.
    var chains: [RepeaterChain] = []
    /// The number of repeaters that copy the items found now.
    var depth = 0
    /// Whether the items found now are in a group that a repeater copies.
    var isInCopiedGroup = false
    /// The order in which lottie-web makes the copies.
    var order = RepeaterOrder()
    /// The turn in which the items found now are made; 0 for those of the document.
    var turn = 0
    /// The indices of the groups around the items found now, in their lists.
    var path: [Int] = []
    /// The numbers of the copies that contain the items found now, the outermost first.
    var copies: [Int] = []
}

/// The copies that lottie-web finds in a copied list, because a repeater of the original had already inserted them.
private struct StrayCopies {
    var items: ArraySlice<ShapeItem>
    var count: Int

    /// The transform that lottie-web gives them: a rotation by −999,999 radians, which stands for a value that was never
    /// computed (`PropertyFactory.js`).
    static let placement = AffineTransform.rotation(degrees: -999_999 * 180 / .pi)
}

extension ShapeCompiler {
    /// The maximum number of repeaters in one list that place the copies of each other; more simply multiply.
    static let maxChainLength = 4
    /// The maximum number of copies of one repeater that have paths of their own; all further ones have that of the last.
    static let maxSeparateCopies = 64

    private var followsLottieWeb: Bool { compatibility.shapes == .lottieWeb }

    /// Visits the items of a list up to its last repeater, which is the last of `items`.
    mutating func visitRepeaters(of items: ArraySlice<ShapeItem>, into node: GroupNode) {
        let places = items.indices.filter { items[$0].repeater != nil }
        let stray = strayCopies(in: items, places)
        // The groups that lottie-web inserts lie below those of the repeaters behind them.
        // A copy, because the visits nest once for each repeater, and must not keep all places in memory.
        let visited = Array(followsLottieWeb && places.count <= Self.maxChainLength ? places[...] : places.suffix(1))
        if let repeater = items.last?.repeater {
            visitOriginals(of: repeater, items, stray, isChained: visited.count > 1)
        }
        var chain: [RepeaterNode] = []
        for place in visited {
            guard let repeater = items[place].repeater, remainingItems > 0 else { break }
            chain.append(visit(repeater, at: place, items[items.startIndex..<place], stray, into: node))
        }
        if chain.count > 1 { repeaters.chains.append(RepeaterChain(chain)) }
    }

    private mutating func visit(
        _ repeater: Repeater, at place: Int, _ items: ArraySlice<ShapeItem>, _ stray: [StrayCopies],
        into node: GroupNode
    ) -> RepeaterNode {
        remainingItems -= RepeaterNode.copiesCost
        // Shapes that are trimmed as one path are cut in different places in each copy.
        let areDifferent =
            followsLottieWeb && isTrimmedSequentially || repeaters.order.separatesCopies(of: items)
        let separate = areDifferent ? min(repeater.greatestCount, Self.maxSeparateCopies) : 0
        let contents = (0..<max(1, separate)).map { _ in GroupNode(ShapeGroup(), rules: compatibility.effects) }
        groups += contents
        let copies = RepeaterNode(
            repeater, contents: contents, rules: compatibility.shapes, startTime: startTime)
        repeaters.nodes.append(copies)
        let outer = repeaters
        repeaters.depth += 1
        repeaters.isInCopiedGroup = false
        let turn = repeaters.order.turn(ofRepeaterAt: repeaters.path + [place], inCopies: repeaters.copies)
        repeaters.turn = turn ?? outer.turn
        // lottie-web finds the last copy first.
        for (number, content) in contents.enumerated().reversed() {
            repeaters.copies = outer.copies + [number]
            visit(items, stray, into: content, step: separate > 0 ? .copy(number, copies) : .repeater(copies))
        }
        (repeaters.depth, repeaters.isInCopiedGroup) = (outer.depth, outer.isInCopiedGroup)
        (repeaters.turn, repeaters.copies) = (outer.turn, outer.copies)
        if !copies.isEmpty { node.drawables.append(.repeater(copies)) }
        return copies
    }

    /// Adds the shapes that a repeater copies to the styles behind the repeater, which draw them in their own place, too
    /// (lottie-web, `SVGShapeElement.js`). Usually the first copy is at the same place and hides them.
    ///
    /// In lottie-web, the copies are inserted into the list of the items that they copy. The modifiers of the list
    /// therefore change the copies, too, after the modifiers inside the copies have changed them; they stay open. Those
    /// that trim all shapes as one path count the shapes in their own place as well.
    private mutating func visitOriginals(
        of repeater: Repeater, _ items: ArraySlice<ShapeItem>, _ stray: [StrayCopies], isChained: Bool
    ) {
        let isFirstCopyInPlace = repeater.offset.fixedValue == 0 && repeater.copies.fixedValue.map { $0 > 0 } ?? true
        let keepsModifiers = followsLottieWeb && items.contains(where: \.isModifier)
        let canHide =
            !isChained && stray.isEmpty && !keepsModifiers && !openStyles.contains { $0.style.isEvenOdd }
        let isMeasured = followsLottieWeb && (isTrimmedSequentially || items.contains(where: \.isSequentialTrim))
        if !isMeasured, openStyles.isEmpty || isFirstCopyInPlace && canHide {
            if keepsModifiers { for item in items.reversed() { beginModifier(item) } }
            return
        }
        let outer = isAmongOriginals
        isAmongOriginals = true
        let originals = isChained ? items.filter { $0.repeater == nil }[...] : items.dropLast()
        visit(
            originals, stray, into: GroupNode(ShapeGroup(), rules: compatibility.effects), step: nil,
            keepsModifiers: keepsModifiers)
        isAmongOriginals = outer
    }

    /// Visits items with stray copies above them.
    private mutating func visit(
        _ items: ArraySlice<ShapeItem>, _ stray: [StrayCopies], into node: GroupNode, step: PlacementStep?,
        keepsModifiers: Bool = false
    ) {
        if let step { steps.append(step) }
        visit(items, into: node, keepsModifiers: keepsModifiers) { compiler in
            for copies in stray {
                compiler.remainingItems -= RepeaterNode.copiesCost
                guard compiler.remainingItems > 0 else { return }
                let content = GroupNode(ShapeGroup(), rules: compiler.compatibility.effects)
                let group = RepeaterNode(content: content, count: copies.count, placement: StrayCopies.placement)
                compiler.groups.append(content)
                compiler.visit(copies.items, [], into: content, step: .repeater(group))
                if !content.drawables.isEmpty { node.drawables.append(.repeater(group)) }
            }
        }
        if step != nil { steps.removeLast() }
    }

    private func strayCopies(in items: ArraySlice<ShapeItem>, _ places: [Int]) -> [StrayCopies] {
        guard followsLottieWeb, repeaters.isInCopiedGroup else { return [] }
        return places.compactMap { place in
            guard let count = items[place].repeater?.initialCount, count > 0 else { return nil }
            return StrayCopies(items: items[items.startIndex..<place], count: count)
        }
    }

    /// Removes the shapes that cancel each other out in even-odd fills; see `RepeaterOrder`.
    func removeCancelledMembers(of styles: [StyleNode]) {
        guard repeaters.order.count > 0 else { return }
        for style in styles where style.isEvenOdd {
            style.members.removeAll { !repeaters.order.keeps(shapesOfTurn: $0.turn) }
        }
    }
}

extension ShapeItem {
    fileprivate var repeater: Repeater? {
        if case .repeater(let repeater) = self { repeater } else { nil }
    }

    /// Whether the item changes the paths of the shapes before it.
    fileprivate var isModifier: Bool {
        switch self {
        case .trim, .roundedCorners, .puckerBloat, .zigZag, .offsetPath, .twist: true
        default: false
        }
    }

    /// Whether the item trims several shapes as one path.
    fileprivate var isSequentialTrim: Bool {
        if case .trim(let trim) = self { trim.isSequential } else { false }
    }
}

extension Repeater {
    /// The number of copies before the first keyframe.
    var initialCount: Int { RepeaterNode.count(of: copies.value(at: -.infinity)) }

    /// The greatest number of copies at a keyframe.
    var greatestCount: Int {
        guard case .animated(let track) = copies else { return initialCount }
        return track.keyframes.map { RepeaterNode.count(of: $0.start) }.max() ?? 0
    }
}
