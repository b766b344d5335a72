/// The kinds a room sends, how often, and which of them are dear.
struct GiftTable: Sendable {
    /// Which kinds come into question.
    enum Choice: Sendable {
        /// All of them.
        case any
        /// Those that one sends several of.
        case cheap
        /// The dearest third.
        case dear
    }

    let kinds: [GiftKind]
    private let weights: [Int]
    private let dear: [Bool]

    /// The kinds that have a weight; a weight for a kind that isn't there counts nothing.
    init(kinds: [GiftKind], weights: [String: Double]) {
        let sent = kinds.filter { (weights[$0.id] ?? 0) > 0 }
        self.kinds = sent
        self.weights = sent.map { kind in
            let weight = min(weights[kind.id] ?? 0, 1e6)
            return max(1, Int((weight * 1000).rounded()))
        }
        let dearest = sent.indices.sorted { (sent[$0].value, $0) > (sent[$1].value, $1) }.prefix((sent.count + 2) / 3)
        dear = sent.indices.map { dearest.contains($0) }
    }

    func isDear(_ kind: Int) -> Bool {
        dear[kind]
    }

    /// A kind for one whose taste for dear kinds is `taste` times the usual; nil when the room sends nothing.
    func kind(_ choice: Choice, taste: Int, random: inout SeededRandom) -> Int? {
        let tasted = kinds.indices.map { allows($0, choice) ? weights[$0] * (dear[$0] ? taste : 1) : 0 }
        return random.index(weighing: tasted) ?? random.index(weighing: weights)
    }

    func allows(_ kind: Int, _ choice: Choice) -> Bool {
        switch choice {
        case .any: true
        case .cheap: !dear[kind]
        case .dear: dear[kind]
        }
    }
}
