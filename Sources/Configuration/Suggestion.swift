/// Finds what somebody probably meant to write.
package enum Suggestion {
    /// The candidate nearest to `text`, unless none is near.
    package static func nearest<Candidates: Sequence<String>>(to text: String, among candidates: Candidates) -> String?
    {
        let wanted = folded(text)
        // Whoever writes this much else did not mistype anything.
        guard wanted.count <= 64 else { return nil }
        let tolerance = max(1, wanted.count / 3)
        return
            candidates
            .map { (name: $0, distance: distance(wanted, of: folded($0))) }
            .filter { $0.distance <= tolerance }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// `, did you mean "x"?`, or nothing.
    package static func phrase<Candidates: Sequence<String>>(for text: String, among candidates: Candidates) -> String {
        nearest(to: text, among: candidates).map { ", did you mean \"\($0)\"?" } ?? ""
    }

    /// How far off `text` is; one that stops in the middle of the word is next to it.
    private static func distance(_ text: [Character], of word: [Character]) -> Int {
        text.count > 1 && word.starts(with: text) ? min(1, word.count - text.count) : distance(text, word)
    }

    /// Case and word separators apart.
    private static func folded(_ text: String) -> [Character] {
        text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }

    /// The least number of insertions, deletions, replacements and swaps of neighbours between two words.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(current[column] + 1, last[column + 1] + 1, last[column] + (character == other ? 0 : 1))
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
