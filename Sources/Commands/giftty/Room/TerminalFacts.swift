import TerminalCells

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The terminal, the processors and the environment of the program.
enum TerminalFacts {
    /// Whether standard output is a terminal.
    static var hasTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard input is a terminal.
    static var readsFromTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// The size of the terminal from the first standard stream that is connected to one; `nil` without a terminal.
    static var size: (columns: Int, rows: Int)? {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
            var window = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
                return (Int(window.ws_col), Int(window.ws_row))
            }
        }
        return nil
    }

    /// The number of available processors.
    static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Whether text must be limited to ASCII characters.
    static var isASCII: Bool { GlyphRepertoire.detected(environment: environment) == .ascii }

    /// The environment variables.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee.map({ String(cString: $0) }) {
            if let sign = text.firstIndex(of: "=") {
                variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
            }
            entry += 1
        }
        return variables
    }
}
