import RoomEvents

/// The gift kinds that a simulated room sends, how often it sends them, and which of them are expensive.
struct GiftTable: Sendable {
    /// The gift kinds from which the room chooses.
    enum Choice: Sendable {
        /// All kinds.
        case any
        /// The kinds that are not expensive, of which a sender sends several.
        case cheap
        /// The most expensive third of the kinds.
        case expensive
    }

    /// All kinds that the room has ever sent. A kind that is gone keeps its index, because the room refers to kinds by
    /// index.
    private(set) var kinds: [GiftKind]
    /// The relative frequency of each kind; 0 for a kind that is gone.
    private var weights: [Int]
    private var isExpensiveByIndex: [Bool]
    /// The cheapest kind, of several the first; nil if no kind is sent.
    private(set) var cheapest: Int?
    /// The weights of the profile, by the id of the kind.
    private let profileWeights: [String: Double]
    private let unsentKinds: Set<String>

    /// Creates a table of the kinds that have a weight above 0, and ignores weights of unknown kinds.
    init(kinds: [GiftKind], weights: [String: Double]) {
        let sent = kinds.filter { (weights[$0.id] ?? 0) > 0 }
        self.kinds = sent
        self.weights = sent.map { Self.weight(weights[$0.id] ?? 0) }
        profileWeights = weights
        unsentKinds = Set(kinds.lazy.map(\.id)).subtracting(sent.lazy.map(\.id))
        isExpensiveByIndex = []
        updateExpensiveKinds()
    }

    /// Replaces the kinds.
    ///
    /// A kind without a weight in the profile gets the weight of a known kind with a similar price: the cheapest one
    /// that costs at least as much, or else the most expensive one.
    mutating func replaceKinds(with offered: [GiftKind]) {
        let known = kinds.compactMap { kind in profileWeights[kind.id].map { (kind, Self.weight($0)) } }
        weights = weights.map { _ in 0 }
        for kind in offered where !unsentKinds.contains(kind.id) && profileWeights[kind.id] != 0 {
            let weight = profileWeights[kind.id].map { Self.weight($0) } ?? Self.weight(of: kind, like: known)
            if let index = kinds.firstIndex(where: { $0.id == kind.id }) {
                kinds[index] = kind
                weights[index] = weight
            } else {
                kinds.append(kind)
                weights.append(weight)
            }
        }
        updateExpensiveKinds()
    }

    private static func weight(_ weight: Double) -> Int { max(1, Int((min(max(weight, 0), 1e6) * 1000).rounded())) }

    private static func weight(of kind: GiftKind, like known: [(GiftKind, Int)]) -> Int {
        let nextDearer = known.filter { $0.0.value >= kind.value }.min { $0.0.value < $1.0.value }
        return (nextDearer ?? known.max { $0.0.value < $1.0.value })?.1 ?? weight(1)
    }

    private mutating func updateExpensiveKinds() {
        let sent = kinds.indices.filter { weights[$0] > 0 }
        let dearest = sent.sorted { (kinds[$0].value, $0) > (kinds[$1].value, $1) }.prefix((sent.count + 2) / 3)
        cheapest = sent.min { (kinds[$0].value, $0) < (kinds[$1].value, $1) }
        isExpensiveByIndex = kinds.indices.map { dearest.contains($0) }
    }

    func isExpensive(_ kind: Int) -> Bool {
        isExpensiveByIndex[kind]
    }

    /// Whether the room still sends the kind.
    func isSent(_ kind: Int) -> Bool { weights[kind] > 0 }

    /// Returns a random kind, by weight.
    ///
    /// If no kind matches `choice`, the method chooses among all kinds.
    ///
    /// - Parameters:
    ///   - choice: The kinds from which to choose.
    ///   - expensiveFactor: The factor for the weights of expensive kinds.
    ///   - excluded: A kind that is chosen only if there is no other.
    ///   - random: The generator for the choice.
    /// - Returns: The index of the kind; nil if the room sends no gifts.
    func randomKind(
        _ choice: Choice, expensiveFactor: Int, excluding excluded: Int? = nil, random: inout SeededRandom
    ) -> Int? {
        let tasted = kinds.indices.map {
            $0 != excluded && isAllowed($0, by: choice)
                ? weights[$0] * (isExpensiveByIndex[$0] ? expensiveFactor : 1) : 0
        }
        return random.nextIndex(weights: tasted) ?? random.nextIndex(weights: weights)
    }

    func isAllowed(_ kind: Int, by choice: Choice) -> Bool {
        guard isSent(kind) else { return false }
        return switch choice {
        case .any: true
        case .cheap: !isExpensiveByIndex[kind]
        case .expensive: isExpensiveByIndex[kind]
        }
    }
}
