/// An array in chunks: after a change, a copy still shares all chunks with the original but the changed one.
///
/// A change of a shared array of *n* elements costs one chunk, the ``chunkSize`` references of its group and a reference
/// for each ``groupSize`` elements, not *n* elements. Up to ``chunkSize`` elements are in one piece and cost no more than
/// in an array.
package struct ChunkedArray<Element: Sendable>: RandomAccessCollection, MutableCollection, Sendable {
    /// The number of elements in a chunk, and of chunks in a group.
    package static var chunkSize: Int { 64 }
    /// The number of elements in a group of chunks.
    package static var groupSize: Int { chunkSize * chunkSize }

    private var first: [Element] = []
    /// The groups of the chunks after the first one. All chunks but the last are full, and so are all groups.
    private var groups: [[[Element]]] = []

    /// Where an element is that is not in the first chunk.
    private struct Place {
        let group: Int
        let chunk: Int
        let offset: Int

        init(_ index: Int) {
            let (chunks, offset) = (index - ChunkedArray.chunkSize)
                .quotientAndRemainder(dividingBy: ChunkedArray.chunkSize)
            self.offset = offset
            (group, chunk) = chunks.quotientAndRemainder(dividingBy: ChunkedArray.chunkSize)
        }
    }

    /// Creates an empty array.
    package init() {}

    /// Creates an array of some elements.
    package init(_ elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    package var startIndex: Int { 0 }

    package var endIndex: Int {
        guard let group = groups.last, let chunk = group.last else { return first.count }
        return (groups.count - 1) * Self.groupSize + group.count * Self.chunkSize + chunk.count
    }

    package subscript(index: Int) -> Element {
        get {
            guard index >= Self.chunkSize else { return first[index] }
            let place = Place(index)
            return groups[place.group][place.chunk][place.offset]
        }
        set {
            guard index >= Self.chunkSize else { return first[index] = newValue }
            let place = Place(index)
            groups[place.group][place.chunk][place.offset] = newValue
        }
    }

    /// Adds an element at the end.
    package mutating func append(_ element: Element) {
        let index = endIndex
        guard index >= Self.chunkSize else { return first.append(element) }
        let place = Place(index)
        if place.offset > 0 {
            groups[place.group][place.chunk].append(element)
        } else if place.chunk > 0 {
            groups[place.group].append([element])
        } else {
            groups.append([[element]])
        }
    }

    /// Removes the last element of an array that has one.
    package mutating func removeLast() {
        guard !groups.isEmpty else {
            first.removeLast()
            return
        }
        let place = Place(endIndex - 1)
        if place.offset > 0 {
            groups[place.group][place.chunk].removeLast()
        } else if place.chunk > 0 {
            groups[place.group].removeLast()
        } else {
            groups.removeLast()
        }
    }
}
