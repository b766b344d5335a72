import Synchronization

/// The kinds of gift that there are, found by id, name and price; they may change while others look them up, on any
/// thread.
public final class OfferedKinds: Sendable {
    private struct Index {
        var byID: [String: GiftKind]
        var byName: [String: String]
        /// Cheapest first; of the same value as they were given.
        var byValue: [GiftKind]

        init(_ kinds: [GiftKind], words: (GiftKind) -> [String]) {
            byID = Dictionary(kinds.map { ($0.id, $0) }) { first, _ in first }
            byName = Dictionary(kinds.flatMap { kind in words(kind).map { ($0, kind.id) } }) { first, _ in first }
            byValue = kinds.enumerated().sorted { ($0.element.value, $0.offset) < ($1.element.value, $1.offset) }
                .map(\.element)
        }
    }

    private let index: Mutex<Index>
    private let words: @Sendable (GiftKind) -> [String]

    /// These kinds.
    /// - Parameter words: what a kind is found by besides its id.
    public init(_ kinds: [GiftKind], words: @escaping @Sendable (GiftKind) -> [String] = { _ in [] }) {
        self.words = words
        index = Mutex(Index(kinds, words: words))
    }

    /// From now on it is these.
    public func change(to kinds: [GiftKind]) {
        let new = Index(kinds, words: words)
        index.withLock { $0 = new }
    }

    /// All of them, cheapest first.
    public var all: [GiftKind] { index.withLock { $0.byValue } }

    /// The kind of this id.
    public subscript(id: String) -> GiftKind? { index.withLock { $0.byID[id] } }

    /// The id of the first kind that one of these names is for, the first name first.
    public func id(named names: [String]) -> String? {
        index.withLock { index in
            for name in names {
                if let id = index.byName[name] { return id }
            }
            return nil
        }
    }

    /// The dearest kind that costs no more, or else the cheapest; nil where there is none.
    public func dearest(upTo value: Int) -> GiftKind? {
        index.withLock { index in index.byValue.last { $0.value <= value } ?? index.byValue.first }
    }
}
