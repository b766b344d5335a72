import Foundation
import PseudoTerminals

/// The test program on a terminal of which the test is the other side.
final class ProbeTerminal {
    let terminal: PseudoTerminal
    private let folder: URL

    init(columns: Int, rows: Int, _ arguments: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("giftty-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        terminal = try PseudoTerminal(
            columns: columns, rows: rows, running: [TmuxTerminal.probe, folder.path + "/log"] + arguments,
            environment: [:])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What the program wrote down.
    var log: String { (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? "" }
}
