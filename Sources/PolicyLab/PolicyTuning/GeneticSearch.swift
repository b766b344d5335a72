import RoomEvents

/// The search of a space that is too large to try everything: NSGA-II (Deb, Pratap, Agarwal, Meyarivan, 2002).
///
/// Its result is the best of all candidates that it has tried, not of its last generation. The same seed and judgements
/// give the same candidates.
struct GeneticSearch: Sendable {
    /// A candidate with its judgement.
    struct Tried: Sendable {
        let candidate: Candidate
        let judgement: Judgement
    }

    /// The candidates of a generation.
    static let population = 40
    /// The parts of a thousand of the pairs whose values are mixed.
    private static let crossover = 900_000
    /// How often another child is made if one was tried before.
    private static let attempts = 20

    private let space: SearchSpace
    private let order: ParetoOrder
    private var random: SeededRandom

    init(_ space: SearchSpace, _ order: ParetoOrder, seed: UInt64) {
        self.space = space
        self.order = order
        random = SeededRandom(seed: seed)
    }

    /// Tries candidates.
    ///
    /// - Parameters:
    ///   - tries: The greatest number of candidates.
    ///   - judge: Judges candidates.
    /// - Returns: All candidates that were tried, in the order of the space.
    mutating func run(
        tries: Int, judge: ([Candidate]) async throws -> [Judgement]
    ) async rethrows -> [Tried] {
        var known: Set<Candidate> = []
        var archive: [Tried] = []
        var parents: [Tried] = []
        var next = firstGeneration(min(Self.population, tries))
        while !next.isEmpty {
            known.formUnion(next)
            let judgements = try await judge(next)
            let latest = zip(next, judgements).map { Tried(candidate: $0, judgement: $1) }
            archive += latest
            parents = survivors(parents + latest)
            next = children(of: parents, count: min(Self.population, tries - archive.count), known)
        }
        return archive.sorted { $0.candidate < $1.candidate }
    }

    // MARK: - Generations

    /// Returns different candidates in which each value of an axis occurs about equally often (a Latin hypercube).
    private mutating func firstGeneration(_ count: Int) -> [Candidate] {
        var columns: [[Int]] = []
        for axis in space.axes {
            var column = (0..<count).map { $0 * axis.values.count / max(1, count) }
            if axis.values.count > count {
                column = column.map { low in
                    min(axis.values.count - 1, low + random.nextInt(below: axis.values.count / count))
                }
            }
            shuffle(&column)
            columns.append(column)
        }
        var found: [Candidate] = []
        for row in 0..<count {
            let candidate = space.candidate(columns.map { $0[row] })
            if !found.contains(candidate) { found.append(candidate) }
        }
        return found
    }

    /// Returns the best candidates of a generation and its parents: by rank, then by distance to others.
    private func survivors(_ tried: [Tried]) -> [Tried] {
        let tried = tried.sorted { $0.candidate < $1.candidate }
        let ranks = order.ranks(tried.map(\.judgement))
        var kept: [Tried] = []
        for rank in 0...(ranks.max() ?? 0) where kept.count < Self.population {
            let front = tried.indices.filter { ranks[$0] == rank }.map { tried[$0] }
            let crowding = order.crowding(front.map(\.judgement))
            let byDistance = front.indices.sorted { (-crowding[$0], $0) < (-crowding[$1], $1) }
            kept += byDistance.prefix(Self.population - kept.count).map { front[$0] }
        }
        return kept
    }

    private mutating func children(of parents: [Tried], count: Int, _ known: Set<Candidate>) -> [Candidate] {
        guard parents.count > 0, count > 0 else { return [] }
        let ranks = order.ranks(parents.map(\.judgement))
        let crowding = order.crowding(parents.map(\.judgement))
        /// Returns the better one of two parents, drawn at random.
        func winner(_ one: Int, _ two: Int) -> Candidate {
            let isFirst = (ranks[one], -crowding[one], one) < (ranks[two], -crowding[two], two)
            return parents[isFirst ? one : two].candidate
        }
        var children: [Candidate] = []
        var fresh = known
        for _ in 0..<count {
            var child: Candidate?
            for attempt in 0..<Self.attempts {
                var draws: [Int] = []
                for _ in 0..<4 { draws.append(random.nextInt(below: parents.count)) }
                let (one, two) = (winner(draws[0], draws[1]), winner(draws[2], draws[3]))
                // What is known already is changed more and more.
                let made = mutated(mixed(one, two), strength: 1 + attempt / 4)
                if fresh.insert(made).inserted {
                    child = made
                    break
                }
            }
            if let child { children.append(child) }
        }
        return children
    }

    private mutating func mixed(_ one: Candidate, _ two: Candidate) -> [Int] {
        guard random.nextBool(millionths: Self.crossover) else { return one.indices }
        return zip(one.indices, two.indices).map { random.nextBool(millionths: 500_000) ? $0 : $1 }
    }

    /// Returns a candidate in which about `strength` values are others: a near one, or any.
    private mutating func mutated(_ indices: [Int], strength: Int) -> Candidate {
        var indices = indices
        let searched = space.activeAxes(space.candidate(indices))
        for axis in searched where random.nextInt(below: searched.count) < strength {
            let count = space.axes[axis].values.count
            if count > 2, random.nextBool(millionths: 500_000) {
                let step = random.nextBool(millionths: 500_000) ? 1 : -1
                indices[axis] = min(max(0, indices[axis] + step), count - 1)
            } else {
                indices[axis] = random.nextInt(below: count)
            }
        }
        return space.candidate(indices)
    }

    private mutating func shuffle(_ numbers: inout [Int]) {
        for place in stride(from: numbers.count - 1, to: 0, by: -1) {
            numbers.swapAt(place, random.nextInt(below: place + 1))
        }
    }
}
