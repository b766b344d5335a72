import Foundation
import Testing

/// Reports as they should be, kept in the folder `Goldens`.
///
/// `GIFTTY_UPDATE_GOLDENS=1 swift test --filter PolicyReportsTests` writes them anew.
enum Golden {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
    private static let isUpdating = ProcessInfo.processInfo.environment["GIFTTY_UPDATE_GOLDENS"] != nil

    /// Compares lines with those of a file; the escape character is written as `␛`.
    static func expect(_ lines: [String], in file: String, at location: SourceLocation = #_sourceLocation) throws {
        let found = lines.map { $0.replacingOccurrences(of: "\u{1B}", with: "␛") }
        let url = folder.appending(path: file)
        if isUpdating {
            try (found.joined(separator: "\n") + "\n").write(to: url, atomically: true, encoding: .utf8)
            return
        }
        var golden = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
        golden.removeLast()
        #expect(found == golden, "\(difference(golden, found))", sourceLocation: location)
    }

    /// The lines that differ, one above the other.
    private static func difference(_ golden: [String], _ found: [String]) -> String {
        var lines = ["-: golden, +: now"]
        for index in 0..<max(golden.count, found.count) {
            let before = index < golden.count ? golden[index] : "(no line)"
            let now = index < found.count ? found[index] : "(no line)"
            if before != now { lines += ["line \(index + 1)", "- \(before)", "+ \(now)"] }
        }
        return lines.joined(separator: "\n")
    }
}
