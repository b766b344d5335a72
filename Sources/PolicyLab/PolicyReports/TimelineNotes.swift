import PolicyComparison

/// Notes on what a timeline omits and how to see it.
enum TimelineNotes {
    /// Returns notes about the window, about truncation and about hidden presentations.
    ///
    /// - Parameters:
    ///   - comparison: The comparison.
    ///   - hidden: The number of presentations that are too short to be seen.
    ///   - place: The time that a column or a pixel covers, with its unit.
    static func notes(_ comparison: Comparison, hidden: Int, place: String) -> [String] {
        var notes: [String] = []
        let window = comparison.window
        let longest = comparison.sessions.map(\.figures.end).max() ?? 0
        if comparison.isTruncated {
            let end = TimeFormat.seconds(window.upperBound)
            notes.append("cut at \(end): a timeline has at most \(comparison.limit) gifts; --from and --to show others")
        } else if window.lowerBound > 0, window.isEmpty {
            notes.append("all sessions end at \(TimeFormat.seconds(longest)); nothing to show after that")
        } else if window.lowerBound > 0 || window.upperBound < longest {
            let span = "from \(TimeFormat.seconds(window.lowerBound)) to \(TimeFormat.seconds(window.upperBound))"
            notes.append("\(span) of \(TimeFormat.seconds(longest)); the figures count everything")
        }
        if hidden > 0 {
            let gifts = hidden == 1 ? "1 gift is" : "up to \(hidden) gifts are"
            notes.append("\(gifts) too short to be seen at \(place); --from and --to zoom in")
        }
        return notes
    }
}
