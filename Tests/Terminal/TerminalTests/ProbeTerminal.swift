import TestSupport

/// The probe program on a pseudo-terminal that the test controls.
final class ProbeTerminal {
    let terminal: PseudoTerminal
    private let folder: TemporaryFolder

    init(columns: Int, rows: Int, _ arguments: [String] = []) throws {
        folder = try TemporaryFolder()
        terminal = try PseudoTerminal(
            columns: columns, rows: rows, running: [ProbeSession.probe, folder.path + "/log"] + arguments,
            environment: [:])
    }

    /// The log of the program.
    var log: String { (try? folder.read("log")) ?? "" }
}
