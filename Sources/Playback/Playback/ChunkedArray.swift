/// An array in chunks: after a change, a copy still shares all chunks with the original but the changed one.
///
/// A change of a shared array of *n* elements costs *n* / ``chunkSize`` references and one chunk, not *n* elements. Up to
/// ``chunkSize`` elements are in one piece and cost no more than in an array.
package struct ChunkedArray<Element: Sendable>: RandomAccessCollection, MutableCollection, Sendable {
    /// The number of elements in a chunk.
    package static var chunkSize: Int { 64 }

    private var first: [Element] = []
    /// The chunks after the first one, all full but the last.
    private var others: [[Element]] = []

    /// Creates an empty array.
    package init() {}

    /// Creates an array of some elements.
    package init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    package var startIndex: Int { 0 }

    package var endIndex: Int {
        guard let last = others.last else { return first.count }
        return others.count * Self.chunkSize + last.count
    }

    package subscript(index: Int) -> Element {
        get {
            guard index >= Self.chunkSize else { return first[index] }
            return others[index / Self.chunkSize - 1][index % Self.chunkSize]
        }
        set {
            guard index >= Self.chunkSize else { return first[index] = newValue }
            others[index / Self.chunkSize - 1][index % Self.chunkSize] = newValue
        }
    }

    /// Adds an element at the end.
    package mutating func append(_ element: Element) {
        guard first.count == Self.chunkSize else { return first.append(element) }
        if let last = others.last, last.count < Self.chunkSize {
            others[others.count - 1].append(element)
        } else {
            others.append([element])
        }
    }

    /// Removes the last element of an array that has one.
    package mutating func removeLast() {
        guard !others.isEmpty else {
            first.removeLast()
            return
        }
        others[others.count - 1].removeLast()
        if others[others.count - 1].isEmpty { others.removeLast() }
    }
}
