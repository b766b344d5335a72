import LottieDocument

/// The order in which lottie-web makes the copies of a layer's repeaters.
///
/// Whenever it has made the copies of a repeater, lottie-web adds all shapes that exist to their styles once more
/// (`SVGShapeElement.js`, `reloadShapes`). An even-odd fill therefore loses those shapes that it has an even number of
/// times. lottie-web fills the repeater that it has found last, before it goes on with others; the copies of a repeater
/// can have repeaters in them, which are then found last.
struct RepeaterOrder {
    /// A repeater of the document, or of a copy of another repeater.
    private struct Place: Hashable {
        /// The indices of the groups around the repeater and of the repeater itself, in their lists.
        var path: [Int]
        /// The numbers of the copies that contain the repeater, the outermost first.
        var copies: [Int]
    }

    /// The turn in which each repeater makes its copies, from 1.
    private var turns: [Place: Int] = [:]
    /// The number of turns.
    private(set) var count = 0
    /// The number of items that were searched for repeaters.
    private var searchedCount = 0
    /// The greatest number of turns; with more, no shape is lost.
    private static let maxCount = 4_096
    /// The greatest number of items to search, which each turn of a repeater does again; with more, no shape is lost.
    private static let maxSearchedCount = 1_000_000

    /// Creates the order for a layer without repeaters.
    init() {}

    /// Determines the order for the items of a layer; without an even-odd fill it does not matter, and there are no turns.
    init(of group: ShapeGroup) {
        guard Self.hasEvenOddFill(group.items) else { return }
        fill(repeaters(in: group.items[...], at: []), inCopies: [])
        if isOverLimit { self = RepeaterOrder() }
    }

    /// Returns the turn of the repeater with this path in these copies, or nil if it makes none.
    func turn(ofRepeaterAt path: [Int], inCopies copies: [Int]) -> Int? {
        turns.isEmpty ? nil : turns[Place(path: path, copies: copies)]
    }

    /// Returns whether an even-odd fill has the shapes of this turn, or of the document itself for turn 0, an odd number
    /// of times.
    func keeps(shapesOfTurn turn: Int) -> Bool { (count - turn) % 2 == 0 }

    /// Returns whether the copies of a repeater lose different shapes: those of the repeaters among its items are made in
    /// turns of their own.
    func separatesCopies(of items: ArraySlice<ShapeItem>) -> Bool {
        count > 0 && Self.hasRepeater(items)
    }

    private var isOverLimit: Bool { count > Self.maxCount || searchedCount > Self.maxSearchedCount }

    private typealias Found = (repeater: Repeater, path: [Int], items: ArraySlice<ShapeItem>)

    private mutating func fill(_ found: [Found], inCopies copies: [Int]) {
        for (repeater, path, items) in found.reversed() where !isOverLimit {
            count += 1
            turns[Place(path: path, copies: copies)] = count
            let inner = repeaters(in: items, at: path.dropLast())
            if inner.isEmpty { continue }
            for copy in 0..<repeater.initialCount where !isOverLimit { fill(inner, inCopies: copies + [copy]) }
        }
    }

    /// Returns the repeaters of a list and of the groups in it, in the order in which lottie-web finds them.
    ///
    /// Those without copies are left out: they have no turn, so that no limit would count a visit of them in each copy.
    private mutating func repeaters(in items: ArraySlice<ShapeItem>, at path: [Int]) -> [Found] {
        searchedCount += items.count
        if isOverLimit { return [] }
        var found: [Found] = []
        for index in items.indices.reversed() {
            switch items[index] {
            case .repeater(let repeater) where repeater.initialCount > 0:
                found.append((repeater, path + [index], items[items.startIndex..<index]))
            case .group(let group): found += repeaters(in: group.items[...], at: path + [index])
            default: break
            }
        }
        return found
    }

    /// Returns whether there is a repeater among items or in their groups.
    static func hasRepeater(_ items: ArraySlice<ShapeItem>) -> Bool {
        items.contains { item in
            switch item {
            case .repeater: true
            case .group(let group): hasRepeater(group.items[...])
            default: false
            }
        }
    }

    /// Returns whether there is an even-odd fill among items or in their groups.
    static func hasEvenOddFill(_ items: [ShapeItem]) -> Bool {
        items.contains { item in
            switch item {
            case .fill(let fill): fill.rule == .evenOdd
            case .group(let group): hasEvenOddFill(group.items)
            default: false
            }
        }
    }
}
