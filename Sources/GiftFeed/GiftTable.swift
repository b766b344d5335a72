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

    /// All kinds that were ever sent. A kind keeps its place, by which the room knows it, also when it is gone.
    private(set) var kinds: [GiftKind]
    /// How often each kind is sent, against the others; 0 for one that is gone.
    private var weights: [Int]
    private var dear: [Bool]
    /// What the room was told at its beginning: how often its kinds are sent, and which are not.
    private let profile: [String: Double]
    private let unsent: Set<String>

    /// The kinds that have a weight; a weight for a kind that isn't there counts nothing.
    init(kinds: [GiftKind], weights: [String: Double]) {
        let sent = kinds.filter { (weights[$0.id] ?? 0) > 0 }
        self.kinds = sent
        self.weights = sent.map { Self.weight(weights[$0.id] ?? 0) }
        profile = weights
        unsent = Set(kinds.lazy.map(\.id)).subtracting(sent.lazy.map(\.id))
        dear = []
        findDear()
    }

    /// From now on these are all the kinds there are. One that is new is sent as often as a kind of its price: the next
    /// dearer one of those that the room began with, or the dearest.
    mutating func change(to offered: [GiftKind]) {
        let known = kinds.compactMap { kind in profile[kind.id].map { (kind, Self.weight($0)) } }
        weights = weights.map { _ in 0 }
        for kind in offered where !unsent.contains(kind.id) && profile[kind.id] != 0 {
            let weight = profile[kind.id].map { Self.weight($0) } ?? Self.weight(of: kind, like: known)
            if let place = kinds.firstIndex(where: { $0.id == kind.id }) {
                kinds[place] = kind
                weights[place] = weight
            } else {
                kinds.append(kind)
                weights.append(weight)
            }
        }
        findDear()
    }

    private static func weight(_ weight: Double) -> Int { max(1, Int((min(max(weight, 0), 1e6) * 1000).rounded())) }

    private static func weight(of kind: GiftKind, like known: [(GiftKind, Int)]) -> Int {
        let nextDearer = known.filter { $0.0.value >= kind.value }.min { $0.0.value < $1.0.value }
        return (nextDearer ?? known.max { $0.0.value < $1.0.value })?.1 ?? weight(1)
    }

    private mutating func findDear() {
        let sent = kinds.indices.filter { weights[$0] > 0 }
        let dearest = sent.sorted { (kinds[$0].value, $0) > (kinds[$1].value, $1) }.prefix((sent.count + 2) / 3)
        dear = kinds.indices.map { dearest.contains($0) }
    }

    func isDear(_ kind: Int) -> Bool {
        dear[kind]
    }

    /// Whether a kind is still there.
    func isSent(_ kind: Int) -> Bool { weights[kind] > 0 }

    /// A kind for one whose taste for dear kinds is `taste` times the usual; nil when the room sends nothing.
    func kind(_ choice: Choice, taste: Int, random: inout SeededRandom) -> Int? {
        let tasted = kinds.indices.map { allows($0, choice) ? weights[$0] * (dear[$0] ? taste : 1) : 0 }
        return random.index(weighing: tasted) ?? random.index(weighing: weights)
    }

    func allows(_ kind: Int, _ choice: Choice) -> Bool {
        guard isSent(kind) else { return false }
        return switch choice {
        case .any: true
        case .cheap: !dear[kind]
        case .dear: dear[kind]
        }
    }
}
