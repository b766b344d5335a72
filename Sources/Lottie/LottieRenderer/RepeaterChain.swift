/// The repeaters of one list, which place the copies of each other in lottie-web.
///
/// lottie-web inserts the copies of each repeater at the start of the list, and each repeater then places the first
/// items of the list as if they were its own copies (`RepeaterModifier.js`).
final class RepeaterChain {
    /// The repeaters, in the order of the list.
    private let repeaters: [RepeaterNode]

    /// Creates a chain; the copies of its repeaters are then placed only by `placeCopies()`.
    init(_ repeaters: [RepeaterNode]) {
        self.repeaters = repeaters
        let isAnimated = repeaters.contains(where: \.isAnimatedAlone)
        for repeater in repeaters {
            repeater.isChained = true
            repeater.isMovedByChain = isAnimated
        }
    }

    /// Whether a repeater changes with time.
    var isAnimated: Bool { repeaters.contains(where: \.isAnimatedAlone) }

    /// Places the copies of all repeaters, after these have been evaluated.
    func placeCopies() {
        var list: [RepeaterNode.Copy] = []
        func place(by repeater: RepeaterNode) {
            list.replaceSubrange(0..<repeater.ownCopies.count, with: repeater.ownCopies)
        }
        for (number, repeater) in repeaters.enumerated() {
            list.insert(contentsOf: repeater.ownCopies, at: 0)
            // While the repeaters after it have no copies yet, the later ones place theirs last.
            if number + 1 < repeaters.count { repeaters[...number].forEach(place) }
        }
        // The copies of the first frame are placed from the last repeater to the first; in later frames, only those
        // repeaters place copies again that change.
        repeaters.reversed().forEach(place)
        repeaters.filter(\.isAnimatedAlone).forEach(place)
        var start = list.count
        for repeater in repeaters {
            start -= repeater.ownCopies.count
            repeater.show(Array(list[start..<(start + repeater.ownCopies.count)]))
        }
    }
}
