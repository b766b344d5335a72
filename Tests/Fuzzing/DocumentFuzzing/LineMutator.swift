package import SeededRandomness

/// What generators of hostile texts in lines share: the random numbers, changes within a line, and the limit of the size.
///
/// The result depends only on the seed and the texts.
package struct LineMutator {
    /// The source of all changes.
    package var random: SeededGenerator
    /// Changes of a line that is a document.
    package var values: DocumentMutator
    private let maxBytes: Int

    /// Creates a mutator.
    ///
    /// - Parameters:
    ///   - seed: The seed of all changes.
    ///   - maxBytes: The maximum size of a text, in bytes.
    package init(seed: UInt64, maxBytes: Int) {
        random = SeededGenerator(seed: seed)
        values = DocumentMutator(seed: ~seed, maxBytes: maxBytes)
        self.maxBytes = maxBytes
    }

    /// Inserts copies of a line before it, at most `count` and as many as the size permits.
    package func multiply(_ lines: inout [[UInt8]], at index: Int, count: Int) {
        let count = min(count, maxBytes / (lines[index].count + 1))
        lines.insert(contentsOf: repeatElement(lines[index], count: count), at: index)
    }

    /// Returns the lines of a text.
    package static func lines(of text: [UInt8], omittingEmptyLines: Bool = true) -> [[UInt8]] {
        text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: omittingEmptyLines).map(Array.init)
    }

    /// Returns the text with these lines, up to the maximum size.
    package func text(of lines: [[UInt8]]) -> [UInt8] {
        Array(lines.joined(separator: [UInt8(ascii: "\n")]).prefix(maxBytes))
    }
}
