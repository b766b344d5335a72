import SystemIO
import TerminalCells

/// The terminal, the processors and the environment of the program.
enum TerminalFacts {
    /// Whether standard output is a terminal.
    static var hasTerminal: Bool { Descriptor.isTerminal(Descriptor.standardOutput) }

    /// Whether standard input is a terminal.
    static var readsFromTerminal: Bool { Descriptor.isTerminal(Descriptor.standardInput) }

    /// The size of the terminal from the first standard stream that is connected to one; `nil` without a terminal.
    static var size: (columns: Int, rows: Int)? {
        for descriptor in [Descriptor.standardOutput, Descriptor.standardError, Descriptor.standardInput] {
            if let size = Descriptor.terminalSize(descriptor) { return size }
        }
        return nil
    }

    /// The number of available processors.
    static var processorCount: Int { ProcessEnvironment.processorCount }

    /// Whether text must be limited to ASCII characters.
    static var isASCII: Bool { GlyphRepertoire.detected(environment: environment) == .ascii }

    /// The environment variables.
    static var environment: [String: String] { ProcessEnvironment.variables }
}
