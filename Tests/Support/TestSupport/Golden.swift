package import Foundation

/// A comparison of lines of text with a file that holds the expected ones.
package enum Golden {
    /// Whether files that differ are overwritten: `true` if `GIFTTY_UPDATE_GOLDENS` is set and not empty.
    package static let isUpdating = !(ProcessInfo.processInfo.environment["GIFTTY_UPDATE_GOLDENS"] ?? "").isEmpty

    /// Returns a description of how lines differ from those of a file, or `nil` if they are equal.
    ///
    /// A file that is overwritten is still reported as different, so that somebody reviews the change. Only the next
    /// run passes.
    package static func difference(
        of lines: [String], from file: URL, isUpdating: Bool = Golden.isUpdating
    ) throws -> String? {
        let kept = try? String(contentsOf: file, encoding: .utf8)
        let text = lines.map { "\($0)\n" }.joined()
        guard kept != text else { return nil }
        if isUpdating { try text.write(to: file, atomically: true, encoding: .utf8) }
        let name = file.lastPathComponent
        guard let kept else { return isUpdating ? "\(name): is new" : "\(name): there is no such file" }
        let before = kept.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        return (["\(name)\(isUpdating ? " was written anew" : ""); -: golden, +: now"] + changes(before, lines))
            .joined(separator: "\n")
    }

    /// Returns the lines that differ: the line number, then the old line above the new one.
    private static func changes(_ before: [String], _ now: [String]) -> [String] {
        (0..<max(before.count, now.count)).flatMap { index in
            let old = index < before.count ? before[index] : "(no line)"
            let new = index < now.count ? now[index] : "(no line)"
            return old == new ? [] : ["line \(index + 1)", "- \(old)", "+ \(new)"]
        }
    }
}
