/// Formats numbers as small bar charts in text.
public enum Sparkline {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let ascii: [Character] = [".", ":", "-", "=", "+", "*", "#", "@"]
    private static let eighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// Returns one character per number. The greatest number has the full height of the line; 0 is a space.
    public static func text(_ numbers: [Int], isASCII: Bool) -> String {
        let most = numbers.max() ?? 0
        let levels = isASCII ? ascii : blocks
        return String(
            numbers.map { number in
                guard number > 0, most > 0 else { return " " }
                let level = Int((Double(number) / Double(most) * Double(levels.count)).rounded(.up))
                return levels[min(max(level, 1), levels.count) - 1]
            })
    }

    /// Returns a bar for `number`, where `most` fills all columns.
    public static func bar(_ number: Int, of most: Int, columns: Int, isASCII: Bool) -> String {
        guard number > 0, most > 0, columns > 0 else { return "" }
        let share = min(1, Double(number) / Double(most))
        if isASCII { return String(repeating: "#", count: max(1, Int((share * Double(columns)).rounded()))) }
        let parts = max(1, Int((share * Double(columns * 8)).rounded()))
        let whole = String(repeating: "█", count: parts / 8)
        return parts % 8 == 0 ? whole : whole + String(eighths[parts % 8])
    }
}
