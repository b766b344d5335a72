import Foundation
import TestSupport
import Testing

extension Golden {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens")

    /// Compares the lines of a report with a file in the folder `Goldens`, in which the escape character is written as
    /// `␛`.
    ///
    /// `GIFTTY_UPDATE_GOLDENS=1 swift test --filter PolicyReportsTests` rewrites the files that differ and fails with
    /// the differences.
    static func expect(_ lines: [String], in file: String, at location: SourceLocation = #_sourceLocation) throws {
        let found = lines.map { $0.replacingOccurrences(of: "\u{1B}", with: "␛") }
        let difference = try difference(of: found, from: folder.appending(path: file))
        #expect(difference == nil, "\(difference ?? "")", sourceLocation: location)
    }
}
