import Synchronization

/// A thread-safe index of the available gift kinds by id, name and price. The kinds can change at any time.
public final class AvailableKinds: Sendable {
    private struct Index {
        var byID: [String: GiftKind]
        var byName: [String: String]
        /// The kinds, cheapest first; kinds with the same value keep their original order.
        var byValue: [GiftKind]

        init(_ kinds: [GiftKind], names: (GiftKind) -> [String]) {
            byID = Dictionary(kinds.map { ($0.id, $0) }) { first, _ in first }
            byName = Dictionary(kinds.flatMap { kind in names(kind).map { ($0, kind.id) } }) { first, _ in first }
            byValue = kinds.enumerated().sorted { ($0.element.value, $0.offset) < ($1.element.value, $1.offset) }
                .map(\.element)
        }
    }

    private let index: Mutex<Index>
    private let alternativeNames: @Sendable (GiftKind) -> [String]

    /// Creates an index of these kinds.
    ///
    /// - Parameters:
    ///   - kinds: The gift kinds. If two have the same id, the first one counts.
    ///   - alternativeNames: Returns the names of a kind by which ``id(named:)`` finds it.
    public init(_ kinds: [GiftKind], alternativeNames: @escaping @Sendable (GiftKind) -> [String] = { _ in [] }) {
        self.alternativeNames = alternativeNames
        index = Mutex(Index(kinds, names: alternativeNames))
    }

    /// Replaces the kinds.
    public func replace(with kinds: [GiftKind]) {
        let new = Index(kinds, names: alternativeNames)
        index.withLock { $0 = new }
    }

    /// All kinds, cheapest first.
    public var all: [GiftKind] { index.withLock { $0.byValue } }

    /// Returns the kind with this id; nil if there is none.
    public subscript(id: String) -> GiftKind? { index.withLock { $0.byID[id] } }

    /// Returns the id of the kind that has one of these names; nil if there is none. Earlier names have priority.
    public func id(named names: [String]) -> String? {
        index.withLock { index in
            for name in names {
                if let id = index.byName[name] { return id }
            }
            return nil
        }
    }

    /// Returns the most expensive kind that costs at most `value`, or else the cheapest kind; nil if there are no
    /// kinds.
    public func mostExpensive(upTo value: Int) -> GiftKind? {
        index.withLock { index in index.byValue.last { $0.value <= value } ?? index.byValue.first }
    }
}
