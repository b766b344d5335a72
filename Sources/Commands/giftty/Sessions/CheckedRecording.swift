import ExactNumbers
import Recordings

/// The comparison of a recording with the decisions of the current program, as text.
struct CheckedRecording {
    private let check: RecordingCheck
    private let recording: Recording
    private let path: String

    init(_ check: RecordingCheck, of recording: Recording, path: String) {
        self.check = check
        self.recording = recording
        self.path = path
    }

    /// The lines of the report.
    ///
    /// If all decisions are the same, there is one line. Otherwise the lines show the first difference with its
    /// context: `-` marks the recorded decision and `+` that of the current program.
    var lines: [String] {
        guard let difference = check.difference else { return ["ok      \(path)  \(summary)"] }
        let count = (difference.before + difference.after).map(\.number).max() ?? difference.recorded?.number ?? 0
        let width = String(count).count
        func line(_ mark: String, _ number: Int?, _ text: String) -> String {
            let digits = number.map { String($0) } ?? ""
            return "        \(mark) \(String(repeating: " ", count: max(0, width - digits.count)))\(digits)  \(text)"
        }
        let time = ExactDecimal(seconds: difference.at)
        var lines = ["FAILED  \(path)  decides differently at \(time)s, after \(summary)"]
        lines += difference.before.map { line(" ", $0.number, $0.json) }
        if let recorded = difference.recorded { lines.append(line("-", recorded.number, recorded.json)) }
        lines.append(line("+", nil, difference.replayed ?? "nothing"))
        lines += difference.after.map { line(" ", $0.number, $0.json) }
        return lines
    }

    private var summary: String {
        var words = "\(check.equalCount) identical \(check.equalCount == 1 ? "decision" : "decisions")"
        if check.difference == nil {
            words += " in \(recording.end.durationText)"
            if recording.isIncomplete {
                words += "; its last line is incomplete"
            } else if !recording.hasEnd {
                words += "; its end is missing"
            }
        }
        return words
    }
}
